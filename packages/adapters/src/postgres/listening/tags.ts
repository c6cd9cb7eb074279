import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { genreBuckets } from "./rollup.js"

interface Tag {
  readonly name: string
  readonly count: number
}

/** Gives an artist its tags and genre, and moves its plays from the old genre's counts to the new one's. */
export const setTags = Effect.fn("listening.setTags")(function*(sql: SqlClient.SqlClient, artistId: number, tags: ReadonlyArray<Tag>, genre: string | null) {
  const genreId = genre === null ? null : yield* idOf(sql, genre)
  const [before] = yield* sql<{ genreId: number | null }>`SELECT genre_id FROM listening_artists WHERE id = ${artistId}`
  yield* sql`UPDATE listening_artists SET tags = ${JSON.stringify(tags)}::jsonb, genre_id = ${genreId} WHERE id = ${artistId}`
  if (before === undefined || before.genreId === genreId) return
  if (before.genreId !== null) {
    yield* move(sql, artistId, before.genreId, -1)
    yield* sql`DELETE FROM listening_counts WHERE kind = 'genre' AND subject = ${before.genreId} AND plays = 0`
  }
  if (genreId !== null) yield* move(sql, artistId, genreId, 1)
})

const idOf = (sql: SqlClient.SqlClient, name: string) =>
  Effect.gen(function*() {
    yield* sql`INSERT INTO listening_genres (name) SELECT ${name} WHERE NOT EXISTS (SELECT FROM listening_genres WHERE name = ${name})`
    const [row] = yield* sql<{ id: number }>`SELECT id FROM listening_genres WHERE name = ${name}`
    return row!.id
  })

const move = (sql: SqlClient.SqlClient, artistId: number, genreId: number, sign: 1 | -1) =>
  sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT 'genre', grain, bucket, ${genreId}::int, ${sign}::int * count(*)
    FROM listening_plays AS play CROSS JOIN LATERAL (VALUES ${genreBuckets(sql, "play.day")}) AS bucket (grain, bucket)
    WHERE play.visible AND play.artist_id = ${artistId} GROUP BY grain, bucket
    ON CONFLICT (kind, grain, bucket, subject) DO UPDATE SET plays = listening_counts.plays + excluded.plays`
