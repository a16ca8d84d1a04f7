"""Design diagrams derived from Python source: packages, classes and the file dependency graph.

``read_project`` parses a folder (nothing is imported or executed) and returns a `ProjectModel`; every product is a
pure function of that model:

* `package_mermaid`, `package_json`: modules, their public exports and their dependencies;
* `class_mermaid`, `class_json`: classes, attributes, methods, relations and free functions;
* `file_dag`: each source file with the project files it imports, dependencies first.

``write_diagrams`` writes all five into a mission folder, ``diagram_differences`` compares the committed ones with the
derived ones.
"""
