"""Public ProjectEval set of the ACL 2025 Findings paper: its data, testcodes, desktop, WebDriver and recorded runs.

A recorded run is one folder with one JSON file per product, projects by their ids.

    X.json                  code: {id: [{file, path, code}, …]}
    X_nl_checklist.json     {id: [{page, function: [{function, description}, …]}, …]}
    X_skeleton.json         like the code
    X_parameter.json        {id: pages}, in either published shape
    X_startfile.json        {id: path of the file that is started}
    X_information.json      {id: {initiate_commands, requirements, homepage_url}}

The content is whatever a model answered: strings where lists belong, missing keys, wrong paths. One lenient reader
(`recorded_run`, `recorded_files`) serves replay, similarity and import. Content that the original could not use is the
agent's failure.
"""
