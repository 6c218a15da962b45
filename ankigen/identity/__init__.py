"""Who is who: a deterministic key, a guid and card numbers for every atom."""

from ankigen.identity.identify import identify, unique
from ankigen.identity.keys import guid_of
from ankigen.model.identity import Identification, Identified

__all__ = ["Identification", "Identified", "guid_of", "identify", "unique"]
