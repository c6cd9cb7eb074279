import type { Changes } from "@daybook/core/publishing"
import type { EntityRef } from "@daybook/core/shared"
import type { PublishableTitle, PublishableWatch, TitleKind, WatchingChanges } from "@daybook/core/watching"
import { Array, Effect } from "effect"
import { type RowOf, boolean, date, instant, nullable, number, text, texts } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { titleKind, tmdbIdOf, undatedOf } from "./rows.js"
import type { ViewingChanges } from "./viewings.js"

const titles = table("watching_titles", {
  id: number,
  kind: titleKind,
  title: text,
  year: nullable(number),
  directors: texts,
  summary: nullable(text),
  poster: nullable(text)
})

const watchColumns = {
  titleId: number,
  sourceId: text,
  watchedAt: instant,
  date,
  source: text,
  rating: nullable(number),
  rewatch: boolean,
  season: nullable(number),
  number: nullable(number),
  episodeTitle: nullable(text)
}

/**
 * The changes to publish after a write: titles with their new or changed viewings and those of renamed episodes, and
 * renamed or changed titles with all viewings. `merged` are titles merged into others.
 */
export const changesOf = Effect.fn("watching.changesOf")(function* (
  viewings: ViewingChanges,
  changedTitles: ReadonlyArray<number>,
  merged: ReadonlyArray<{ readonly id: number; readonly kind: TitleKind }>
) {
  const renamed = [...changedTitles, ...viewings.renamed]
  const shows = yield* showsOf(viewings.renamedEpisodes)
  const ids = [...new Set([...viewings.titles, ...renamed, ...shows])]
  const changed = ids.length === 0 ? [] : yield* titlesOf(ids)
  const watches =
    ids.length === 0
      ? []
      : yield* watchesOf(
          renamed,
          viewings.changed.map(({ id }) => id),
          viewings.renamedEpisodes
        )
  const byTitle = Array.groupBy(watches, ({ titleId }) => String(titleId))
  const ref = ({ id, kind }: { readonly id: number; readonly kind: TitleKind }): EntityRef => ({ type: kind, id })
  const left = changed.filter(({ id, watched }) => !watched && viewings.titles.includes(id))
  return {
    upserted: changed
      .filter(({ watched }) => watched)
      .map(({ watched: _, ...title }): PublishableTitle => ({
        ...title,
        watches: (byTitle[title.id] ?? []).map(toWatch)
      })),
    retracted: viewings.retracted,
    deleted: [...left.filter(({ id }) => !viewings.concealing.has(id)), ...merged].map(ref),
    concealed: left.filter(({ id }) => viewings.concealing.has(id) && viewings.earlier.has(id)).map(ref)
  } satisfies WatchingChanges
})

const titlesOf = (ids: ReadonlyArray<number>) =>
  sql({ ...titles.columns, tmdbId: nullable(number), watched: boolean })`
    SELECT ${titles.select("title")}, ${tmdbIdOf("title")} AS tmdb_id,
      EXISTS (SELECT FROM watching_watches WHERE title_id = title.id)
        OR EXISTS (SELECT FROM ${undatedOf("title.id")} AS undated) AS watched
    FROM watching_titles AS title WHERE id = ANY(${ids}::int[]) ORDER BY id`

/** The shows of episodes. */
const showsOf = (episodes: ReadonlyArray<number>) =>
  episodes.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql({ id: number })`
          SELECT DISTINCT show_id AS id FROM watching_episodes WHERE id = ANY(${episodes}::int[])`,
        (shows) => shows.map(({ id }) => id)
      )

const watchesOf = (titles: ReadonlyArray<number>, watches: ReadonlyArray<number>, episodes: ReadonlyArray<number>) =>
  sql(watchColumns)`
    SELECT watch.title_id, watch.source_id, watch.at AS watched_at, watch.date, watch.source, watch.rating,
      watch.rewatch, episode.season, episode.number, episode.title AS episode_title
    FROM watching_watches AS watch LEFT JOIN watching_episodes AS episode ON episode.id = watch.episode_id
    WHERE watch.title_id = ANY(${titles}::int[]) OR watch.id = ANY(${watches}::int[])
      OR watch.episode_id = ANY(${episodes}::int[])
    ORDER BY watch.at, watch.id`

const toWatch = ({
  episodeTitle,
  number,
  season,
  titleId: _,
  ...watch
}: RowOf<typeof watchColumns>): PublishableWatch => ({
  ...watch,
  episode: season === null || number === null ? null : { season, number, title: episodeTitle }
})

/** The changes of two writes. */
export const joined = <A>(one: Changes<A>, other: Changes<A>): Changes<A> => ({
  upserted: [...one.upserted, ...other.upserted],
  retracted: [...one.retracted, ...other.retracted],
  deleted: [...one.deleted, ...other.deleted],
  concealed: [...(one.concealed ?? []), ...(other.concealed ?? [])],
  repictured: [...(one.repictured ?? []), ...(other.repictured ?? [])]
})
