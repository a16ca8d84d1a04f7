"""Recorded runs in the public layout: one folder, one JSON file per product, projects by their ids.

    X.json                  code: {id: [{file, path, code}, …]}
    X_nl_checklist.json     {id: [{page, function: [{function, description}, …]}, …]}
    X_skeleton.json         like the code
    X_parameter.json        {id: pages}, in either published shape
    X_startfile.json        {id: path of the file that is started}
    X_information.json      {id: {initiate_commands, requirements, homepage_url}}

The content is whatever a model answered: strings where lists belong, missing keys, wrong paths. One lenient reader
(`recorded_run`, `json_files`) serves replay, similarity and import; `solutions` and `compared_products` apply the
tolerance of the original's evaluation and comparison. Content that the original could not use is the agent's failure.
"""

from evaluator.published.compared_products import compared_products
from evaluator.published.discovery import recorded_runs
from evaluator.published.files import WrittenFiles, written_files
from evaluator.published.recorded_run import RecordedRun
from evaluator.published.solutions import RecordedSolution, recorded_solution

__all__ = [
    "RecordedRun",
    "RecordedSolution",
    "WrittenFiles",
    "compared_products",
    "recorded_runs",
    "recorded_solution",
    "written_files",
]
