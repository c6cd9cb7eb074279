import { ListeningFilters, ListeningRecords, type Play } from "@daybook/core/listening"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { strFromU8, unzipSync } from "fflate"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { awkwardText, exported, home, imported, wipe } from "./support.js"

const formats = [
  { format: "lastfm-csv", source: "lastfm", file: "scrobbles.csv" },
  { format: "listenbrainz", source: "listenbrainz", file: "listenbrainz.zip" }
] as const

const anyName = fc.record({ name: awkwardText, mbid: fc.option(fc.uuid(), { freq: 4, nil: null }) })

/** Seconds from the start of scrobbling to 2025. Some are close together: plays in one month, day or minute. */
const seconds = fc.oneof(
  fc.integer({ min: 1_033_430_400, max: 1_735_689_599 }),
  fc.integer({ min: 1_700_000_000, max: 1_700_100_000 })
)

const play: fc.Arbitrary<Play> = fc
  .record({
    at: seconds,
    artist: anyName,
    track: anyName,
    album: fc.option(anyName, { nil: null }),
    duration: fc.option(fc.integer({ min: 1, max: 86_400_000 }))
  })
  .map(({ album, artist, at, duration, track }) => ({
    playedAt: at * 1000,
    precision: "second",
    artist: { ...artist, url: null },
    track: { ...track, url: null },
    album: album === null ? null : { ...album, url: null },
    ...(duration === null ? {} : { duration })
  }))

const named = (name: string) => ({ name, mbid: null, url: null })

/** What several sources say. They may report the same play. */
const life = fc.record({
  lastfm: fc.array(play, { maxLength: 12 }),
  koito: fc.array(play, { maxLength: 12 }),
  shared: fc.array(play, { maxLength: 4 })
})

const rows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT play.played_at, artist.name AS artist, track.name AS track, album.name AS album, track.mbid AS track_mbid,
      artist.mbid AS artist_mbid, album.mbid AS album_mbid
    FROM listening_plays AS play
    JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_tracks AS track ON track.id = play.track_id
    LEFT JOIN listening_albums AS album ON album.id = play.album_id
    WHERE play.visible ORDER BY play.played_at, artist.name, track.name, album.name`
)

const store = ({
  koito,
  lastfm,
  shared
}: {
  readonly koito: ReadonlyArray<Play>
  readonly lastfm: ReadonlyArray<Play>
  readonly shared: ReadonlyArray<Play>
}) =>
  Effect.flatMap(ListeningRecords, ({ put }) =>
    Effect.all([put("lastfm", [...lastfm, ...shared], null), put("koito", [...koito, ...shared], null)])
  )

layer(home, { excludeTestServices: true, timeout: "5 minutes" })("exports of plays", (it) => {
  it.effect.each(formats)("of any life are read back as the same plays: $format", ({ file, format, source }) =>
    forEvery(
      life,
      (plays) =>
        Effect.gen(function* () {
          yield* wipe("listening")
          yield* store(plays)
          const before = yield* rows
          const { bytes, records } = yield* exported(format)
          expect(records).toBe(before.length)
          yield* wipe("listening")
          if (records > 0) yield* imported(source, file, bytes)
          expect(yield* rows).toStrictEqual(before)
        }),
      { numRuns: depth(20) }
    )
  )

  /** By ListenBrainz' documents: a folder a year, a file a month, in UTC, with whole seconds. */
  it.effect("for ListenBrainz are files of months that another program unpacks", () =>
    Effect.gen(function* () {
      yield* wipe("listening")
      const song = { artist: named("Hollow Lanterns"), track: named("Ferry Song"), album: null, precision: "second" }
      const id = "8f6bd1e4-fbe1-4f50-aa9b-94c450ec0f11"
      const at = (iso: string) => ({ ...song, playedAt: Date.parse(iso) }) as Play
      const described = { ...at("2026-01-01T00:00:00Z"), track: { ...song.track, mbid: id }, duration: 245_000 }
      yield* store({
        lastfm: [at("2025-11-30T23:59:59Z"), at("2025-12-01T00:00:00Z"), described],
        koito: [],
        shared: []
      })
      const members = unzipSync((yield* exported("listenbrainz")).bytes)
      expect(Object.keys(members)).toEqual([
        "user.json",
        "listens/2025/11.jsonl",
        "listens/2025/12.jsonl",
        "listens/2026/1.jsonl"
      ])
      expect(JSON.parse(strFromU8(members["listens/2026/1.jsonl"]!))).toStrictEqual({
        listened_at: 1_767_225_600,
        track_metadata: {
          artist_name: "Hollow Lanterns",
          track_name: "Ferry Song",
          additional_info: { duration_ms: 245_000, recording_mbid: id, submission_client: "Daybook" }
        }
      })
    })
  )

  it.effect("leave out what a filter hides, and are valid without any play", () =>
    Effect.gen(function* () {
      yield* wipe("listening")
      const empty = yield* exported("listenbrainz")
      expect([empty.records, Object.keys(unzipSync(empty.bytes))]).toEqual([0, ["user.json"]])
      const header = "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\r\n"
      expect(strFromU8((yield* exported("lastfm-csv")).bytes)).toBe(header)
      const song = (track: string, at: string) =>
        ({ artist: named("Hollow Lanterns"), track: named(track), album: null, playedAt: Date.parse(at) }) as const
      const plays = [song("Ferry Song", "2025-11-21T04:40:00Z"), song("Bedtime", "2025-11-21T05:40:00Z")]
      yield* store({ lastfm: plays.map((play) => ({ ...play, precision: "second" })), koito: [], shared: [] })
      yield* Effect.flatMap(ListeningFilters, ({ add }) =>
        add({ type: "custom", scope: "track", pattern: "bedtime", reason: null })
      )
      expect(strFromU8((yield* exported("lastfm-csv")).bytes)).toBe(
        `${header}"1763700000","21 Nov 2025, 04:40","Hollow Lanterns","","","","Ferry Song",""\r\n`
      )
    })
  )
})
