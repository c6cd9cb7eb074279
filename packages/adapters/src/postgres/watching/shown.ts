import type { EntityRef, LocalDate } from "@daybook/core/shared"
import type { ShownTitle, ShownWatch, TitleKind, Turned, WatchSource } from "@daybook/core/watching"
import type { SqlClient } from "@effect/sql"
import { Array, Effect } from "effect"
import type { Settled } from "./settleViewings.js"

interface TitleRow extends Omit<ShownTitle, "watches"> {
  readonly watched: boolean
}

interface WatchRow {
  readonly titleId: number
  readonly sourceId: string
  readonly watchedAt: number
  readonly date: LocalDate
  readonly source: WatchSource
  readonly rating: number | null
  readonly rewatch: boolean
  readonly season: number | null
  readonly number: number | null
  readonly episodeTitle: string | null
}

/**
 * What the halls are told after a write: titles with viewings that are new or changed, and with all of their viewings
 * where the title itself is another (`renamed`). `merged` are titles that went into others.
 */
export const turnedBy = Effect.fn("watching.turnedBy")(function*(
  sql: SqlClient.SqlClient,
  settled: Settled,
  renamed: ReadonlyArray<number>,
  merged: ReadonlyArray<{ readonly id: number; readonly kind: TitleKind }>
) {
  const ids = [...new Set([...settled.titles, ...renamed])]
  const titles = ids.length === 0 ? [] : yield* titlesOf(sql, ids)
  const watches = ids.length === 0 ? [] : yield* watchesOf(sql, renamed, settled.changed.map(({ id }) => id))
  const byTitle = Array.groupBy(watches, ({ titleId }) => String(titleId))
  const ref = ({ id, kind }: { readonly id: number; readonly kind: TitleKind }): EntityRef => ({ type: kind, id })
  return {
    shown: titles.filter(({ watched }) => watched).map(({ watched: _, ...title }): ShownTitle => ({ ...title, watches: (byTitle[title.id] ?? []).map(toWatch) })),
    retracted: settled.retracted,
    gone: [...titles.filter(({ id, watched }) => !watched && settled.titles.includes(id)), ...merged].map(ref)
  } satisfies Turned
})

const titlesOf = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>) =>
  sql<TitleRow>`
    SELECT id, kind, title, year, directors, summary, poster,
      (SELECT min(value::int) FROM watching_ids WHERE title_id = title.id AND scheme = 'tmdb') AS tmdb_id,
      EXISTS (SELECT FROM watching_watches WHERE title_id = title.id)
        OR EXISTS (SELECT FROM watching_reports WHERE title_id = title.id AND at IS NULL) AS watched
    FROM watching_titles AS title WHERE id = ANY(${ids}::int[]) ORDER BY id`

const watchesOf = (sql: SqlClient.SqlClient, titles: ReadonlyArray<number>, watches: ReadonlyArray<number>) =>
  sql<WatchRow>`
    SELECT watch.title_id, watch.source_id, watch.at AS watched_at, watch.date, watch.source, watch.rating, watch.rewatch,
      episode.season, episode.number, episode.title AS episode_title
    FROM watching_watches AS watch LEFT JOIN watching_episodes AS episode ON episode.id = watch.episode_id
    WHERE watch.title_id = ANY(${titles}::int[]) OR watch.id = ANY(${watches}::int[])
    ORDER BY watch.at, watch.id`

const toWatch = ({ episodeTitle, number, season, titleId: _, ...watch }: WatchRow): ShownWatch => ({
  ...watch,
  episode: season === null || number === null ? null : { season, number, title: episodeTitle }
})
