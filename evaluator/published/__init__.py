"""Recorded runs in the public layout: one folder, one JSON file per product, projects by their ids.

    X.json                  code: {id: [{file, path, code}, …]}
    X_nl_checklist.json     {id: [{page, function: [{function, description}, …]}, …]}
    X_skeleton.json         like the code
    X_parameter.json        {id: pages}, in either published shape
    X_startfile.json        {id: path of the file that is started}
    X_information.json      {id: {initiate_commands, requirements, homepage_url}}

They hold whatever a model answered: strings where lists belong, missing keys, wrong paths. What the original could
not use either is the agent's failure, with its reason; nothing that stands in them raises anything else.
"""

from evaluator.published.discovery import recorded_runs
from evaluator.published.files import Written, files_of
from evaluator.published.recorded_run import Answer, RecordedRun

__all__ = ["Answer", "RecordedRun", "Written", "files_of", "recorded_runs"]
