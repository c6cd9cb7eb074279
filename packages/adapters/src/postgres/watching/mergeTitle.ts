import type { TitleKind } from "@daybook/core/watching"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"

/** Takes a film or show that turned out to be another one into that: reports, episodes, ratings and numbers go over. */
export const mergeTitle = Effect.fn("watching.mergeTitle")(function*(sql: SqlClient.SqlClient, kind: TitleKind, from: number, into: number) {
  yield* sql`DELETE FROM watching_watches WHERE title_id = ${from}`
  if (kind === "show") yield* mergeEpisodes(sql, from, into)
  yield* dropTwins(sql, from, into)
  yield* sql`UPDATE watching_reports SET title_id = ${into} WHERE title_id = ${from}`
  yield* sql`
    DELETE FROM watching_ratings AS rating WHERE title_id = ${from}
      AND EXISTS (SELECT FROM watching_ratings AS other WHERE other.title_id = ${into} AND other.source = rating.source)`
  yield* sql`UPDATE watching_ratings SET title_id = ${into} WHERE title_id = ${from}`
  yield* sql`UPDATE watching_ids SET title_id = ${into} WHERE title_id = ${from}`
  yield* sql`DELETE FROM watching_titles WHERE id = ${from}`
})

/** Of two reports of one key one stays, that with an address; two addresses are two reports. */
const dropTwins = Effect.fn(function*(sql: SqlClient.SqlClient, from: number, into: number) {
  const drop = (title: number, other: number, more: Statement.Fragment) => sql`
    DELETE FROM watching_reports AS report WHERE title_id = ${title} AND episode_id IS NULL AND address IS NULL AND EXISTS (
      SELECT FROM watching_reports AS other
      WHERE other.title_id = ${other} AND other.episode_id IS NULL AND other.source = report.source AND other.key = report.key ${more}
    )`
  yield* drop(into, from, sql`AND other.address IS NOT NULL`)
  yield* drop(from, into, sql``)
})

/** Episodes of one season and number become one; the others change their show. */
const mergeEpisodes = Effect.fn(function*(sql: SqlClient.SqlClient, from: number, into: number) {
  const both = sql`
    watching_episodes AS episode JOIN watching_episodes AS twin
      ON twin.show_id = ${into} AND twin.season = episode.season AND twin.number = episode.number
    WHERE episode.show_id = ${from}`
  yield* sql`
    DELETE FROM watching_reports AS report USING ${both} AND report.episode_id = episode.id AND EXISTS (
      SELECT FROM watching_reports AS other WHERE other.episode_id = twin.id AND other.source = report.source AND other.key = report.key
    )`
  yield* sql`
    UPDATE watching_reports AS report SET title_id = ${into}, episode_id = twin.id FROM ${both} AND report.episode_id = episode.id`
  yield* sql`
    DELETE FROM watching_episodes AS episode USING watching_episodes AS twin
    WHERE episode.show_id = ${from} AND twin.show_id = ${into} AND twin.season = episode.season AND twin.number = episode.number`
  yield* sql`UPDATE watching_episodes SET show_id = ${into} WHERE show_id = ${from}`
})
