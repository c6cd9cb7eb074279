import { type TitleKind, watchSources } from "@daybook/core/watching"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { forget } from "../EnrichmentTasks.js"
import { number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { separateTitles } from "./separations.js"

/**
 * Merges a film or show into another that is the same title: moves reports, episodes, ratings and ids. What corrections
 * separated from it returns first. Returns the ids of these parts, which are deleted, too.
 */
export const mergeTitle = Effect.fn("watching.mergeTitle")(function* (kind: TitleKind, from: number, into: number) {
  yield* separateTitles([from], [])
  const parts = (yield* sql({ id: number })`SELECT id FROM watching_titles WHERE part_of = ${from} ORDER BY id`).map(
    ({ id }) => id
  )
  yield* sql`DELETE FROM watching_watches WHERE title_id = ANY(${[from, ...parts]}::int[])`
  yield* sql`DELETE FROM watching_episodes WHERE show_id = ANY(${parts}::int[])`
  if (kind === "show") yield* mergeEpisodes(from, into)
  yield* dropTwins(from, into)
  yield* sql`UPDATE watching_reports SET title_id = ${into} WHERE title_id = ${from}`
  yield* sql`
    DELETE FROM watching_ratings AS rating WHERE title_id = ${from}
      AND EXISTS (
        SELECT FROM watching_ratings AS other WHERE other.title_id = ${into} AND other.source = rating.source
      )`
  yield* sql`UPDATE watching_ratings SET title_id = ${into} WHERE title_id = ${from}`
  yield* sql`UPDATE watching_ids SET title_id = ${into} WHERE title_id = ${from}`
  yield* sql`
    UPDATE watching_namings SET title_id = ${into}, described_id = nullif(described_id, ${from}::int)
    WHERE title_id = ${from}`
  // Corrections are applied again afterwards, to the titles that these rows connect.
  yield* sql`UPDATE watching_titles SET stand_in = nullif(${into}::int, id) WHERE stand_in = ${from}`
  yield* sql`
    UPDATE watching_titles AS title SET stand_in = old.stand_in FROM watching_titles AS old
    WHERE title.id = ${into} AND title.stand_in IS NULL AND old.id = ${from} AND old.stand_in <> ${into}`
  yield* sql`DELETE FROM watching_titles WHERE id = ANY(${[from, ...parts]}::int[])`
  yield* forget("watching", kind, [from, ...parts])
  return parts
})

/** Of two reports with the same key one stays, preferably with a URL. Two URLs are two reports. */
const dropTwins = Effect.fn(function* (from: number, into: number) {
  const drop = (title: number, other: number, more: Statement.Fragment) => sql`
    DELETE FROM watching_reports AS report
    WHERE title_id = ${title} AND episode_id IS NULL AND address IS NULL AND EXISTS (
      SELECT FROM watching_reports AS other
      WHERE other.title_id = ${other} AND other.episode_id IS NULL AND other.source = report.source
        AND other.key = report.key ${more}
    )`
  yield* drop(into, from, sql`AND other.address IS NOT NULL`)
  yield* drop(from, into, sql``)
})

/**
 * Merges episodes with the same season and number; the others move to the other show. A name in the language of an
 * account gives way to any other.
 */
const mergeEpisodes = Effect.fn(function* (from: number, into: number) {
  const local = (yield* watchSources).namesOf(({ names }) => names === "local")
  const both = sql`
    watching_episodes AS episode JOIN watching_episodes AS twin
      ON twin.show_id = ${into} AND twin.season = episode.season AND twin.number = episode.number
    WHERE episode.show_id = ${from}`
  const isNamedElsewhere = (id: string) => sql`
    EXISTS (SELECT FROM watching_reports WHERE episode_id = ${sql.literal(id)} AND source <> ALL(${local}::text[]))`
  yield* sql`
    UPDATE watching_episodes AS stored SET reported_title = episode.reported_title FROM ${both} AND twin.id = stored.id
      AND episode.reported_title IS NOT NULL
      AND (twin.reported_title IS NULL OR (${isNamedElsewhere("episode.id")} AND NOT ${isNamedElsewhere("twin.id")}))`
  yield* sql`
    DELETE FROM watching_reports AS report USING ${both} AND report.episode_id = episode.id AND EXISTS (
      SELECT FROM watching_reports AS other
      WHERE other.episode_id = twin.id AND other.source = report.source AND other.key = report.key
    )`
  yield* sql`
    UPDATE watching_reports AS report SET title_id = ${into}, episode_id = twin.id
    FROM ${both} AND report.episode_id = episode.id`
  yield* sql`
    UPDATE watching_watches AS watch SET episode_id = twin.id FROM ${both} AND watch.episode_id = episode.id`
  yield* sql`
    DELETE FROM watching_episodes AS episode USING watching_episodes AS twin
    WHERE episode.show_id = ${from} AND twin.show_id = ${into} AND twin.season = episode.season
      AND twin.number = episode.number`
  yield* sql`UPDATE watching_episodes SET show_id = ${into} WHERE show_id = ${from}`
})
