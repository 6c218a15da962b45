"""When each note last changed, what a build changes, and the lock that remembers it."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from ankigen.identity.alike import shared, words
from ankigen.identity.face import face_of
from ankigen.model.identity import Identified
from ankigen.model.lock import Line, Lock, State, TypeLine
from ankigen.model.note import FIRST_MOD, Note, NoteKind, NoteType
from ankigen.model.plan import Change, Fate, Plan

TOMBSTONE = "tombstone"
"""Content of a note that was shipped as gone: whatever it is when it comes back, it has changed."""
CARRIED = frozenset({"Breadcrumb", "Source", "Status", "Lang", "Key", "Spare1", "Spare2", "Spare3"})
"""Fields that come along when a note's own content changes, and never make it count as changed."""
GONE_TAG = "ankigen::gone"
"""Tag under which a note that is gone is shipped once more, for its user to find."""
SUCCESSOR = 0.6
"""A note of another type this alike to one that is gone takes its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A composed note and where it comes from."""

    note: Note
    identified: Identified
    document: str
    """Name of its document in the lock."""
    source: str
    """Hash of the lines of Markdown it was made of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamped:
    """Notes and note types with the time of their last change, the lock that remembers it, and what is new in it."""

    notes: tuple[Note, ...]
    note_types: tuple[NoteType, ...]
    tombstones: tuple[Line, ...]
    """Notes that are gone, to be shipped once more with a tag that says so."""
    lock: Lock
    plan: Plan

    @property
    def newest(self) -> int:
        """When the last of all changes was, in seconds since 1970."""
        mods = (*(line.mod for line in self.lock.lines), *(kind.mod for kind in self.lock.note_types))
        return max(mods, default=0)


def stamp(
    made: Sequence[Made],
    note_types: Sequence[NoteType],
    lock: Lock,
    *,
    now: int,
    version: str,
    elsewhere: AbstractSet[str] = frozenset(),
    tombstones: bool = False,
) -> Stamped:
    """Compare every note with what the lock remembers of it.

    Args:
        made: the notes of every document that was read, in study order.
        note_types: those that notes may have.
        lock: as the last build left it.
        now: seconds since 1970; what changed has changed now.
        version: version of ankigen.
        elsewhere: documents, as the lock names them, that are there but were not read: their notes are not gone.
        tombstones: whether notes that are gone are shipped once more.
    """
    fields = {note_type.name: tuple(field.name for field in note_type.fields) for note_type in note_types}
    changes = [_change(each, fields[each.note.note_type], now=now, version=version) for each in made]
    guids = {each.note.guid for each in made}
    left = [line for line in lock.lines if line.guid not in guids]
    kept = [line for line in left if line.document in elsewhere and line.state is State.LIVE]
    gone = [line for line in left if line.document not in elsewhere or line.state is State.GONE]
    parted = [Change(fate=Fate.GONE, before=line, after=replace(line, state=State.GONE)) for line in gone]
    changes = _with_restarts(changes, [line for line in gone if line.state is State.LIVE])
    shipped = tuple(_tombstone(change.known, now) for change in parted if tombstones and not is_tombstone(change.known))
    after = {line.guid: line for line in (*kept, *(change.known for change in (*changes, *parted)), *shipped)}
    types = tuple(_stamped_type(note_type, lock, now) for note_type in note_types)
    known = {kind.note_type: kind for kind in lock.note_types}
    return Stamped(
        notes=tuple(replace(each.note, mod=change.known.mod) for each, change in zip(made, changes, strict=True)),
        note_types=tuple(replace(kind, mod=line.mod) for kind, line in zip(note_types, types, strict=True)),
        tombstones=shipped,
        lock=Lock(lines=tuple(sorted(after.values(), key=lambda line: line.key)), note_types=types),
        plan=Plan(
            changes=(*changes, *parted),
            note_types=tuple(kind.note_type for kind in types if known.get(kind.note_type, kind) != kind),
        ),
    )


def content_hash(fields: Iterable[tuple[str, str]]) -> str:
    """Hash what is a note's own of its fields, given as names and HTML; tags are compared apart."""
    own = {name: value for name, value in fields if value and name not in CARRIED}
    return _hash(own)


def is_tombstone(line: Line) -> bool:
    """Tell whether a note that is gone has been shipped as gone."""
    return line.state is State.GONE and line.content == TOMBSTONE


def _change(made: Made, fields: Sequence[str], *, now: int, version: str) -> Change:
    note, before = made.note, made.identified.before
    after = line_of(made, content=content_hash(zip(fields, note.fields, strict=True)), version=version)
    if before is None:
        return Change(fate=Fate.NEW, after=after, line=note.line)
    line = before.line
    same = _same_content(line, after)
    kept = replace(after, mod=line.mod, by=line.by or version)
    after = kept if same else replace(after, mod=max(now, line.mod + 1))
    back = line.state is State.GONE
    by_ankigen = not same and line.by not in {version, ""} and bool(line.source) and line.source == after.source
    shown = {number for _, number in after.ordinals} or {1}
    return Change(
        fate=Fate.BACK if back else Fate.UNCHANGED if same else Fate.CHANGED,
        before=line,
        after=after,
        line=note.line,
        similarity=before.similarity,
        by_ankigen=by_ankigen and line.tags == after.tags,
        lost_cards=tuple(sorted({number for _, number in line.ordinals} - shown)) if line.ordinals else (),
    )


def line_of(made: Made, *, content: str, version: str) -> Line:
    """Write what the lock remembers of a note that never changed."""
    note, identified = made.note, made.identified
    face = face_of(identified.atom)
    # A note type's own cards have no names but the templates'; more than one means that it is asked both ways.
    both_ways = (("Forward", 1), ("Backward", 2)) if not identified.ordinals and len(note.ordinals) > 1 else ()
    return Line(
        key=identified.key,
        guid=identified.guid,
        note_type=note.note_type,
        rule=note.rule,
        document=made.document,
        path=identified.atom.origin.question,
        front=face.front,
        back=face.back,
        ordinals=identified.ordinals or both_ways,
        reserved=identified.reserved,
        deck=note.deck,
        tags=note.tags,
        mod=FIRST_MOD,
        content=content,
        source=made.source,
        by=version,
    )


def _same_content(before: Line, after: Line) -> bool:
    return before.content == after.content and before.tags == after.tags


def _with_restarts(changes: Iterable[Change], gone: Sequence[Line]) -> list[Change]:
    """Find new notes that stand for one of another type, which is gone: to their user they are the same."""
    free = {line.guid: line for line in gone}
    result = []
    for change in changes:
        old = _predecessor(change.known, free.values()) if change.fate is Fate.NEW else None
        if old is not None:
            del free[old.guid]
            result.append(replace(change, fate=Fate.RESTARTED, before=old))
        else:
            result.append(change)
    return result


def _predecessor(new: Line, gone: Iterable[Line]) -> Line | None:
    texts = words(f"{new.front} {new.back}") if new.note_type != NoteKind.CLOZE else words(new.front)
    scored = [
        (shared(texts, words(line.front if line.note_type == NoteKind.CLOZE else f"{line.front} {line.back}")), line)
        for line in gone
        if line.note_type != new.note_type and (line.path == new.path or line.document == new.document)
    ]
    best = max(scored, key=lambda each: (each[0], each[1].path == new.path, each[1].key), default=(0.0, None))
    return best[1] if best[0] >= SUCCESSOR else None


def _tombstone(line: Line, now: int) -> Line:
    return replace(line, mod=max(now, line.mod + 1), content=TOMBSTONE, tags=(*line.tags, GONE_TAG))


def _stamped_type(note_type: NoteType, lock: Lock, now: int) -> TypeLine:
    content = _hash(
        {
            "fields": [[field.name, field.id] for field in note_type.fields],
            "templates": [[each.name, each.id, each.front, each.back] for each in note_type.templates],
            "css": note_type.css,
        }
    )
    before = next((kind for kind in lock.note_types if kind.note_type == note_type.name), None)
    if before is None:
        return TypeLine(note_type=note_type.name, content=content, mod=note_type.mod)
    mod = before.mod if before.content == content else max(now, before.mod + 1)
    return TypeLine(note_type=note_type.name, content=content, mod=mod)


def _hash(value: Mapping[str, object]) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:20]
