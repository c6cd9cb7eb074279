import { Clock, Effect } from "effect"
import { commitChange } from "../publishing/index.js"
import { BadInput, Conflict, NoData } from "../shared/errors.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import { plainName } from "./correcting.js"
import type { Disc, Edition, Film } from "./discs.js"
import {
  type CollectingChanges,
  CollectingRecords,
  CollectingStore,
  type DiscShelf,
  type MatchDecision,
  type RecordShelf,
  type ShelfAccess,
  Shelves
} from "./store.js"
import { commitChanges, type CollectingCommitServices } from "./writer.js"
import type {
  AddedDisc,
  AddedRecord,
  FilmCandidates,
  NewDisc,
  NewRecord,
  ReleaseCandidates,
  RemovedDisc
} from "./views/admin.js"

const maxCandidates = 5

/** Manual additions and removals: first at the provider, then here. Both are idempotent. */
export class CollectingAdmin extends Effect.Service<CollectingAdmin>()("@daybook/core/CollectingAdmin", {
  effect: Effect.gen(function* () {
    const shelves = yield* Shelves
    const records = yield* CollectingRecords
    const store = yield* CollectingStore
    const context = yield* Effect.context<CollectingCommitServices>()
    const commit = <A extends { readonly changes: CollectingChanges }, E>(effect: Effect.Effect<A, E>) =>
      Effect.provide(commitChanges(effect), context)

    const addDisc = Effect.fn("CollectingAdmin.addDisc")(function* (request: NewDisc) {
      if (request.media_type === "digital")
        return yield* new BadInput({
          message: "media_type must be that of a disc or tape: digital files are not part of this collection"
        })
      const shelf = yield* requireShelf(shelves.discs)
      const film = yield* orConflict(resolveFilm(shelf, request))
      const edition = editionOf(request)
      const ownedDiscs = yield* records.discsOf(film.ids)
      const view = {
        movie: { title: film.title, year: film.year, tmdb_id: film.ids.tmdb },
        media_type: edition.mediaType,
        image_processed: false
      }
      if (ownedDiscs.some(({ mediaType }) => mediaType === edition.mediaType)) {
        return { status: "existing", ...view, trakt: { added: 0, existing: 1 } } satisfies AddedDisc
      }
      const disc: Disc = { _tag: "Disc", film, edition, collectedAt: yield* Clock.currentTimeMillis, filed: false }
      // The provider has one row per film: any other edition is stored only here.
      const isOtherEdition = ownedDiscs.some(({ atProvider }) => atProvider)
      const isNew = isOtherEdition ? false : yield* orConflict(shelf.add(film, edition, disc.collectedAt))
      yield* commit(isOtherEdition ? records.keepDisc(disc) : records.put("trakt", [disc]))
      return {
        status: "added",
        ...view,
        trakt: isNew ? { added: 1, existing: 0 } : { added: 0, existing: 1 }
      } satisfies AddedDisc
    })

    const removeDisc = Effect.fn("CollectingAdmin.removeDisc")(function* (id: number) {
      const disc = yield* records.heldDisc(id)
      if (disc === null) return yield* new NoData({ what: `disc ${id}` })
      if (disc.atProvider) yield* orConflict((yield* requireShelf(shelves.discs)).remove(disc.film))
      yield* commit(Effect.map(records.removeDisc(id), (changes) => ({ changes })))
      return { status: "removed", message: `${disc.film.title} is no longer in the collection` } satisfies RemovedDisc
    })

    const addRecord = Effect.fn("CollectingAdmin.addRecord")(function* (request: NewRecord) {
      const shelf = yield* requireShelf(shelves.records)
      const id = yield* orConflict(resolveRelease(shelf, request))
      const result = yield* orConflict(shelf.release(id))
      const { detail, release } = yield* Effect.mapError(result, () => new NoData({ what: `release ${id}` }))
      const [owned] = yield* records.instancesOf(id)
      const instance = owned ?? (yield* orConflict(shelf.add(id)))
      if (owned === undefined) {
        const addedAt = yield* Clock.currentTimeMillis
        const care = { addedAt, rating: 0, mediaCondition: null, sleeveCondition: null, notes: null }
        yield* commit(records.put("discogs", [{ _tag: "Copy", instance, release, care }]))
        yield* commit(Effect.map(records.describeRelease(release, detail), (changes) => ({ changes })))
      }
      return {
        status: owned === undefined ? "added" : "existing",
        release: {
          discogs_id: id,
          title: release.title,
          artists: release.artists.map(({ shown }) => shown),
          year: release.year
        },
        discogs: { instance_id: instance },
        image_processed: false
      } satisfies AddedRecord
    })

    return {
      unsureRecords: store.unsureRecords,
      unsureFilms: store.unsureFilms,
      /** Records whether two things are the same; null forgets it. The matches of plays and viewings follow. */
      decide: Effect.fn("CollectingAdmin.decide")(function* (decision: MatchDecision, same: boolean | null) {
        const isStored = yield* Effect.provide(
          commitChange("collecting", records.decide(decision, same), (exists) => exists),
          context
        )
        if (!isStored) return yield* new NoData({ what: `match of ${decision.kind} ${decision.subject}` })
        return { id: decision.subject, match: decision.match, same }
      }),
      addDisc,
      removeDisc,
      addRecord,
      filmCandidates: (title: string) =>
        Effect.gen(function* () {
          const films = yield* orConflict((yield* requireShelf(shelves.discs)).search(title))
          return {
            data: films
              .slice(0, maxCandidates)
              .map(({ ids, title, year }) => ({ title, year, tmdb_id: ids.tmdb, imdb_id: ids.imdb }))
          } satisfies FilmCandidates
        }),
      releaseCandidates: (query: Parameters<RecordShelf["search"]>[0]) =>
        Effect.gen(function* () {
          const releases = yield* orConflict((yield* requireShelf(shelves.records)).search(query))
          return {
            data: releases
              .slice(0, maxCandidates)
              .map(({ country, format, id, title, year }) => ({ title, year, discogs_id: id, format, country }))
          } satisfies ReleaseCandidates
        })
    }
  })
}) {}

const requireShelf = <Shelf>(reach: ShelfAccess<Shelf>): Effect.Effect<Shelf, Conflict> =>
  reach._tag === "Ready"
    ? Effect.succeed(reach.shelf)
    : Effect.fail(new Conflict({ message: `the provider is not set up: set ${reach.settings.join(", ")}` }))

/** Turns a provider's refusal into a Conflict: the client can resolve it. */
const orConflict = <A, E, R>(effect: Effect.Effect<A, E | SourceFailure, R>) =>
  Effect.mapError(effect, (failure): Exclude<E, SourceFailure> | Conflict =>
    isSourceFailure(failure)
      ? new Conflict({ message: `${failure.message}; ${failure.next}` })
      : (failure as Exclude<E, SourceFailure>)
  )

const isSourceFailure = (failure: unknown): failure is SourceFailure =>
  typeof failure === "object" && failure !== null && "_tag" in failure && failure._tag === "SourceFailure"

const resolveFilm = (
  shelf: DiscShelf,
  { imdb_id: imdb, title, tmdb_id: tmdb, year }: NewDisc
): Effect.Effect<Film, SourceFailure | BadInput | Conflict | NoData> =>
  Effect.gen(function* () {
    if (tmdb !== undefined || imdb !== undefined) {
      const film = yield* shelf.film(tmdb !== undefined ? { tmdb } : { imdb: imdb! })
      return yield* Effect.mapError(film, () => new NoData({ what: `film ${tmdb ?? imdb}` }))
    }
    if (title === undefined) return yield* new BadInput({ message: "give tmdb_id, imdb_id or title" })
    const films = yield* shelf.search(title)
    const matches = preferMatching(
      films,
      (film) => isNamed(film.title, title) && (year === undefined || film.year === year)
    )
    return yield* onlyOne(matches, title, `/v1/admin/collecting/media/candidates?title=${encodeURIComponent(title)}`)
  })

const resolveRelease = (
  shelf: RecordShelf,
  { artist, discogs_id: id, title, year }: NewRecord
): Effect.Effect<number, SourceFailure | BadInput | Conflict | NoData> =>
  Effect.gen(function* () {
    if (id !== undefined) return id
    if (title === undefined) return yield* new BadInput({ message: "give discogs_id or title" })
    const releases = yield* shelf.search({ title, artist: artist ?? null, year: year ?? null })
    const artistParameter = artist === undefined ? "" : `&artist=${encodeURIComponent(artist)}`
    const match = yield* onlyOne(
      releases,
      title,
      `/v1/admin/collecting/vinyl/candidates?title=${encodeURIComponent(title)}${artistParameter}`
    )
    return match.id
  })

const isNamed = (name: string, title: string) => plainName(name) === plainName(title)

/** The items that match, or all of them if none does. */
const preferMatching = <A>(all: ReadonlyArray<A>, fits: (one: A) => boolean): ReadonlyArray<A> => {
  const fitting = all.filter(fits)
  return fitting.length > 0 ? fitting : all
}

const onlyOne = <A>(
  candidates: ReadonlyArray<A>,
  title: string,
  where: string
): Effect.Effect<A, Conflict | NoData> => {
  const [first, second] = candidates
  if (first === undefined) return Effect.fail(new NoData({ what: title }))
  return second === undefined
    ? Effect.succeed(first)
    : Effect.fail(
        new Conflict({
          message: `"${title}" matches ${candidates.length} titles: choose one from GET ${where} and give its id`
        })
      )
}

const editionOf = ({
  audio = null,
  audio_channels: channels = null,
  hdr = null,
  media_type: type,
  resolution = null
}: NewDisc): Edition => ({
  mediaType: type === "bluray" && resolution === "uhd_4k" ? "uhd_bluray" : type,
  resolution: type === "uhd_bluray" ? "uhd_4k" : resolution,
  hdr,
  audio,
  audioChannels: channels?.replaceAll(".", "_") ?? null
})
