"""The configuration under which a survey looks at all Markdown of a repository, and expects nothing of it."""

# Nobody keeps documents of his own in these: they are made by programs, or brought in from elsewhere.
EXCLUDED = (".*/", "node_modules/", "bower_components/", "site-packages/", "/vendor/", "/third_party/", "/target/")

CONFIG = f"""\
[docs]
root = "."
schema = ""
filename = "."
exclude = [{", ".join(f'"{each}"' for each in EXCLUDED)}]

[id]
field = ""
"""
