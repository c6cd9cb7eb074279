import type { Calendar } from "@daybook/core/shared"
import type { FullListing, PageResult, Span } from "@daybook/core/sync"
import { type WatchingRecord, markedAt, placeReport, syncKey } from "@daybook/core/watching"
import { type Context, Effect } from "effect"
import { sql } from "../kit/sql.js"
import { noteLists } from "../fullListings.js"
import { correctedTitles } from "./hiding.js"
import { missingFrom, missingIn, timed, withoutMarks, withoutOutdated } from "./fullLists.js"
import { changesOf } from "./publishable.js"
import { storeReports, unlistedPlays } from "./reports.js"
import { type NamedSubject, placeSubjects, subjectColumns } from "./subjects.js"
import { type NumberedRecord, numberKnown } from "./unnumbered.js"
import { resolveViewings } from "./viewings.js"
import { type RowOf, instant, nullable, number, real, text } from "../kit/columns.js"
import { table } from "../kit/table.js"

/** The person's ratings of films and shows themselves. */
const ratings = table("watching_ratings", {
  titleId: number,
  source: text,
  rating: real,
  asOf: nullable(instant),
  namingId: nullable(number)
})
const ratingColumns = { titleId: number, rating: number }
export type FilmRating = RowOf<typeof ratingColumns>

/** Stores ratings of films and returns the new and the changed ones. A list older than the last one changes nothing. */
const storeRatings = Effect.fn("watching.storeRatings")(function* (
  source: string,
  incoming: ReadonlyArray<FilmRating & { readonly namingId: number }>,
  asOf: number | null
) {
  const distinct = [...new Map(incoming.map((one) => [one.titleId, one])).values()]
  if (distinct.length === 0) return { added: [], changed: [] }
  const existing = yield* sql(ratingColumns)`
    SELECT title_id, rating FROM watching_ratings
    WHERE source = ${source} AND title_id = ANY(${distinct.map(({ titleId }) => titleId)}::int[])`
  const before = new Map(existing.map(({ rating, titleId }) => [titleId, rating]))
  const upserted = yield* ratings.upsert(
    distinct.map(({ namingId, rating, titleId }) => ({ titleId, source, rating, asOf, namingId })),
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

/** All films or episodes of some titles. */
export const subjectsOf = (titles: ReadonlyArray<number>) =>
  titles.length === 0
    ? Effect.succeed([])
    : sql(subjectColumns)`
        SELECT DISTINCT title_id, episode_id FROM watching_reports WHERE title_id = ANY(${titles}::int[])`

/** Stores the reports, marks and ratings of records whose films and episodes are stored. */
const storeRecords = Effect.fn("watching.storeRecords")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  records: ReadonlyArray<NumberedRecord & NamedSubject>,
  asOf: number | null
) {
  const placed = placeReport(calendar)
  const reports = yield* storeReports(
    source,
    records.flatMap(({ report, ...record }) => (report === null ? [] : [placed(report, record, asOf)]))
  )
  const tallies = records.flatMap(({ episodeId, namingId, tally, titleId }) =>
    tally === null ? [] : [{ ...tally, titleId, episodeId, namingId }]
  )
  const marks = yield* storeReports(
    source,
    (yield* unlistedPlays(source, tallies)).map(({ lastAt, ...tally }) => placed(markedAt(lastAt), tally, null))
  )
  const rated = records.flatMap(({ namingId, rating, subject, titleId }) =>
    rating === null || subject.kind === "episode" ? [] : [{ titleId, rating, namingId }]
  )
  return { reports, marks, rated, ratings: yield* storeRatings(source, rated, asOf) }
})

const outdated = (source: string, count: number, all: number): string =>
  `${source}: ${count} of ${all} records come from an older export than the stored data and were ignored`

/** Stores a page of a source's records and resolves the viewings of what it touches. */
export const putRecords = Effect.fn("watching.putRecords")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  reported: ReadonlyArray<WatchingRecord>,
  covers: Span | null,
  reportedList: FullListing | null
) {
  const list = reportedList === null ? null : yield* timed(source, reportedList)
  const asOf = list?.asOf ?? null
  const current = list === null ? reported : yield* withoutOutdated(source, reported, list)
  if (current.length < reported.length)
    yield* Effect.logWarning(outdated(source, reported.length - current.length, reported.length))
  const { records, ...waiting } = yield* numberKnown(source, current)
  const subjects = yield* placeSubjects(
    records.map(({ subject }) => subject),
    source
  )
  const { marks, rated, ratings, reports } = yield* storeRecords(
    calendar,
    source,
    records.map((record, index) => ({ ...record, ...subjects.ids[index]! })),
    asOf
  )
  const ids = [...reports.present, ...reports.fresh]
  const marked = list === null ? [] : yield* withoutMarks(source, list, ids)
  const listed = { reports: ids, ratings: rated.map(({ titleId }) => titleId) }
  const missing = [
    ...(covers === null ? [] : yield* missingIn(source, covers, ids)),
    ...(list === null ? [] : yield* missingFrom(source, list, listed))
  ]
  if (list !== null) yield* noteLists(source, list.completeLists, list.asOf)
  const mergedInto = subjects.merged.map(({ into }) => into)
  const viewings = yield* resolveViewings([
    ...reports.touched,
    ...marks.touched,
    ...marked,
    ...[...ratings.added, ...ratings.changed].map(({ titleId }) => ({ titleId, episodeId: null })),
    ...subjects.separated.subjects,
    ...(yield* subjectsOf([...mergedInto, ...(yield* correctedTitles(subjects.ids.map(({ titleId }) => titleId)))]))
  ])
  const changes = yield* changesOf(
    { ...viewings, renamedEpisodes: [...viewings.renamedEpisodes, ...subjects.renamedEpisodes] },
    [...subjects.changed, ...mergedInto, ...subjects.separated.changed],
    subjects.merged
  )
  return {
    applied: {
      added: reports.added + marks.added + ratings.added.length + waiting.added,
      changed:
        reports.changed + ratings.changed.length + subjects.changed.length + subjects.merged.length + waiting.changed,
      present: [
        ...reports.present.flatMap((id) => [syncKey("viewings", id), syncKey("seen", id)]),
        ...listed.ratings.map((titleId) => syncKey("ratings", titleId))
      ],
      missing
    } satisfies PageResult,
    changes
  }
})
