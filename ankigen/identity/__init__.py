"""Who is who: a key, a guid, card numbers and a time of change for every atom, kept from build to build."""

from ankigen.identity.adoption import Adopted, Adoption, Imported, adopt_notes, settle_adopted
from ankigen.identity.continuity import Home, continue_builds
from ankigen.identity.face import HIDDEN_SEPARATOR
from ankigen.identity.identify import identify, unique
from ankigen.identity.keys import guid_of
from ankigen.identity.lock_text import ParsedLock, lock_text, parse_lock
from ankigen.identity.stamp import GONE_TAG, Made, Stamped, content_hash, is_tombstone, stamp
from ankigen.model.identity import Identification, Identified

__all__ = [
    "GONE_TAG",
    "HIDDEN_SEPARATOR",
    "Adopted",
    "Adoption",
    "Home",
    "Identification",
    "Identified",
    "Imported",
    "Made",
    "ParsedLock",
    "Stamped",
    "adopt_notes",
    "content_hash",
    "continue_builds",
    "guid_of",
    "identify",
    "is_tombstone",
    "lock_text",
    "parse_lock",
    "settle_adopted",
    "stamp",
    "unique",
]
