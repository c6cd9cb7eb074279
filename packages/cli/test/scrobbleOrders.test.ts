import type { Play } from "@daybook/core/listening"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { patience } from "./support/daybook.js"
import { type InProcessHost, inProcessHost, reportPlays, newSettings } from "./support/inProcessHost.js"

const start = Math.floor(Date.UTC(2026, 2, 14, 18) / 1_000)
const md5 = (text: string) => createHash("md5").update(text).digest("hex")

interface Song {
  readonly artist: string
  readonly track: string
  readonly album: string
}
const songs: ReadonlyArray<Song> = [
  { artist: "Velmora Tide", track: "Leaving Dusk", album: "Second Daylight" },
  { artist: "velmora tide", track: "Leaving Dusk", album: "" },
  { artist: "Salt Choir", track: "Harbour", album: "Harbour Songs" }
]
const mbids = ["0d6f0a5e-0000-4000-8000-000000000002", "0d6f0a5e-0000-4000-8000-000000000001"]

const channels = ["listenbrainz", "second token", "audioscrobbler", "legacy", "lastfm api", "lastfm file"] as const

/** One report of a listen. The same listen may come over several channels, and several times. */
interface Report {
  readonly channel: (typeof channels)[number]
  readonly song: number
  /** Listens are three minutes apart, some closer than the tolerance. */
  readonly at: number
  readonly page: number
}

const reports = fc.record({
  channel: fc.constantFrom(...channels),
  song: fc.nat(songs.length - 1),
  at: fc.nat(5).map((place) => start + place * 90),
  page: fc.nat(1)
})

const runs = fc
  .array(reports, { minLength: 2, maxLength: 9 })
  .chain((list) =>
    fc.record({
      list: fc.constant(list),
      other: fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2, maxLength: list.length * 2 })
    })
  )

/** What a run leaves in the tables, without ids and without the run's own prefix. */
const tablesOf = (host: InProcessHost, prefix: string) =>
  Effect.map(
    host.sql`
      SELECT replace(jsonb_agg(row ORDER BY row)::text, ${prefix}, '') AS rows FROM (
        SELECT jsonb_build_array(play.source, play.played_at, play.precise, play.twin, play.visible, spelling.name,
          spelling.mbid, spelling.url, artist.name, artist.mbid, track.name, track.mbid, track.url, track.duration,
          album.name, album.mbid, album.url, artist.heard, track.heard, album.heard) AS row
        FROM listening_plays AS play
        JOIN listening_spellings AS spelling ON spelling.id = play.spelling_id
        JOIN listening_artists AS artist ON artist.id = play.artist_id
        JOIN listening_tracks AS track ON track.id = play.track_id
        LEFT JOIN listening_albums AS album ON album.id = play.album_id
        WHERE spelling.name LIKE ${`${prefix}%`}
      ) AS listed`,
    ([row]) => JSON.parse((row as { rows: string | null }).rows ?? "[]") as ReadonlyArray<unknown>
  )

const named = (name: string, url: string | null = null, mbid: string | null = null) => ({ name, mbid, url })

/** As Last.fm's API and its export file give a play. */
const lastfmPlay = ({ album, artist, track }: Song, at: number, isFile: boolean): Play => ({
  playedAt: at * 1_000,
  precision: "second",
  artist: named(artist),
  track: named(track, isFile ? null : "https://www.last.fm/music/x", mbids[0]!),
  album: album === "" ? null : named(album)
})

/** Sends reports to the host, each name with a prefix: rows of two runs have nothing in common. */
const sender = Effect.fn(function* (host: InProcessHost) {
  const [first, second] = [yield* host.addScrobbler("first"), yield* host.addScrobbler("second")]
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    Effect.promise(() =>
      fetch(`${host.url}/apis/${path}`, { method: "POST", headers, body: new TextEncoder().encode(body) }).then(
        (answer) => answer.text()
      )
    )
  const form = (path: string, params: Record<string, string>) => post(path, new URLSearchParams(params).toString())
  const login = { method: "auth.getMobileSession", username: "anna", password: first.token, format: "json" }
  const { session } = JSON.parse(yield* form("audioscrobbler/2.0/", login)) as { session: { key: string } }
  const time = Math.floor(Date.now() / 1_000)
  const proof = new URLSearchParams({
    hs: "true",
    p: "1.2",
    u: "anna",
    t: String(time),
    a: md5(`${md5(first.token)}${time}`)
  })
  const [, legacySession = ""] = (yield* post(`audioscrobbler_legacy/?${proof.toString()}`, "")).split("\n")
  return ({ at, channel, page, song }: Report, prefix: string): Effect.Effect<unknown, unknown> => {
    const { album, artist, track } = songs[song]!
    const names = {
      artist: `${prefix}${artist}`,
      track: `${prefix}${track}`,
      album: album === "" ? "" : `${prefix}${album}`
    }
    switch (channel) {
      case "listenbrainz":
      case "second token": {
        const info = {
          origin_url: `https://music.example/${page}`,
          recording_mbid: mbids[page],
          duration_ms: 200_000 + page
        }
        const metadata = {
          artist_name: names.artist,
          track_name: names.track,
          release_name: names.album,
          additional_info: info
        }
        const body = { listen_type: "single", payload: [{ listened_at: at, track_metadata: metadata }] }
        const { token } = channel === "listenbrainz" ? first : second
        return post("listenbrainz/1/submit-listens", JSON.stringify(body), { authorization: `Token ${token}` })
      }
      case "audioscrobbler":
        return form("audioscrobbler/2.0/", {
          ...names,
          method: "track.scrobble",
          sk: session.key,
          timestamp: String(at)
        })
      case "legacy":
        return form("audioscrobbler_legacy/protocol_1.2", {
          s: legacySession,
          ...{ "a[0]": names.artist, "t[0]": names.track, "b[0]": names.album, "i[0]": String(at), "l[0]": "200" }
        })
      case "lastfm api":
      case "lastfm file":
        return reportPlays(host, "lastfm", [lastfmPlay(names, at, channel === "lastfm file")])
    }
  }
})

describe("listens over several protocols", () => {
  it.scopedLive(
    "leave the same tables in any order, however often each is sent",
    () =>
      Effect.gen(function* () {
        const host = yield* inProcessHost(yield* newSettings)
        const send = yield* sender(host)
        let run = 0
        const after = (list: ReadonlyArray<Report>) =>
          Effect.gen(function* () {
            const prefix = `${String(run++).padStart(4, "0")} `
            yield* Effect.forEach(list, (report) => send(report, prefix))
            return yield* tablesOf(host, prefix)
          })
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(runs, async ({ list, other }) => {
              const rows = await Effect.runPromise(after(list))
              expect(await Effect.runPromise(after(other))).toStrictEqual(rows)
              expect(rows.length).toBeGreaterThan(0)
            }),
            { numRuns: 6 }
          )
        )
      }),
    patience
  )
})
