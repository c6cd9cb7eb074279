import { type Play, listeningWriter } from "@daybook/core/listening"
import { Transaction } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { describe, expect, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { newDatabase } from "../support/database.js"
import { home, listening } from "../support/stores.js"

const named = (name: string) => ({ name, mbid: null, url: null })

const play = (artist: string, track: string, at: string): Play => ({
  playedAt: Date.parse(at),
  precision: "second",
  artist: named(artist),
  track: named(track),
  album: named("North")
})

/** Stores a page of plays, and answers what it logged. */
const put = (...records: ReadonlyArray<Play>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    const [before] = yield* sql<{ head: number }>`SELECT coalesce(max(seq), 0)::int AS head FROM changes`
    const page = { records, deleted: [], covers: Option.none(), cursor: Option.none(), total: Option.none() }
    yield* transaction.run(listeningWriter.apply("lastfm", page))
    const rows = yield* sql<{ record: string }>`
      SELECT entity_type || ' ' || coalesce(artist.name, track.name, entity_id) AS record
      FROM changes
      LEFT JOIN listening_artists AS artist ON entity_type = 'artist' AND artist.id::text = entity_id
      LEFT JOIN listening_tracks AS track ON entity_type = 'track' AND track.id::text = entity_id
      WHERE seq > ${before!.head} AND entity_type IN ('artist', 'track', 'day') AND op = 'upsert' ORDER BY 1`
    return rows.map(({ record }) => record)
  })

describe("a renamed artist in the log of changes", () => {
  const over = listening.pipe(Layer.provideMerge(home("UTC", () => "2023-11-20")), Layer.provideMerge(newDatabase()))
  layer(over, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    it.effect("is logged with its tracks, but not the days of its earlier plays", () =>
      Effect.gen(function* () {
        expect(yield* put(play("Lieu", "Harbour", "2023-11-14T12:00:00Z"))).toStrictEqual([
          "artist Lieu",
          "day 2023-11-14",
          "track Harbour"
        ])
        // The other spelling is played most from now on.
        expect(
          yield* put(play("LIEU", "Kerrim", "2023-11-15T12:00:00Z"), play("LIEU", "Kerrim", "2023-11-15T13:00:00Z"))
        ).toStrictEqual(["artist LIEU", "day 2023-11-15", "track Harbour", "track Kerrim"])
        expect(yield* put(play("LIEU", "Kerrim", "2023-11-16T12:00:00Z"))).toStrictEqual(["day 2023-11-16"])
      })
    )
  })
})
