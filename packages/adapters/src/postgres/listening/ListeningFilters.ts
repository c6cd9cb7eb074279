import type { SqlClient } from "@effect/sql"
import { type Filter, ListeningFilters, filterFields } from "@daybook/core/listening"
import { BadInput, Calendar } from "@daybook/core/shared"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import { Versions } from "../Versions.js"
import { nameArtists } from "./artists.js"
import { domainLock } from "../kit/domainLock.js"
import { matchesFilter } from "./rows.js"
import { recheck } from "./visibility.js"
import { countExchange, countedPlayColumns } from "./rollup.js"
import { recount, completeBuckets } from "./completeBuckets.js"
import { logDays, many } from "./countMoved.js"
import { keepDiscoveries } from "./discoveries.js"
import { implement } from "../kit/store.js"
import { sql } from "../kit/sql.js"
import { boolean, date, number } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { table } from "../kit/table.js"

const filters = table("listening_filters", columnsOf(filterFields))

export const layer = Layer.effect(
  ListeningFilters,
  Effect.gen(function* () {
    const versions = yield* Versions
    const calendar = yield* Calendar
    const selected = filters.select("listening_filters")

    /** Applies the current filters to all stored plays and counts the difference. */
    const reapply = Effect.gen(function* () {
      yield* sql`UPDATE listening_artists AS artist SET hidden = NOT hidden
      WHERE hidden <> (concealed OR ${matchesFilter("artist", { artist: "artist.name" })})`
      yield* sql`UPDATE listening_albums AS album SET hidden = NOT album.hidden
      WHERE album.hidden <> (concealed OR ${matchesFilter("album", { album: "album.name" })})`
      yield* sql`UPDATE listening_tracks AS track SET hidden = NOT track.hidden FROM listening_artists AS artist
      WHERE artist.id = track.artist_id
        AND track.hidden <>
          (track.concealed OR ${matchesFilter("track", { artist: "artist.name", track: "track.name" })})`
      yield* judge
      yield* versions.bump("listening")
      const changes = yield* nameArtists({ played: "all", spelled: new Set() }, yield* recheck(() => "all"))
      yield* keepDiscoveries({
        hidden: changes.deleted,
        visible: changes.upserted.map(({ id, kind }) => ({ type: kind, id }))
      })
      return changes
    })

    /** Recomputes the visibility of every play from its names and duplicates. */
    const judge = Effect.gen(function* () {
      const judged = sql`
      SELECT play.id, NOT play.visible AS visible
      FROM listening_plays AS play
      JOIN listening_artists AS artist ON artist.id = play.artist_id
      JOIN listening_tracks AS track ON track.id = play.track_id
      LEFT JOIN listening_albums AS album ON album.id = play.album_id
      WHERE play.visible = (play.twin OR artist.hidden OR track.hidden OR coalesce(album.hidden, false))`
      const [affected] = yield* sql({ plays: number })`SELECT count(*) AS plays FROM (${judged}) AS judged`
      const update = sql`
        UPDATE listening_plays AS play SET visible = judged.visible FROM (${judged}) AS judged
        WHERE judged.id = play.id`
      if (affected === undefined || affected.plays > many) {
        const days = yield* sql({ day: date, plays: number })`
          WITH changed AS (${update} RETURNING play.day)
          SELECT day, count(*) AS plays FROM changed GROUP BY day ORDER BY day`
        yield* recount()
        return yield* logDays(days.map(({ day }) => day))
      }
      const changed = yield* sql({
        ...countedPlayColumns,
        visible: boolean
      })`${update} RETURNING play.visible, play.day, play.artist_id, play.album_id, play.track_id`
      yield* countExchange(
        changed.filter((play) => !play.visible),
        changed.filter((play) => play.visible)
      )
    })

    /** Changes the filters and recounts, in one transaction. Null if nothing changed. */
    const change = (edit: Effect.Effect<ReadonlyArray<Filter>, SqlError, SqlClient.SqlClient>) =>
      domainLock("listening")(
        Effect.gen(function* () {
          const [filter] = yield* edit
          return filter === undefined ? null : { filter, changes: yield* reapply }
        })
      )

    return yield* implement(ListeningFilters, {
      all: sql(filters.columns)`SELECT ${selected} FROM listening_filters ORDER BY id`,
      add: ({ pattern, reason, scope, type }) =>
        Effect.gen(function* () {
          if (scope === "track_regex") yield* checked(pattern)
          const added = yield* change(
            sql(filters.columns)`
              INSERT INTO listening_filters (type, scope, pattern, reason)
              VALUES (${type}, ${scope}, ${pattern}, ${reason}) RETURNING ${selected}`
          )
          return added!
        }),
      remove: (id) =>
        Effect.map(
          change(sql(filters.columns)`DELETE FROM listening_filters WHERE id = ${id} RETURNING ${selected}`),
          (removed) => removed?.changes ?? null
        ),
      completeCounts: Effect.flatMap(calendar.today, (today) => completeBuckets(today))
    })
  })
)

const invalidRegex = "2201B"
const backReference = /^(?:[^\\]|\\[^1-9])*\\[1-9]/s

/** Rejects patterns that PostgreSQL cannot parse, or that could take exponential time to match. */
const checked = (pattern: string) =>
  backReference.test(pattern)
    ? new BadInput({ message: "pattern must not contain a back-reference: write out the text to match" })
    : Effect.catchIf(
        sql`SELECT '' ~* ${pattern}`,
        ({ cause }) => cause instanceof Error && "code" in cause && cause.code === invalidRegex,
        () => new BadInput({ message: "pattern is not a valid regular expression" })
      )
