"""The folder a user keeps: what is read from it, what is written into it.

All file access of ankigen stands here; the stages above and below work on text and values.
"""

from ankigen.workspace.codes import CODES, Code
from ankigen.workspace.config import CONFIG_FILE, Config
from ankigen.workspace.documents import Source, SourceText, read_deck, read_source
from ankigen.workspace.lock_file import LockFile, alone, read_lock_files
from ankigen.workspace.output import (
    Written,
    built_before,
    output_file,
    prepare_build_folder,
    refuse_foreign,
    remove_leftovers,
    remove_stale,
    write_packages,
)
from ankigen.workspace.pictures import Picture, PictureRequest, load_picture
from ankigen.workspace.root import Workspace, open_tasks, open_workspace
from ankigen.workspace.solutions import Solutions, read_solutions, write_record
from ankigen.workspace.starter import write_starter
from ankigen.workspace.watch import Snapshot, look, wait_for_change

__all__ = [
    "CODES",
    "CONFIG_FILE",
    "Code",
    "Config",
    "LockFile",
    "Picture",
    "PictureRequest",
    "Snapshot",
    "Solutions",
    "Source",
    "SourceText",
    "Workspace",
    "Written",
    "alone",
    "built_before",
    "load_picture",
    "look",
    "open_tasks",
    "open_workspace",
    "output_file",
    "prepare_build_folder",
    "read_deck",
    "read_lock_files",
    "read_solutions",
    "read_source",
    "refuse_foreign",
    "remove_leftovers",
    "remove_stale",
    "wait_for_change",
    "write_packages",
    "write_record",
    "write_starter",
]
