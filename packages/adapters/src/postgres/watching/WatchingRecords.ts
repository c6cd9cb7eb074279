import { Calendar } from "@daybook/core/shared"
import type { PageResult, FullListing, Span } from "@daybook/core/sync"
import { type Report, type WatchingRecord, WatchingRecords, type WatchSource } from "@daybook/core/watching"
import { Effect, Layer } from "effect"
import { type RowOf, instant, nullable, number, real } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { table } from "../kit/table.js"
import { noteLists } from "../SyncStore.js"
import { add, dismiss, edit, separate } from "./byHand.js"
import { countLists, keyOf, missingFrom, missingIn, timed, withoutMarks, withoutOutdated } from "./fullLists.js"
import { changesOf } from "./publishable.js"
import { type Placed, storeReports, unlistedPlays } from "./reports.js"
import { watchSource } from "./rows.js"
import { type SubjectId, placeSubjects, subjectColumns } from "./subjects.js"
import { describeTitle } from "./titles.js"
import { resolveViewings } from "./viewings.js"

/** The person's ratings of films themselves. */
const ratings = table("watching_ratings", {
  titleId: number,
  source: watchSource,
  rating: real,
  asOf: nullable(instant)
})
const ratingColumns = { titleId: number, rating: number }
type FilmRating = RowOf<typeof ratingColumns>

/** Stores ratings of films and returns the new and the changed ones. A list older than the last one changes nothing. */
const storeRatings = Effect.fn("watching.storeRatings")(function* (
  source: WatchSource,
  incoming: ReadonlyArray<FilmRating>,
  asOf: number | null
) {
  const distinct = [...new Map(incoming.map((one) => [one.titleId, one])).values()]
  if (distinct.length === 0) return { added: [], changed: [] }
  const existing = yield* sql(ratingColumns)`
    SELECT title_id, rating FROM watching_ratings
    WHERE source = ${source} AND title_id = ANY(${distinct.map(({ titleId }) => titleId)}::int[])`
  const before = new Map(existing.map(({ rating, titleId }) => [titleId, rating]))
  const upserted = yield* ratings.upsert(
    distinct.map((one) => ({ ...one, source, asOf })),
    {
      key: ["titleId", "source"],
      set: { asOf: sql`coalesce(excluded.as_of, stored.as_of)` },
      when: sql`(stored.as_of IS NULL OR excluded.as_of IS NULL OR excluded.as_of >= stored.as_of)`,
      returning: ratingColumns
    }
  )
  return {
    added: upserted.filter(({ isNew }) => isNew),
    changed: upserted.filter(({ isNew, rating, titleId }) => !isNew && before.get(titleId) !== rating)
  }
})

export const layer = Layer.effect(
  WatchingRecords,
  Effect.gen(function* () {
    const calendar = yield* Calendar

    const placed = (report: Report, subject: SubjectId, asOf: number | null): Placed => ({
      ...report,
      ...subject,
      address: report.address ?? null,
      date: report.at === null ? null : (report.date ?? calendar.dateOf(report.at)),
      dated: report.at === null || report.date !== null,
      asOf
    })

    /** A play that the source counts without listing it: it was marked as watched by hand. */
    const markedAt = (lastAt: number): Report => ({ ...unwritten, key: String(lastAt), at: lastAt })

    const put = Effect.fn(function* (
      source: WatchSource,
      reported: ReadonlyArray<WatchingRecord>,
      covers: Span | null,
      reportedList: FullListing | null
    ) {
      const list = reportedList === null ? null : yield* timed(source, reportedList)
      const asOf = list?.asOf ?? null
      const records = list === null ? reported : yield* withoutOutdated(source, reported, list)
      if (records.length < reported.length)
        yield* Effect.logWarning(outdated(source, reported.length - records.length, reported.length))
      const subjects = yield* placeSubjects(
        records.map(({ subject }) => subject),
        source
      )
      const subjectOf = (index: number) => subjects.ids[index]!
      const storedReports = yield* storeReports(
        source,
        records.flatMap(({ report }, index) => (report === null ? [] : [placed(report, subjectOf(index), asOf)]))
      )
      const tallies = records.flatMap(({ tally }, index) => (tally === null ? [] : [{ ...tally, ...subjectOf(index) }]))
      const marks = yield* storeReports(
        source,
        (yield* unlistedPlays(source, tallies)).map((one) => placed(markedAt(one.lastAt), one, null))
      )
      const rated = records.flatMap(({ rating }, index): ReadonlyArray<FilmRating> =>
        rating === null ? [] : [{ titleId: subjectOf(index).titleId, rating }]
      )
      const storedRatings = yield* storeRatings(source, rated, asOf)
      const ids = [...storedReports.present, ...storedReports.fresh]
      const marked = list === null ? [] : yield* withoutMarks(source, list, ids)
      const missing = [
        ...(covers === null ? [] : yield* missingIn(source, covers, ids)),
        ...(list === null
          ? []
          : yield* missingFrom(source, list, { reports: ids, ratings: rated.map(({ titleId }) => titleId) }))
      ]
      if (list !== null) yield* noteLists(source, list.completeLists, list.asOf)
      const moved = yield* subjectsOf(subjects.merged.map(({ into }) => into))
      const touched = [
        ...storedReports.touched,
        ...marks.touched,
        ...marked,
        ...[...storedRatings.added, ...storedRatings.changed].map(({ titleId }) => ({ titleId, episodeId: null })),
        ...moved
      ]
      const viewings = yield* resolveViewings(touched)
      const changes = yield* changesOf(
        viewings,
        [...subjects.changed, ...subjects.merged.map(({ into }) => into)],
        subjects.merged
      )
      const added = storedReports.added + marks.added + storedRatings.added.length
      const changed =
        storedReports.changed + storedRatings.changed.length + subjects.changed.length + subjects.merged.length
      const present = storedReports.present.flatMap((id) => [keyOf("viewings", id), keyOf("seen", id)])
      return {
        applied: {
          added,
          changed,
          present: [...present, ...rated.map(({ titleId }) => keyOf("ratings", titleId))],
          missing
        } satisfies PageResult,
        changes
      }
    })

    /** All films or episodes of some titles. */
    const subjectsOf = (titles: ReadonlyArray<number>) =>
      titles.length === 0
        ? Effect.succeed([])
        : sql(subjectColumns)`
            SELECT DISTINCT title_id, episode_id FROM watching_reports WHERE title_id = ANY(${titles}::int[])`

    const remove = Effect.fn(function* (source: string, keys: ReadonlyArray<string>) {
      const ids = (kind: string) =>
        keys.flatMap((key) => (key.startsWith(kind) ? [Number(key.slice(kind.length))] : []))
      const reports = [...keys.filter((key) => !key.includes(":")).map(Number), ...ids("seen:")]
      const deleted = yield* sql(subjectColumns)`
      DELETE FROM watching_reports WHERE source::text = ${source} AND id = ANY(${reports}::int[]) RETURNING title_id, episode_id`
      const unrated = yield* sql(subjectColumns)`
      DELETE FROM watching_ratings WHERE source::text = ${source} AND title_id = ANY(${ids("rating:")}::int[]) RETURNING title_id, NULL::int AS episode_id`
      const touched = [...deleted, ...unrated]
      const changes = yield* changesOf(yield* resolveViewings(touched), [], [])
      return { removed: touched.length, changes }
    })

    const describe = Effect.fn(function* (...[kind, id, title]: Parameters<typeof WatchingRecords.Service.describe>) {
      const described = yield* describeTitle(kind, id, title)
      if (described === null) return nothing
      const into = described.merged.map((one) => one.into)
      const viewings = yield* resolveViewings(yield* subjectsOf(into))
      return yield* changesOf(viewings, [...described.changed, ...into], described.merged)
    })

    /** Resolves viewings again after a manual change. */
    const after = (touched: ReadonlyArray<SubjectId>) =>
      Effect.flatMap(resolveViewings(touched), (viewings) => changesOf(viewings, [], []))
    const afterAny = (touched: ReadonlyArray<SubjectId> | null) =>
      touched === null ? Effect.succeed(null) : after(touched)

    const locked = domainLock("watching")
    return yield* implement(WatchingRecords, {
      put: (source, records, covers, list) => locked(put(source as WatchSource, records, covers, list ?? null)),
      remove: (source, keys) => locked(remove(source, keys)),
      counts: countLists,
      count: (source) => countOf(sql`SELECT count(*) FROM watching_reports WHERE source::text = ${source}`),
      describe: (...of) => locked(describe(...of)),
      add: (movie, report) =>
        locked(
          Effect.gen(function* () {
            const subjects = yield* placeSubjects([{ kind: "movie", title: movie }], "manual")
            const subject = subjects.ids[0]!
            const added = yield* add(placed(report, subject, null))
            return added === null ? null : { report: added, changes: yield* after([subject]) }
          })
        ),
      edit: (id, { watched, ...change }) => {
        const moved =
          watched === undefined
            ? {}
            : {
                watched: {
                  at: watched.at,
                  date: watched.date ?? calendar.dateOf(watched.at),
                  dated: watched.date !== null
                }
              }
        return locked(Effect.flatMap(edit(id, { ...change, ...moved }), afterAny))
      },
      dismiss: (id) => locked(Effect.flatMap(dismiss(id), afterAny)),
      separate: (id) => locked(Effect.flatMap(separate(id), afterAny))
    })
  })
)

const outdated = (source: string, count: number, all: number): string =>
  `${source}: ${count} of ${all} records come from an older export than the stored data and were ignored`

const nothing = { upserted: [], retracted: [], deleted: [] }

const unwritten = {
  date: null,
  rating: null,
  rewatch: null,
  review: null,
  reviewUrl: null,
  address: null,
  alias: null,
  loggedAt: null
}
