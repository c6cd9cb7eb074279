import { type Filter, ListeningFilters } from "@daybook/core/listening"
import { BadInput, Calendar } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { Versions } from "../Versions.js"
import { keepDiscoveries } from "./discoveries.js"
import { matchesFilter } from "./filterSql.js"
import { locked } from "./locked.js"
import { nameArtists } from "./naming.js"
import { recheck } from "./presence.js"
import { type Counted, count, few } from "./rollup.js"
import { recount, settle } from "./settle.js"

/** Counting everything anew is cheaper than telling so many plays apart. */
const many = 20_000

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
    yield* judge
    yield* versions.bump("listening")
    const presence = yield* nameArtists(sql, { heard: "all", spelled: new Set() }, yield* recheck(sql, () => "all"))
    yield* keepDiscoveries(sql, { hidden: presence.vanished, shown: presence.appeared.map(({ id, kind }) => ({ type: kind, id })) })
    return presence
  })

  /** Lets every play be seen or not as its names and twins say now. */
  const judge = Effect.gen(function*() {
    const judged = sql`
      SELECT play.id, NOT play.visible AS visible
      FROM listening_plays AS play
      JOIN listening_artists AS artist ON artist.id = play.artist_id
      JOIN listening_tracks AS track ON track.id = play.track_id
      LEFT JOIN listening_albums AS album ON album.id = play.album_id
      WHERE play.visible = (play.twin OR artist.hidden OR track.hidden OR coalesce(album.hidden, false))`
    const [turned] = yield* sql<{ plays: number }>`SELECT count(*) AS plays FROM (${judged}) AS judged`
    const turn = sql`UPDATE listening_plays AS play SET visible = judged.visible FROM (${judged}) AS judged WHERE judged.id = play.id`
    if (turned === undefined || turned.plays > many) {
      yield* turn
      return yield* recount(sql)
    }
    const changed = yield* sql<Counted & { visible: boolean }>`${turn} RETURNING play.visible, play.day, play.artist_id, play.album_id, play.track_id`
    yield* count(sql, changed.filter((play) => play.visible), 1, changed.length <= few)
    yield* count(sql, changed.filter((play) => !play.visible), -1, changed.length <= few)
  })

  /** A change of the filters and all that follows from it, as one. Null where there was nothing to change. */
  const change = (operation: string, edit: Effect.Effect<ReadonlyArray<Filter>, SqlError>) =>
    storage(operation)(locked(sql)(Effect.gen(function*() {
      const [filter] = yield* edit
      return filter === undefined ? null : { filter, presence: yield* reapply }
    })))

  return {
    all: storage("ListeningFilters.all")(sql<Filter>`SELECT ${columns} FROM listening_filters ORDER BY id`),
    add: ({ pattern, reason, scope, type }) =>
      Effect.gen(function*() {
        if (scope === "track_regex") yield* storage("ListeningFilters.add")(checked(sql, pattern))
        const added = yield* change("ListeningFilters.add", sql<Filter>`
          INSERT INTO listening_filters (type, scope, pattern, reason) VALUES (${type}, ${scope}, ${pattern}, ${reason}) RETURNING ${columns}`)
        return added!
      }),
    remove: (id) =>
      Effect.map(
        change("ListeningFilters.remove", sql<Filter>`DELETE FROM listening_filters WHERE id = ${id} RETURNING ${columns}`),
        (removed) => removed?.presence ?? null
      ),
    settle: storage("ListeningFilters.settle")(Effect.flatMap(calendar.today, (today) => settle(sql, today)))
  }
}))

const invalidRegex = "2201B"
const backReference = /^(?:[^\\]|\\[^1-9])*\\[1-9]/s

/** Fails for a pattern that PostgreSQL cannot read as a regular expression, or could take forever to match. */
const checked = (sql: SqlClient.SqlClient, pattern: string) =>
  backReference.test(pattern)
    ? new BadInput({ message: "pattern must not refer back to a group: write what it should match" })
    : Effect.catchIf(
      sql`SELECT '' ~* ${pattern}`,
      ({ cause }) => cause instanceof Error && "code" in cause && cause.code === invalidRegex,
      () => new BadInput({ message: "pattern is not a valid regular expression" })
    )
