import type { FeedKey } from "@daybook/core/feed"
import { type Viewing, separationKey, viewingsOf } from "@daybook/core/watching"
import { Array, Effect } from "effect"
import { type RowOf, boolean, date, instant, nullable, number, real, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { watchSource } from "./rows.js"
import { type SubjectId, subjectColumns, subjectKey } from "./subjects.js"

const viewings = table("watching_watches", {
  id: number,
  ...subjectColumns,
  source: watchSource,
  at: instant,
  date,
  dated: boolean,
  rating: nullable(real),
  rewatch: boolean,
  review: nullable(text),
  reviewUrl: nullable(text),
  reliable: boolean,
  sourceId: text
})
type ViewingRow = RowOf<typeof viewings.columns>

const reports = table("watching_reports", {
  id: number,
  ...subjectColumns,
  source: watchSource,
  at: instant,
  date,
  dated: boolean,
  rewatch: nullable(boolean),
  review: nullable(text),
  reviewUrl: nullable(text),
  edited: boolean,
  dismissed: boolean,
  watchId: nullable(number),
  reason: nullable(text)
})
const reportColumns = { ...reports.columns, rating: nullable(number) }

/** The viewing that a report belongs to, and why if another report represents that viewing. */
const links = table(reports.name, { id: number, watchId: nullable(number), reason: nullable(text) })

/** How the viewings of some films and episodes differ from before. */
export interface ViewingChanges {
  /** New and changed viewings. */
  readonly changed: ReadonlyArray<ViewingRow>
  /** Feed entries of viewings that were deleted or renamed. */
  readonly retracted: ReadonlyArray<FeedKey>
  readonly titles: ReadonlyArray<number>
}

/** Resolves the viewings of films and episodes from all their reports. */
export const resolveViewings = Effect.fn("watching.resolveViewings")(function* (subjects: ReadonlyArray<SubjectId>) {
  if (subjects.length === 0) return { changed: [], retracted: [], titles: [] } satisfies ViewingChanges
  const reported = yield* reportsOf(subjects)
  const before = yield* watchesOf(subjects)
  const apart = yield* apartIn(reported.map(({ id }) => id))
  const groups = Object.entries(Array.groupBy(reported, subjectKey))
  const resolved = groups.flatMap(([subject, of]) =>
    viewingsOf(of, apart, subject).map((viewing) => ({
      ...viewing,
      titleId: of[0].titleId,
      episodeId: of[0].episodeId
    }))
  )
  const existing = new Map(before.map((watch) => [watch.id, watch]))
  const changed = resolved.filter((viewing) => !isSame(existing.get(viewing.id), viewing))
  const ids = new Set(resolved.map(({ id }) => id))
  const deleted = before.filter(({ id }) => !ids.has(id))
  if (deleted.length > 0) yield* sql`DELETE FROM watching_watches WHERE id = ANY(${deleted.map(({ id }) => id)}::int[])`
  yield* viewings.upsert(changed, { key: ["id"], returning: {} })
  yield* link(reported, resolved)
  const renamed = changed.flatMap(({ id, sourceId }) => {
    const old = existing.get(id)
    return old === undefined || old.sourceId === sourceId ? [] : [old]
  })
  return {
    changed,
    retracted: [...deleted, ...renamed].map(({ episodeId, sourceId }) => ({
      eventType: episodeId === null ? "movie_watched" : "episode_watched",
      sourceId
    })),
    titles: [...new Set([...changed, ...deleted, ...(yield* unwatched(subjects))].map(({ titleId }) => titleId))]
  } satisfies ViewingChanges
})

/** Films without a viewing. A report of an unknown time may have been added or removed. */
const unwatched = (subjects: ReadonlyArray<SubjectId>) =>
  sql({ titleId: number })`
    SELECT id AS title_id FROM watching_titles AS title
    WHERE id = ANY(${subjects.map(({ titleId }) => titleId)}::int[]) AND NOT EXISTS (SELECT FROM watching_watches WHERE title_id = title.id)`

const ofSubjects = (subjects: ReadonlyArray<SubjectId>) => {
  const movies = [...new Set(subjects.flatMap(({ episodeId, titleId }) => (episodeId === null ? [titleId] : [])))]
  const episodes = [...new Set(subjects.flatMap(({ episodeId }) => episodeId ?? []))]
  return sql`((episode_id IS NULL AND title_id = ANY(${movies}::int[])) OR episode_id = ANY(${episodes}::int[]))`
}

/**
 * Diary entries carry their own ratings. A media server rates films, so each of its viewings gets the film's rating.
 */
const reportsOf = (subjects: ReadonlyArray<SubjectId>) =>
  sql(reportColumns)`
    SELECT ${reports.select("report")},
      CASE WHEN rating IS NULL AND source = 'plex' AND episode_id IS NULL AND NOT edited
        THEN (SELECT own.rating FROM watching_ratings AS own WHERE own.title_id = report.title_id AND own.source = 'plex')
        ELSE rating END AS rating
    FROM watching_reports AS report WHERE at IS NOT NULL AND ${ofSubjects(subjects)} ORDER BY at, id`

const watchesOf = (subjects: ReadonlyArray<SubjectId>) =>
  sql(viewings.columns)`
    SELECT ${viewings.select("watch")} FROM watching_watches AS watch WHERE ${ofSubjects(subjects)}`

const apartIn = (ids: ReadonlyArray<number>) =>
  Effect.map(
    sql({
      firstId: number,
      secondId: number
    })`SELECT first_id, second_id FROM watching_apart WHERE first_id = ANY(${ids}::int[])`,
    (rows) => new Set(rows.map(({ firstId, secondId }) => separationKey(firstId, secondId)))
  )

const fields = Object.keys(viewings.columns) as ReadonlyArray<keyof ViewingRow>
const isSame = (before: ViewingRow | undefined, viewing: ViewingRow): boolean =>
  before !== undefined && fields.every((field) => before[field] === viewing[field])

const unlinked = { watchId: null, reason: null }

/** Stores the links of reports to their viewings. */
const link = Effect.fn(function* (
  linked: ReadonlyArray<RowOf<typeof reportColumns>>,
  resolved: ReadonlyArray<Viewing>
) {
  const next = new Map<number, { readonly watchId: number | null; readonly reason: string | null }>(
    resolved.flatMap(({ id, merged }) =>
      [{ id, reason: null }, ...merged].map((one) => [one.id, { watchId: id, reason: one.reason }] as const)
    )
  )
  const changed = linked.flatMap(({ id, reason, watchId }) => {
    const one = next.get(id) ?? unlinked
    return one.watchId === watchId && one.reason === reason ? [] : [{ id, ...one }]
  })
  if (changed.length === 0) return
  yield* sql`
    UPDATE watching_reports AS report SET watch_id = incoming.watch_id, reason = incoming.reason
    FROM ${links.valuesOf(changed)} WHERE report.id = incoming.id`
})
