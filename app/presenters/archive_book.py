"""The sheet of archives: add, edit, remove, test; passwords into the keyring; the cache of studies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from app.archives.book import Book
from app.archives.cache import CacheUse, DeskCache
from app.archives.shown import BookShown, BookView, Connect, Fields, SecretKeeper
from app.language import decimal, tr, tr_count
from app.messages import Notice, notice_of
from app.ports import Lane, Task, Tell
from app.presenters.auditing import Auditor
from app.store.events import Event
from engine.archives.archive import Echoed
from engine.archives.config import (
    ArchiveConfig,
    Auth,
    DicomwebAddress,
    DimseAddress,
    Limits,
    Receiver,
    Tls,
)
from engine.errors import ArchiveMisconfigured, SecretMissing
from engine.progress import CancelToken

GIB, MIB = 1 << 30, 1 << 20


@dataclass(frozen=True, slots=True)
class BookPorts:
    """What the sheet works with. Tests and secrets run on `lane`; cache and `save` on `files_lane`."""

    lane: Lane
    files_lane: Lane
    connect: Connect
    secrets: SecretKeeper
    cache: DeskCache
    auditor: Auditor
    save: Callable[[Book], None]


class BookPresenter:
    """`changed` hears of every other book, `cleared` that the cache was cleared."""

    def __init__(
        self,
        view: BookView,
        ports: BookPorts,
        book: Book,
        changed: Callable[[Book], None],
        cleared: Callable[[], None],
    ) -> None:
        self._view = view
        self._ports = ports
        self._book = book
        self._changed = changed
        self._cleared = cleared
        self._editing = ""
        self._test: Task | None = None

    @property
    def book(self) -> Book:
        """The archives as they are now."""
        return self._book

    def show(self) -> None:
        """Open the sheet, at its first archive or with empty fields."""
        self.edit(self._book.names[0] if self._book.names else "")
        self._measure_cache()

    def edit(self, name: str) -> None:
        """Show an archive's fields; "" for a new one."""
        self._stop_test()
        archive = self._book.find(name)
        self._editing = name if archive is not None else ""
        self._show("")
        if archive is not None and archive.needs_secret:
            self._look_for_secret(archive.name)

    def save(self, fields: Fields) -> None:
        """Keep what the fields say, the password in the keyring; what cannot be, is said and nothing kept."""
        editing = self._editing
        try:
            archive = archive_of(fields, self._book.find(editing))
            book = self._book.put(archive, editing)
        except ArchiveMisconfigured as error:
            self._view.say(notice_of(error))
            return
        self._stop_test()
        if not archive.needs_secret:
            self._saved(book, archive, "")
        elif fields.secret:
            self._keep_secret(book, archive, fields.secret, editing)
        elif editing and editing != archive.name:
            self._move_secret(book, archive, editing)
        else:
            self._saved(book, archive, "")

    def remove(self) -> None:
        """Take the archive that is edited out of the list, its password out of the keyring."""
        archive = self._book.find(self._editing)
        if archive is None:
            return
        self._stop_test()
        self._take(self._book.without(archive.name))
        self.edit(self._book.names[0] if self._book.names else "")
        said = tr("{name} is not in the list any more. Nothing was changed there.", name=archive.name)
        self._view.say(Notice(said, done=True))
        if archive.needs_secret:
            self._ports.lane.run(
                lambda _cancel, _tell: self._ports.secrets.forget(archive.name),
                done=lambda _: None,
                failed=lambda error: self._view.say(notice_of(error)),
            )

    def test(self, fields: Fields) -> None:
        """Ask the archive of these fields, saved or not, whether it answers and knows us."""
        try:
            archive = archive_of(fields, self._book.find(self._editing))
        except ArchiveMisconfigured as error:
            self._view.say(notice_of(error))
            return
        self._stop_test()
        connect, secret = self._ports.connect, fields.secret

        def work(cancel: CancelToken, _: Tell) -> Echoed:
            return connect(archive, secret).echo(cancel=cancel)

        self._view.say(Notice(tr("Asking {name}", name=archive.name), done=True), busy=True)
        self._test = self._ports.lane.run(
            work,
            done=lambda echoed: self._tested(archive, echoed),
            failed=lambda error: self._tested(archive, error),
            cancelled=lambda: None,
        )

    def close(self) -> None:
        """The sheet is closed."""
        self._stop_test()

    def limit_cache(self, gib: int) -> None:
        """How much the cache may hold from now on."""
        self._ports.cache.limit(gib * GIB)
        self._changed(self._book)

    def clear_cache(self) -> None:
        """Remove every retrieved study from this disk."""
        cache = self._ports.cache
        self._ports.files_lane.run(
            lambda _cancel, _tell: cache.clear(), done=self._cache_cleared, failed=self._cache_failed
        )

    # Inside

    def _keep_secret(self, book: Book, archive: ArchiveConfig, secret: str, before: str) -> None:
        secrets = self._ports.secrets

        def work(_cancel: CancelToken, _tell: Tell) -> None:
            secrets.keep(archive.name, secret)
            if before and before != archive.name:
                secrets.forget(before)

        self._ports.lane.run(
            work,
            done=lambda _: self._saved(book, archive, tr("The password is in the system's keyring.")),
            failed=lambda error: self._saved_without(book, archive, error),
        )

    def _move_secret(self, book: Book, archive: ArchiveConfig, before: str) -> None:
        """An archive with another name: its password is found by the name."""
        secrets = self._ports.secrets

        def work(_cancel: CancelToken, _tell: Tell) -> None:
            try:
                secret = secrets.secret(before)
            except SecretMissing:
                return
            secrets.keep(archive.name, secret)
            secrets.forget(before)

        self._ports.lane.run(
            work,
            done=lambda _: self._saved(book, archive, ""),
            failed=lambda error: self._saved_without(book, archive, error),
        )

    def _saved(self, book: Book, archive: ArchiveConfig, more: str) -> None:
        self._take(book)
        self.edit(archive.name)
        said = tr("{name} is saved.", name=archive.name)
        self._view.say(Notice(f"{said} {more}".strip(), done=True))

    def _saved_without(self, book: Book, archive: ArchiveConfig, error: BaseException) -> None:
        """The address is kept all the same: a variable can give the password."""
        self._take(book)
        self.edit(archive.name)
        self._view.say(notice_of(error))

    def _take(self, book: Book) -> None:
        """These are the archives from now on, and at the next start if they can be kept."""
        self._book = book
        self._changed(book)
        save = self._ports.save
        self._ports.files_lane.run(
            lambda _cancel, _tell: save(book),
            done=lambda _: None,
            failed=lambda error: self._view.say(notice_of(error)),
        )

    def _look_for_secret(self, name: str) -> None:
        secrets = self._ports.secrets

        def work(_cancel: CancelToken, _tell: Tell) -> bool:
            return bool(secrets.secret(name))

        def found(_: bool) -> None:
            self._show_secret(name, tr("One is kept. Leave the field empty to go on with it."))

        def missing(error: BaseException) -> None:
            self._show_secret(name, str(notice_of(error)))

        self._ports.lane.run(work, done=found, failed=missing)

    def _show_secret(self, name: str, text: str) -> None:
        if name == self._editing:
            self._view.show_secret(text)

    def _tested(self, archive: ArchiveConfig, result: Echoed | BaseException) -> None:
        self._test = None
        if isinstance(result, Echoed):
            seconds = decimal(f"{result.seconds:.1f}")
            said = tr("{name} answers, in {seconds} seconds.", name=archive.name, seconds=seconds)
            self._view.say(Notice(f"{said} {result.answered}".strip(), done=True))
        else:
            self._view.say(notice_of(result))

    def _stop_test(self) -> None:
        if self._test is not None:
            self._test.cancel()
            self._test = None

    def _show(self, secret_text: str) -> None:
        archive = self._book.find(self._editing)
        fields = fields_of(archive) if archive is not None else Fields()
        limit = max(1, round(self._ports.cache.limit_bytes / GIB))
        self._view.show_book(BookShown(self._book.names, self._editing, fields, secret_text, limit))

    def _measure_cache(self) -> None:
        cache = self._ports.cache
        self._ports.files_lane.run(
            lambda _cancel, _tell: cache.use(), done=self._show_cache, failed=self._cache_failed
        )

    def _show_cache(self, use: CacheUse) -> None:
        if not use.studies:
            self._view.show_cache(tr("No retrieved study lies on this disk."), False)
            return
        studies = tr_count("%n retrieved study", "%n retrieved studies", use.studies)
        self._view.show_cache(tr("{studies}, {size}", studies=studies, size=size_words(use.bytes)), True)

    def _cache_failed(self, error: BaseException) -> None:
        self._view.say(notice_of(error))

    def _cache_cleared(self, freed: CacheUse) -> None:
        self._ports.auditor.note(Event.CACHE_CLEARED, "", {"studies": freed.studies, "bytes": freed.bytes})
        studies = tr_count("%n study", "%n studies", freed.studies)
        said = tr("{studies} removed, {size} freed.", studies=studies, size=size_words(freed.bytes))
        self._view.say(Notice(said, todo=tr("Their reviews are kept."), done=True))
        self._show_cache(CacheUse())
        self._cleared()


def archive_of(fields: Fields, before: ArchiveConfig | None = None) -> ArchiveConfig:
    """The archive that the fields describe; ArchiveMisconfigured where they cannot.

    What has no field stays as it was `before`.
    """
    name = fields.name.strip()
    limits = before.limits if before is not None else Limits()
    tls = _tls(fields) if fields.has_tls else None
    if fields.is_dicomweb:
        auth = Auth(fields.auth)
        user = fields.user.strip() if auth is Auth.BASIC else ""
        return ArchiveConfig(name, DicomwebAddress(fields.url.strip(), auth, user, tls), limits)
    calling = fields.calling_ae.strip()
    receiver = _receiver(fields, before) if fields.is_moved else None
    return ArchiveConfig(
        name,
        DimseAddress(
            fields.host.strip(), _port(fields.port), fields.called_ae.strip(), calling, receiver, tls
        ),
        limits,
    )


def fields_of(archive: ArchiveConfig) -> Fields:
    """The fields for an archive; never its password."""
    address = archive.address
    tls = address.tls or Tls()
    paths = [str(path) if path is not None else "" for path in (tls.authorities, tls.certificate, tls.key)]
    has_tls = address.tls is not None
    if isinstance(address, DicomwebAddress):
        return Fields(
            name=archive.name,
            is_dicomweb=True,
            url=address.url,
            auth=address.auth.value,
            user=address.user,
            has_tls=has_tls,
            authorities=paths[0],
            certificate=paths[1],
            key=paths[2],
        )
    receiver = address.receiver
    return Fields(
        name=archive.name,
        host=address.host,
        port=str(address.port),
        called_ae=address.called_ae,
        calling_ae=address.calling_ae,
        is_moved=receiver is not None,
        receiver_port=str(receiver.port) if receiver is not None else Fields().receiver_port,
        has_tls=has_tls,
        authorities=paths[0],
        certificate=paths[1],
        key=paths[2],
    )


def size_words(size: int) -> str:
    """A size in MB or GB, as people say it."""
    if size >= GIB:
        return decimal(f"{size / GIB:.1f}") + " GB"
    return decimal(f"{size / MIB:.1f}" if size < 10 * MIB else f"{size / MIB:.0f}") + " MB"


def _tls(fields: Fields) -> Tls:
    authorities, certificate, key = (
        Path(text.strip()) if text.strip() else None
        for text in (fields.authorities, fields.certificate, fields.key)
    )
    return Tls(authorities, certificate, key)


def _receiver(fields: Fields, before: ArchiveConfig | None) -> Receiver:
    port = _port(fields.receiver_port)
    if before is not None and isinstance(before.address, DimseAddress) and before.address.receiver:
        return replace(before.address.receiver, port=port)
    return Receiver(port, ae_title=fields.calling_ae.strip())


def _port(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ArchiveMisconfigured(tr("A port is a number, such as 104."), todo=tr("Correct it.")) from None
