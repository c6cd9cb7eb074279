import { Clock, Effect } from "effect"
import { BadInput, Conflict, NoData } from "../shared/errors.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import { CollectingRecords, type Shown } from "./CollectingRecords.js"
import type { Disc, Edition, Film } from "./records.js"
import { atOnce, type CollectingChanges } from "./room.js"
import { type DiscShelf, type Reach, type RecordShelf, Shelves } from "./Shelves.js"
import type { AddedDisc, AddedRecord, FilmCandidates, NewDisc, NewRecord, ReleaseCandidates, RemovedDisc } from "./views/admin.js"

const mostCandidates = 5

/** Additions and removals by hand: at the provider first, then here, each as often as one likes (contract §5). */
export class CollectingAdmin extends Effect.Service<CollectingAdmin>()("@daybook/core/CollectingAdmin", {
  effect: Effect.gen(function*() {
    const shelves = yield* Shelves
    const records = yield* CollectingRecords
    const context = yield* Effect.context<CollectingChanges>()
    const change = <A extends { readonly shown: Shown }, E>(effect: Effect.Effect<A, E>) => Effect.provide(atOnce(effect), context)

    const addDisc = Effect.fn("CollectingAdmin.addDisc")(function*(asked: NewDisc) {
      if (asked.media_type === "digital") return yield* new BadInput({ message: "media_type must be that of a disc or tape: what is owned as a file alone is not kept here" })
      const shelf = yield* within(shelves.discs)
      const film = yield* told(chosenFilm(shelf, asked))
      const edition = editionOf(asked)
      const held = yield* records.discsOf(film.ids)
      const answer = { movie: { title: film.title, year: film.year, tmdb_id: film.ids.tmdb }, media_type: edition.mediaType, image_processed: false }
      if (held.some(({ mediaType }) => mediaType === edition.mediaType)) {
        return { status: "existing", ...answer, trakt: { added: 0, existing: 1 } } satisfies AddedDisc
      }
      const disc: Disc = { _tag: "Disc", film, edition, collectedAt: yield* Clock.currentTimeMillis, filed: false }
      // The provider holds one row a film: another edition beside it is kept here alone.
      const isBeside = held.some(({ atProvider }) => atProvider)
      const isNew = isBeside ? false : yield* told(shelf.add(film, edition, disc.collectedAt))
      yield* change(isBeside ? records.keepDisc(disc) : records.put("trakt", [disc]))
      return { status: "added", ...answer, trakt: isNew ? { added: 1, existing: 0 } : { added: 0, existing: 1 } } satisfies AddedDisc
    })

    const removeDisc = Effect.fn("CollectingAdmin.removeDisc")(function*(id: number) {
      const held = yield* records.heldDisc(id)
      if (held === null) return yield* new NoData({ what: `disc ${id}` })
      if (held.atProvider) yield* told((yield* within(shelves.discs)).remove(held.film))
      yield* change(Effect.map(records.removeDisc(id), (shown) => ({ shown })))
      return { status: "removed", message: `${held.film.title} is no longer in the collection` } satisfies RemovedDisc
    })

    const addRecord = Effect.fn("CollectingAdmin.addRecord")(function*(asked: NewRecord) {
      const shelf = yield* within(shelves.records)
      const id = yield* told(chosenRelease(shelf, asked))
      const found = yield* told(shelf.release(id))
      const { detail, release } = yield* Effect.mapError(found, () => new NoData({ what: `release ${id}` }))
      const [owned] = yield* records.instancesOf(id)
      const instance = owned ?? (yield* told(shelf.add(id)))
      if (owned === undefined) {
        const addedAt = yield* Clock.currentTimeMillis
        const care = { addedAt, rating: 0, mediaCondition: null, sleeveCondition: null, notes: null }
        yield* change(records.put("discogs", [{ _tag: "Copy", instance, release, care }]))
        yield* change(Effect.map(records.describeRelease(release, detail), (shown) => ({ shown })))
      }
      return {
        status: owned === undefined ? "added" : "existing",
        release: { discogs_id: id, title: release.title, artists: release.artists.map(({ shown }) => shown), year: release.year },
        discogs: { instance_id: instance },
        image_processed: false
      } satisfies AddedRecord
    })

    return {
      addDisc,
      removeDisc,
      addRecord,
      filmCandidates: (title: string) =>
        Effect.gen(function*() {
          const films = yield* told((yield* within(shelves.discs)).search(title))
          return {
            data: films.slice(0, mostCandidates).map(({ ids, title, year }) => ({ title, year, tmdb_id: ids.tmdb, imdb_id: ids.imdb }))
          } satisfies FilmCandidates
        }),
      releaseCandidates: (of: Parameters<RecordShelf["search"]>[0]) =>
        Effect.gen(function*() {
          const releases = yield* told((yield* within(shelves.records)).search(of))
          return {
            data: releases.slice(0, mostCandidates).map(({ country, format, id, title, year }) => ({ title, year, discogs_id: id, format, country }))
          } satisfies ReleaseCandidates
        })
    }
  })
}) {}

const within = <Shelf>(reach: Reach<Shelf>): Effect.Effect<Shelf, Conflict> =>
  reach._tag === "Ready"
    ? Effect.succeed(reach.shelf)
    : Effect.fail(new Conflict({ message: `the provider is not set up: set ${reach.settings.join(", ")}` }))

/** What the provider refused is the asker's to mend, not a failure of this service. */
const told = <A, E, R>(effect: Effect.Effect<A, E | SourceFailure, R>) =>
  Effect.mapError(effect, (failure): Exclude<E, SourceFailure> | Conflict =>
    isSourceFailure(failure) ? new Conflict({ message: `${failure.message}; ${failure.next}` }) : failure as Exclude<E, SourceFailure>)

const isSourceFailure = (failure: unknown): failure is SourceFailure =>
  typeof failure === "object" && failure !== null && "_tag" in failure && failure._tag === "SourceFailure"

const chosenFilm = (shelf: DiscShelf, { imdb_id: imdb, title, tmdb_id: tmdb, year }: NewDisc): Effect.Effect<Film, SourceFailure | BadInput | Conflict | NoData> =>
  Effect.gen(function*() {
    if (tmdb !== undefined || imdb !== undefined) {
      const found = yield* shelf.film(tmdb !== undefined ? { tmdb } : { imdb: imdb! })
      return yield* Effect.mapError(found, () => new NoData({ what: `film ${tmdb ?? imdb}` }))
    }
    if (title === undefined) return yield* new BadInput({ message: "give tmdb_id, imdb_id or title" })
    const films = yield* shelf.search(title)
    const meant = likeliest(films, (film) => isNamed(film.title, title) && (year === undefined || film.year === year))
    return yield* onlyOne(meant, title, `/v1/admin/collecting/media/candidates?title=${encodeURIComponent(title)}`)
  })

const chosenRelease = (shelf: RecordShelf, { artist, discogs_id: id, title, year }: NewRecord): Effect.Effect<number, SourceFailure | BadInput | Conflict | NoData> =>
  Effect.gen(function*() {
    if (id !== undefined) return id
    if (title === undefined) return yield* new BadInput({ message: "give discogs_id or title" })
    const releases = yield* shelf.search({ title, artist: artist ?? null, year: year ?? null })
    const of = artist === undefined ? "" : `&artist=${encodeURIComponent(artist)}`
    const meant = yield* onlyOne(releases, title, `/v1/admin/collecting/vinyl/candidates?title=${encodeURIComponent(title)}${of}`)
    return meant.id
  })

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")

const isNamed = (name: string, asked: string) => plain(name) === plain(asked)

/** Those that are called exactly so, or all where none is. */
const likeliest = <A>(all: ReadonlyArray<A>, fits: (one: A) => boolean): ReadonlyArray<A> => {
  const fitting = all.filter(fits)
  return fitting.length > 0 ? fitting : all
}

const onlyOne = <A>(candidates: ReadonlyArray<A>, title: string, where: string): Effect.Effect<A, Conflict | NoData> => {
  const [first, second] = candidates
  if (first === undefined) return Effect.fail(new NoData({ what: title }))
  return second === undefined
    ? Effect.succeed(first)
    : Effect.fail(new Conflict({ message: `"${title}" may mean any of ${candidates.length}: choose one from GET ${where} and give its number` }))
}

const editionOf = ({ audio = null, audio_channels: channels = null, hdr = null, media_type: type, resolution = null }: NewDisc): Edition => ({
  mediaType: type === "bluray" && resolution === "uhd_4k" ? "uhd_bluray" : type,
  resolution: type === "uhd_bluray" ? "uhd_4k" : resolution,
  hdr,
  audio,
  audioChannels: channels?.replaceAll(".", "_") ?? null
})

