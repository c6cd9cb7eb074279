import { type Filter, ListeningFilters } from "@daybook/core/listening"
import { BadInput, Calendar } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { Versions } from "../Versions.js"
import { matchesFilter } from "./filterSql.js"
import { type Counted, count } from "./rollup.js"
import { lock, settle } from "./settle.js"

export const layer = Layer.effect(ListeningFilters, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* Versions
  const calendar = yield* Calendar
  const columns = sql.literal("id, type, scope, pattern, reason, created_at")

  /** Lets the filters in force decide anew about everything stored, and counts the difference. */
  const reapply = Effect.gen(function*() {
    yield* sql`UPDATE listening_artists AS artist SET hidden = NOT hidden
      WHERE hidden <> ${matchesFilter(sql, "artist", { artist: "artist.name" })}`
    yield* sql`UPDATE listening_albums AS album SET hidden = NOT album.hidden
      WHERE album.hidden <> ${matchesFilter(sql, "album", { album: "album.name" })}`
    yield* sql`UPDATE listening_tracks AS track SET hidden = NOT track.hidden FROM listening_artists AS artist
      WHERE artist.id = track.artist_id AND track.hidden <> ${matchesFilter(sql, "track", { artist: "artist.name", track: "track.name" })}`
    const changed = yield* sql<Counted & { visible: boolean }>`
      UPDATE listening_plays AS play SET visible = NOT play.visible
      FROM (
        SELECT play.id, NOT play.twin AND NOT (artist.hidden OR track.hidden OR coalesce(album.hidden, false)) AS visible
        FROM listening_plays AS play
        JOIN listening_artists AS artist ON artist.id = play.artist_id
        JOIN listening_tracks AS track ON track.id = play.track_id
        LEFT JOIN listening_albums AS album ON album.id = play.album_id
      ) AS judged
      WHERE judged.id = play.id AND judged.visible <> play.visible
      RETURNING play.visible, play.day, play.artist_id, play.album_id, play.track_id`
    yield* count(sql, changed.filter((play) => play.visible), 1)
    yield* count(sql, changed.filter((play) => !play.visible), -1)
    yield* versions.bump("listening")
  })

  /** A change of the filters and all that follows from it, as one. */
  const change = <A, E, R>(operation: string, edit: Effect.Effect<A, E, R>) =>
    storage(operation)(Effect.gen(function*() {
      const result = yield* sql.withTransaction(Effect.gen(function*() {
        yield* lock(sql)
        const edited = yield* edit
        yield* reapply
        return edited
      }))
      yield* settle(sql, yield* calendar.today)
      return result
    }))

  return {
    all: storage("ListeningFilters.all")(sql<Filter>`SELECT ${columns} FROM listening_filters ORDER BY id`),
    add: ({ pattern, reason, scope, type }) =>
      Effect.gen(function*() {
        if (scope === "track_regex") yield* checked(sql, pattern)
        const insert = sql<Filter>`
          INSERT INTO listening_filters (type, scope, pattern, reason) VALUES (${type}, ${scope}, ${pattern}, ${reason}) RETURNING ${columns}`
        const [added] = yield* change("ListeningFilters.add", insert)
        return added!
      }),
    remove: (id) =>
      change("ListeningFilters.remove", Effect.map(sql`DELETE FROM listening_filters WHERE id = ${id} RETURNING id`, (rows) => rows.length > 0))
  }
}))

/** Fails for a pattern that PostgreSQL cannot read as a regular expression. */
const checked = (sql: SqlClient.SqlClient, pattern: string) =>
  Effect.mapError(sql`SELECT '' ~* ${pattern}`, () => new BadInput({ message: "pattern is not a valid regular expression" }))
