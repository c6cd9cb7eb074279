import { Clock, Effect, Context, Option } from "effect"
import { type Publisher, commitChange, publishCorrectedOf } from "../publishing/index.js"
import { Calendar } from "../shared/Calendar.js"
import { parseRange } from "../shared/DateRange.js"
import { BadInput, Conflict, NoData, StorageFailure } from "../shared/errors.js"
import { type PageOf, paginationOf } from "../shared/fields.js"
import { isLocalDate } from "../shared/LocalDate.js"
import type { Transaction } from "../shared/Transaction.js"
import { EnrichmentTasks } from "../sync/EnrichmentTasks.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { DataVersions } from "../sync/SyncStore.js"
import { type Title, noDetails, noIdentifiers, noonOf } from "./model.js"
import {
  type TitleTarget,
  type WatchingChanges,
  WatchingEnrichmentStore,
  WatchingRecords,
  WatchingStore,
  movieTask
} from "./store.js"
import { entityOf, publishChanges } from "./writer.js"
import {
  type EpisodeChoice,
  type NewWatch,
  type WatchChange,
  changedWatch,
  mergeView,
  unmatchedView,
  unnumberedView
} from "./views/admin.js"

/** Interactive queries to the metadata service. Without one they find nothing. */
export class TitleFinder extends Context.Tag("@daybook/core/TitleFinder")<
  TitleFinder,
  {
    /** Whether a service is set up. */
    readonly available: boolean
    readonly movie: (tmdbId: number) => Effect.Effect<Option.Option<Title>, SourceFailure>
    /** The film with exactly this title, ignoring diacritics and case. With a year, only films of about that year. */
    readonly search: (title: string, year: number | null) => Effect.Effect<Option.Option<Title>, SourceFailure>
  }
>() {}

const publishCorrected = publishCorrectedOf("watching", entityOf)

/** Manual changes: adds, edits and deletes viewings, lists merges and undoes them. */
export class WatchingAdmin extends Effect.Service<WatchingAdmin>()("@daybook/core/WatchingAdmin", {
  effect: Effect.gen(function* () {
    const store = yield* WatchingStore
    const records = yield* WatchingRecords
    const calendar = yield* Calendar
    const commitServices = yield* Effect.context<Publisher | Transaction | DataVersions>()
    const lookups = yield* WatchingEnrichmentStore
    const finder = yield* TitleFinder
    const tasks = yield* EnrichmentTasks
    const findMovie = movieOf(lookups, finder)

    /** Commits a write, its publication and the new data version in one transaction. */
    const commitWrite = <A extends { readonly changes: WatchingChanges } | null>(
      write: Effect.Effect<A, StorageFailure>,
      publish: typeof publishChanges = publishChanges
    ) =>
      commitChange(
        "watching",
        write,
        (result) => result !== null,
        (result) => (result === null ? Effect.void : publish(result.changes))
      ).pipe(Effect.provide(commitServices))

    const commitChanges = (
      write: Effect.Effect<WatchingChanges | null, StorageFailure>,
      what: string,
      publish?: typeof publishChanges
    ) =>
      Effect.flatMap(
        commitWrite(
          Effect.map(write, (changes) => (changes === null ? null : { changes })),
          publish
        ),
        (result) => (result === null ? Effect.fail(new NoData({ what })) : Effect.void)
      )

    const readTime = (text: string | undefined) =>
      text === undefined
        ? Effect.map(Clock.currentTimeMillis, (at) => ({ at, date: null }))
        : isLocalDate(text)
          ? Effect.succeed({ at: noonOf(text), date: text })
          : Effect.flatMap(parseRange(calendar, { from: text }), ({ from }) =>
              from === null ? Effect.fail(badTime) : Effect.succeed({ at: from, date: null })
            ).pipe(Effect.mapError(() => badTime))

    const view = (report: number) =>
      Effect.flatMap(store.watchOf(report), (watch) =>
        Effect.mapBoth(watch, {
          onFailure: () => new NoData({ what: `viewing ${report}` }),
          onSuccess: ({ movieId, watch }) => changedWatch(movieId, watch)
        })
      )

    const findFilm = Effect.fn("WatchingAdmin.findFilm")(function* (tmdbId: number) {
      if (!finder.available) return yield* new Conflict({ message: "TMDB is not set up: set DAYBOOK_TMDB_API_KEY" })
      const answer = yield* Effect.mapError(finder.movie(tmdbId), unreachable)
      const title = yield* Effect.mapError(
        answer,
        () => new Conflict({ message: `TMDB has no film ${tmdbId}: copy the number from the address of its page` })
      )
      return { tmdbId, title }
    })

    /** Stores which film of TMDB a watched film is, as a correction. */
    const identify = Effect.fn("WatchingAdmin.identify")(function* (id: number, tmdbId: number | null) {
      const film = tmdbId === null ? null : yield* findFilm(tmdbId)
      const next = (yield* Clock.currentTimeMillis) + refreshMs
      yield* commitChange(
        "watching",
        Effect.gen(function* () {
          const changes = yield* records.identify(id, film)
          if (changes === null)
            return yield* new Conflict({
              message: `film ${tmdbId} of TMDB is another film that was watched too: the names or years contradict`
            })
          if (film !== null) yield* tasks.recordOutcome(movieTask, [id], next, true)
          return changes
        }),
        () => true,
        publishCorrected
      ).pipe(Effect.provide(commitServices))
    })

    return {
      unmatched: (page: PageOf) =>
        Effect.map(lookups.unmatched(page), ({ rows, total }) => ({
          data: rows.map(unmatchedView),
          pagination: paginationOf(page, total)
        })),
      /** Says which film of TMDB a watched film is; null: none, and it is looked for no more. It is a correction. */
      match: Effect.fn("WatchingAdmin.match")(function* (id: number, tmdbId: number | null) {
        const profile = yield* store.movie(id)
        if (Option.isNone(profile)) return yield* new NoData({ what: `film ${id}` })
        yield* identify(id, tmdbId)
        return { id, tmdb_id: tmdbId }
      }),
      unnumbered: (page: PageOf) =>
        Effect.map(lookups.unnumbered(page), ({ rows, total }) => ({
          data: rows.map(unnumberedView),
          pagination: paginationOf(page, total)
        })),
      /**
       * Says what an episode without a number is, as a correction: an episode of a season, a film, or nothing that
       * counts.
       */
      number: Effect.fn("WatchingAdmin.number")(function* (id: number, choice: EpisodeChoice) {
        const { episode, is_film: isFilm = false, season } = choice
        const what = `episode without a number ${id}`
        const named = yield* Effect.flatMap(
          lookups.seasonOfUnnumbered(id),
          Effect.mapError(() => new NoData({ what }))
        )
        if (isFilm && episode !== null) return yield* new BadInput({ message: "a film has no episode: give null" })
        const inSeason = named ?? season
        if (episode !== null && inSeason === undefined)
          return yield* new BadInput({ message: "give the season too: the file does not say it" })
        const decision =
          episode === null || inSeason === undefined
            ? isFilm
              ? "film"
              : "nothing"
            : { season: inSeason, number: episode }
        yield* commitChanges(records.decideEpisode(id, decision), what, publishCorrected)
        return { id, episode }
      }),
      add: Effect.fn("WatchingAdmin.add")(function* (request: NewWatch) {
        const watched = yield* readTime(request.watched_at)
        const movie = yield* findMovie(request)
        const report = {
          ...watched,
          key: String(watched.at),
          rating: request.rating ?? null,
          rewatch: request.rewatch ?? null,
          review: textOrNull(request.review),
          ...withoutAddress
        }
        const added = yield* commitWrite(records.add(movie, report))
        if (added === null) return yield* new Conflict({ message: `${movie.title} has a viewing on that day already` })
        return yield* view(added.report)
      }),
      edit: Effect.fn("WatchingAdmin.edit")(function* (id: number, request: WatchChange) {
        const change = {
          ...(request.watched_at === undefined ? {} : { watched: yield* readTime(request.watched_at) }),
          ...(request.rating === undefined ? {} : { rating: request.rating }),
          ...(request.rewatch === undefined ? {} : { rewatch: request.rewatch }),
          ...(request.review === undefined ? {} : { review: textOrNull(request.review) })
        }
        yield* commitChanges(records.edit(id, change), `viewing ${id}`)
        return yield* view(id)
      }),
      remove: (id: number) => commitChanges(records.dismiss(id), `viewing ${id}`),
      merges: (page: PageOf) =>
        Effect.map(store.merges(page), ({ rows, total }) => ({
          data: rows.map(mergeView),
          pagination: paginationOf(page, total)
        })),
      /** Undoes a merge by corrections, which can be taken back. */
      separate: (id: number) => commitChanges(records.separate(id), `merge ${id}`, publishCorrected)
    }
  })
}) {}

/** TMDB allows caching for six months. */
const refreshMs = 90 * 86_400_000

const badTime = new BadInput({ message: "watched_at must be an ISO 8601 date or timestamp" })

const withoutAddress = { reviewUrl: null, alias: null, loggedAt: null }

const textOrNull = (text: string | null | undefined): string | null => (text === undefined || text === "" ? null : text)

/** Finds the requested film in the library, else at the metadata service. */
const movieOf = (lookups: typeof WatchingEnrichmentStore.Service, finder: typeof TitleFinder.Service) =>
  Effect.fn("WatchingAdmin.movieOf")(function* ({ title, tmdb_id: tmdbId, ...request }: NewWatch) {
    const year = request.year ?? null
    if (tmdbId !== undefined) {
      const movie = yield* lookups.movieOfTmdb(tmdbId)
      if (movie !== null) return titleOf(movie)
      return yield* Effect.mapError(
        yield* Effect.mapError(finder.movie(tmdbId), unreachable),
        () => new NoData({ what: `film ${tmdbId} of TMDB` })
      )
    }
    const name = title?.trim() ?? ""
    if (name === "") return yield* new BadInput({ message: "give tmdb_id or title" })
    const named = yield* lookups.moviesNamed(name, year)
    const exact = named.filter((one) => one.year === year)
    const matches = exact.length > 0 ? exact : named
    if (matches.length > 1) {
      return yield* new Conflict({
        message: `several films have this title (${matches.map((one) => one.year ?? "no year").join(", ")}): give year or tmdb_id`
      })
    }
    if (matches[0] !== undefined) return titleOf(matches[0])
    if (!finder.available) return { title: name, year, ids: noIdentifiers, details: noDetails }
    const match = yield* Effect.mapError(finder.search(name, year), unreachable)
    return yield* Effect.mapError(match, () => new NoData({ what: `a film called ${name}` }))
  })

const titleOf = ({ ids, title, year }: TitleTarget): Title => ({ title, year, ids, details: noDetails })

const unreachable = (cause: SourceFailure) => new StorageFailure({ operation: "TitleFinder", unavailable: true, cause })
