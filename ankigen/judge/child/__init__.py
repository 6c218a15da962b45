"""What runs in the child process: standard library only, and nothing of ankigen outside this folder.

`start.py` runs these modules by path, as a package of their own; hence the relative imports.
"""
