import { Effect } from "effect"
import { nullable, number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { genreBuckets } from "./rollup.js"

interface Tag {
  readonly name: string
  readonly count: number
}

/** Stores an artist's tags and genre, and moves its plays from the old genre's counts to the new one's. */
export const setTags = Effect.fn("listening.setTags")(function* (
  artistId: number,
  tags: ReadonlyArray<Tag>,
  genre: string | null
) {
  const genreId = genre === null ? null : yield* idOf(genre)
  const [before] = yield* sql({
    genreId: nullable(number)
  })`SELECT genre_id FROM listening_artists WHERE id = ${artistId}`
  yield* sql`
    UPDATE listening_artists SET tags = ${JSON.stringify(tags)}::jsonb, genre_id = ${genreId} WHERE id = ${artistId}`
  if (before === undefined || before.genreId === genreId) return
  if (before.genreId !== null) {
    yield* move(artistId, before.genreId, -1)
    yield* sql`DELETE FROM listening_counts WHERE kind = 'genre' AND subject = ${before.genreId} AND plays = 0`
  }
  if (genreId !== null) yield* move(artistId, genreId, 1)
})

const idOf = (name: string) =>
  Effect.gen(function* () {
    yield* sql`
      INSERT INTO listening_genres (name) SELECT ${name}
      WHERE NOT EXISTS (SELECT FROM listening_genres WHERE name = ${name})`
    const [row] = yield* sql({ id: number })`SELECT id FROM listening_genres WHERE name = ${name}`
    return row!.id
  })

const move = (artistId: number, genreId: number, sign: 1 | -1) =>
  sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT 'genre', grain, bucket, ${genreId}::int, ${sign}::int * count(*)
    FROM listening_plays AS play CROSS JOIN LATERAL (VALUES ${genreBuckets("play.day")}) AS bucket (grain, bucket)
    WHERE play.visible AND play.artist_id = ${artistId} GROUP BY grain, bucket
    ON CONFLICT (kind, grain, bucket, subject) DO UPDATE SET plays = listening_counts.plays + excluded.plays`
