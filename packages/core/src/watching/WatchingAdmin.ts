import { Clock, Effect } from "effect"
import { Calendar } from "../shared/Calendar.js"
import { parseRange } from "../shared/DateRange.js"
import { BadInput, Conflict, NoData, StorageFailure } from "../shared/errors.js"
import { isLocalDate } from "../shared/LocalDate.js"
import { type PageOf, paginationOf } from "../shared/Pagination.js"
import { Transaction } from "../shared/Transaction.js"
import { Publisher } from "../publishing/Publisher.js"
import { DataVersions } from "../sync/DataVersions.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import { type Title, noDetails, noIdentifiers, noonOf } from "./records.js"
import { tell } from "./room.js"
import { TitleFinder } from "./TitleFinder.js"
import { type NewWatch, type WatchChange, changedWatch, mergeView } from "./views/admin.js"
import { WatchingLookups, type WantedTitle } from "./WatchingLookups.js"
import { type Turned, WatchingRecords } from "./WatchingRecords.js"
import { WatchingStore } from "./WatchingStore.js"

/** Watching changed by hand: viewings added, changed and deleted, merges looked at and undone (contract §4). */
export class WatchingAdmin extends Effect.Service<WatchingAdmin>()("@daybook/core/WatchingAdmin", {
  effect: Effect.gen(function*() {
    const store = yield* WatchingStore
    const records = yield* WatchingRecords
    const calendar = yield* Calendar
    const transaction = yield* Transaction
    const versions = yield* DataVersions
    const publisher = yield* Publisher
    const find = movieOf(yield* WatchingLookups, yield* TitleFinder)

    /** One transaction of a write, of what the halls are told of it and of the data's version. */
    const written = <A extends { readonly turned: Turned } | null>(write: Effect.Effect<A, StorageFailure>) =>
      transaction.run(Effect.tap(write, (done) =>
        done === null ? Effect.void : Effect.zipRight(Effect.provideService(tell(done.turned), Publisher, publisher), versions.bump("watching"))))

    const turned = (write: Effect.Effect<Turned | null, StorageFailure>, what: string) =>
      Effect.flatMap(
        written(Effect.map(write, (turned) => turned === null ? null : { turned })),
        (done) => done === null ? Effect.fail(new NoData({ what })) : Effect.void
      )

    const readTime = (text: string | undefined) =>
      text === undefined
        ? Effect.map(Clock.currentTimeMillis, (at) => ({ at, date: null }))
        : isLocalDate(text)
        ? Effect.succeed({ at: noonOf(text), date: text })
        : Effect.flatMap(parseRange(calendar, { from: text }), ({ from }) =>
          from === null ? Effect.fail(badTime) : Effect.succeed({ at: from, date: null })).pipe(Effect.mapError(() => badTime))

    const view = (report: number) =>
      Effect.flatMap(store.watchOf(report), (found) =>
        Effect.mapBoth(found, { onFailure: () => new NoData({ what: `viewing ${report}` }), onSuccess: ({ movieId, watch }) => changedWatch(movieId, watch) }))

    return {
      add: Effect.fn("WatchingAdmin.add")(function*(asked: NewWatch) {
        const watched = yield* readTime(asked.watched_at)
        const movie = yield* find(asked)
        const report = { ...watched, key: String(watched.at), rating: asked.rating ?? null, rewatch: asked.rewatch ?? null, ...unwritten }
        const added = yield* written(records.add(movie, report))
        if (added === null) return yield* new Conflict({ message: `${movie.title} has a viewing on that day already` })
        return yield* view(added.report)
      }),
      edit: Effect.fn("WatchingAdmin.edit")(function*(id: number, asked: WatchChange) {
        const change = {
          ...(asked.watched_at === undefined ? {} : { watched: yield* readTime(asked.watched_at) }),
          ...(asked.rating === undefined ? {} : { rating: asked.rating }),
          ...(asked.rewatch === undefined ? {} : { rewatch: asked.rewatch })
        }
        yield* turned(records.edit(id, change), `viewing ${id}`)
        return yield* view(id)
      }),
      remove: (id: number) => turned(records.dismiss(id), `viewing ${id}`),
      merges: (page: PageOf) =>
        Effect.map(store.merges(page), ({ rows, total }) => ({ data: rows.map(mergeView), pagination: paginationOf(page, total) })),
      /** Undoes a merge for good. */
      separate: (id: number) => turned(records.separate(id), `merge ${id}`)
    }
  })
}) {}

const badTime = new BadInput({ message: "watched_at must be an ISO 8601 day or timestamp" })

const unwritten = { review: null, reviewUrl: null, alias: null, loggedAt: null }

/** Finds the film that is meant: among those that are known, else at the metadata service. */
const movieOf = (lookups: typeof WatchingLookups.Service, finder: typeof TitleFinder.Service) =>
  Effect.fn("WatchingAdmin.movieOf")(function*({ title, tmdb_id: tmdbId, ...asked }: NewWatch) {
    const year = asked.year ?? null
    if (tmdbId !== undefined) {
      const known = yield* lookups.movieOfTmdb(tmdbId)
      if (known !== null) return titleOf(known)
      return yield* Effect.mapError(yield* Effect.mapError(finder.movie(tmdbId), unreachable), () => new NoData({ what: `film ${tmdbId} of TMDB` }))
    }
    const name = title?.trim() ?? ""
    if (name === "") return yield* new BadInput({ message: "give tmdb_id or title" })
    const named = yield* lookups.moviesNamed(name, year)
    const exact = named.filter((one) => one.year === year)
    const known = exact.length > 0 ? exact : named
    if (known.length > 1) {
      return yield* new Conflict({ message: `several films are called so (${known.map((one) => one.year ?? "no year").join(", ")}): give year or tmdb_id` })
    }
    if (known[0] !== undefined) return titleOf(known[0])
    if (!finder.available) return { title: name, year, ids: noIdentifiers, details: noDetails }
    const found = yield* Effect.mapError(finder.search(name, year), unreachable)
    return yield* Effect.mapError(found, () => new NoData({ what: `a film called ${name}` }))
  })

const titleOf = ({ ids, title, year }: WantedTitle): Title => ({ title, year, ids, details: noDetails })

const unreachable = (cause: SourceFailure) => new StorageFailure({ operation: "TitleFinder", unavailable: true, cause })
