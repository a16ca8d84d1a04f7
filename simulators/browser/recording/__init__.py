"""Recording of what a person does in a browser, as steps that verbs can repeat."""
