import type { FeedKey } from "@daybook/core/feed"
import { type StoredReport, type Viewing, apartKey, viewingsOf } from "@daybook/core/watching"
import type { SqlClient } from "@effect/sql"
import { Array, Effect } from "effect"
import { type SubjectId, subjectKey } from "./subjects.js"

interface ReportRow extends StoredReport, SubjectId {
  readonly watchId: number | null
  readonly reason: string | null
}

type WatchRow = Omit<Viewing, "merged"> & SubjectId

/** How the viewings of some films and episodes differ from before. */
export interface Settled {
  /** New viewings and those that changed. */
  readonly changed: ReadonlyArray<WatchRow>
  /** What the feed said of viewings that are deleted or have another name there by now. */
  readonly retracted: ReadonlyArray<FeedKey>
  readonly titles: ReadonlyArray<number>
}

/** Finds the viewings of films and episodes anew out of all that is reported of them. */
export const settleViewings = Effect.fn("watching.settleViewings")(function*(sql: SqlClient.SqlClient, subjects: ReadonlyArray<SubjectId>) {
  if (subjects.length === 0) return { changed: [], retracted: [], titles: [] } satisfies Settled
  const reports = yield* reportsOf(sql, subjects)
  const before = yield* watchesOf(sql, subjects)
  const apart = yield* apartIn(sql, reports.map(({ id }) => id))
  const groups = Object.entries(Array.groupBy(reports, subjectKey))
  const viewings = groups.flatMap(([subject, of]) =>
    viewingsOf(of, apart, subject).map((viewing) => ({ ...viewing, titleId: of[0].titleId, episodeId: of[0].episodeId })))
  const known = new Map(before.map((watch) => [watch.id, watch]))
  const changed = viewings.filter((viewing) => !isSame(known.get(viewing.id), viewing))
  const ids = new Set(viewings.map(({ id }) => id))
  const gone = before.filter(({ id }) => !ids.has(id))
  if (gone.length > 0) yield* sql`DELETE FROM watching_watches WHERE id = ANY(${gone.map(({ id }) => id)}::int[])`
  if (changed.length > 0) yield* write(sql, changed)
  yield* link(sql, reports, viewings)
  const renamed = changed.flatMap(({ id, sourceId }) => {
    const old = known.get(id)
    return old === undefined || old.sourceId === sourceId ? [] : [old]
  })
  return {
    changed,
    retracted: [...gone, ...renamed].map(({ episodeId, sourceId }) => ({ eventType: episodeId === null ? "movie_watched" : "episode_watched", sourceId })),
    titles: [...new Set([...changed, ...gone, ...(yield* unwatched(sql, subjects))].map(({ titleId }) => titleId))]
  } satisfies Settled
})

/** Films without a viewing: a report that one was seen at an unknown time may have come or gone. */
const unwatched = (sql: SqlClient.SqlClient, subjects: ReadonlyArray<SubjectId>) =>
  sql<{ titleId: number }>`
    SELECT id AS title_id FROM watching_titles AS title
    WHERE id = ANY(${subjects.map(({ titleId }) => titleId)}::int[]) AND NOT EXISTS (SELECT FROM watching_watches WHERE title_id = title.id)`

const within = (sql: SqlClient.SqlClient, subjects: ReadonlyArray<SubjectId>) => {
  const movies = [...new Set(subjects.flatMap(({ episodeId, titleId }) => episodeId === null ? [titleId] : []))]
  const episodes = [...new Set(subjects.flatMap(({ episodeId }) => episodeId ?? []))]
  return sql`((episode_id IS NULL AND title_id = ANY(${movies}::int[])) OR episode_id = ANY(${episodes}::int[]))`
}

/** A diary says its ratings itself; of the media server's, which rates films, each of its viewings has the film's. */
const reportsOf = (sql: SqlClient.SqlClient, subjects: ReadonlyArray<SubjectId>) =>
  sql<ReportRow>`
    SELECT id, source, title_id, episode_id, at, date, dated, rewatch, review, review_url, edited, dismissed, watch_id, reason,
      CASE WHEN rating IS NULL AND source = 'plex' AND episode_id IS NULL AND NOT edited
        THEN (SELECT own.rating FROM watching_ratings AS own WHERE own.title_id = report.title_id AND own.source = 'plex')
        ELSE rating END AS rating
    FROM watching_reports AS report WHERE at IS NOT NULL AND ${within(sql, subjects)} ORDER BY at, id`

const watchesOf = (sql: SqlClient.SqlClient, subjects: ReadonlyArray<SubjectId>) =>
  sql<WatchRow>`
    SELECT id, title_id, episode_id, source, at, date, dated, rating, rewatch, review, review_url, reliable, source_id
    FROM watching_watches WHERE ${within(sql, subjects)}`

const apartIn = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>) =>
  Effect.map(
    sql<{ firstId: number; secondId: number }>`SELECT first_id, second_id FROM watching_apart WHERE first_id = ANY(${ids}::int[])`,
    (rows) => new Set(rows.map(({ firstId, secondId }) => apartKey(firstId, secondId)))
  )

const fields = ["titleId", "episodeId", "source", "at", "date", "dated", "rating", "rewatch", "review", "reviewUrl", "reliable", "sourceId"] as const
const isSame = (watch: WatchRow | undefined, viewing: WatchRow): boolean => watch !== undefined && fields.every((field) => watch[field] === viewing[field])

const write = (sql: SqlClient.SqlClient, viewings: ReadonlyArray<WatchRow>) =>
  sql`
    INSERT INTO watching_watches (id, title_id, episode_id, source, at, date, dated, rating, rewatch, review, review_url, reliable, source_id)
    SELECT id, title_id, episode_id, source, to_timestamp(at), date, dated, rating, rewatch, review, review_url, reliable, source_id
    FROM unnest(
      ${viewings.map(({ id }) => id)}::int[], ${viewings.map(({ titleId }) => titleId)}::int[], ${viewings.map(({ episodeId }) => episodeId)}::int[],
      ${viewings.map(({ source }) => source)}::watching_source[], ${viewings.map(({ at }) => at / 1000)}::float8[], ${viewings.map(({ date }) => date)}::date[],
      ${viewings.map(({ dated }) => dated)}::boolean[], ${viewings.map(({ rating }) => rating)}::real[], ${viewings.map(({ rewatch }) => rewatch)}::boolean[],
      ${viewings.map(({ review }) => review)}::text[], ${viewings.map(({ reviewUrl }) => reviewUrl)}::text[],
      ${viewings.map(({ reliable }) => reliable)}::boolean[], ${viewings.map(({ sourceId }) => sourceId)}::text[]
    ) AS given (id, title_id, episode_id, source, at, date, dated, rating, rewatch, review, review_url, reliable, source_id)
    ON CONFLICT (id) DO UPDATE SET title_id = excluded.title_id, episode_id = excluded.episode_id, source = excluded.source, at = excluded.at,
      date = excluded.date, dated = excluded.dated, rating = excluded.rating, rewatch = excluded.rewatch, review = excluded.review,
      review_url = excluded.review_url, reliable = excluded.reliable, source_id = excluded.source_id`

interface Link {
  readonly watchId: number | null
  readonly reason: string | null
}
const unlinked: Link = { watchId: null, reason: null }

/** Writes beside each report which viewing it belongs to, and why where another one stands for it. */
const link = Effect.fn(function*(sql: SqlClient.SqlClient, reports: ReadonlyArray<ReportRow>, viewings: ReadonlyArray<Viewing>) {
  const links = new Map(viewings.flatMap(({ id, merged }) =>
    [{ id, reason: null }, ...merged].map((one): readonly [number, Link] => [one.id, { watchId: id, reason: one.reason }])))
  const changed = reports.flatMap(({ id, reason, watchId }) => {
    const next = links.get(id) ?? unlinked
    return next.watchId === watchId && next.reason === reason ? [] : [{ id, ...next }]
  })
  if (changed.length === 0) return
  yield* sql`
    UPDATE watching_reports AS report SET watch_id = given.watch_id, reason = given.reason
    FROM unnest(
      ${changed.map(({ id }) => id)}::int[], ${changed.map(({ watchId }) => watchId)}::int[], ${changed.map(({ reason }) => reason)}::text[]
    ) AS given (id, watch_id, reason)
    WHERE report.id = given.id`
})
