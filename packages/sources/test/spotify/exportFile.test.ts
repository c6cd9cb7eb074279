import {
  endsongRow,
  shortRow,
  spotifyAccountData,
  spotifyChapter,
  spotifyDeleted,
  spotifyEpisode,
  spotifyHistory,
  spotifyRow
} from "@daybook/simulators"
import { DeclaredDomains } from "@daybook/core/domain"
import { listeningSpoken } from "@daybook/core/spoken"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import { spotify as spotifySource } from "../../src/spotify/source.js"
import { readPlays, scrobble, summary } from "../support/playFile.js"
import { fileSample, filesOf } from "../support/importFile.js"

const { exportFile, recognise: recogniseSpotify } = filesOf(spotifySource)

const read = readPlays(exportFile)
const at = Date.parse("2021-11-15T13:38:10Z") / 1_000
const json = (rows: ReadonlyArray<unknown>) => JSON.stringify(rows)
const expected = (...starts: ReadonlyArray<number>) =>
  starts.map((start) => [start * 1_000, "Hollow Lanterns", "Ferry Song", "Tin Roof Hours"])

describe("Spotify's streaming history", () => {
  it.effect("has the start and the end of each play", () =>
    Effect.gen(function* () {
      const paused = spotifyRow(scrobble(at + 600), { pausedFor: 480 })
      const { plays } = yield* read(json([spotifyRow(scrobble(at)), paused]))
      expect(plays).toHaveLength(2)
      expect(plays[0]).toMatchObject({ playedAt: at * 1_000, endedAt: (at + 214) * 1_000, precision: "second" })
      expect(plays[0]?.duration).toBeUndefined()
      expect(plays[0]?.computedAt).toBeUndefined()
      expect(plays[0]?.track.url).toMatch(/^https:\/\/open\.spotify\.com\/track\/[0-9A-Za-z]{22}$/)
      // The end and the time heard give a start that is late by the pause.
      expect(plays[1]).toMatchObject({
        playedAt: (at + 600) * 1_000,
        endedAt: (at + 600 + 480 + 214) * 1_000,
        computedAt: (at + 600 + 480) * 1_000
      })
    })
  )

  // A start that the player wrote, and the start that is believed. The row ends at 12:30:00, heard for 93 seconds.
  const end = Date.parse("2025-03-01T12:30:00Z") / 1_000
  const computed = end - 93
  it.effect.each<[name: string, offlineTimestamp: unknown, start: number]>([
    ["the end of the row before, in seconds", 1_740_831_500, Date.parse("2025-03-01T12:18:20Z") / 1_000],
    ["milliseconds", 1_740_831_500_250, 1_740_831_500],
    ["no pause, rounded up", computed + 1, computed + 1],
    ["a song that stayed paused for four days", end - 4 * 86_400, end - 4 * 86_400],
    ["0, in old files", 0, computed],
    ["null", null, computed],
    ["a text", "soon", computed],
    ["a start that leaves too little time", computed + 10, computed],
    ["a start after the end", end + 3_600, computed],
    ["a clock that is months behind", end - 40 * 86_400, computed],
    ["a clock that was never set", 86_400, computed]
  ])("believes a start that the end allows: %s", ([, offlineTimestamp, start]) =>
    Effect.gen(function* () {
      const row = { ...spotifyRow(scrobble(computed, { seconds: 93 })), offline_timestamp: offlineTimestamp }
      const { plays } = yield* read(json([row]))
      expect(plays.map(({ playedAt }) => playedAt)).toStrictEqual([start * 1_000])
    })
  )

  it.effect("sends plays without a connection later, each with its own start", () =>
    Effect.gen(function* () {
      const first = Date.parse("2020-06-01T08:26:40Z") / 1_000
      const rows = [0, 1, 2, 3, 4].map((place) => ({
        ...spotifyRow(scrobble(first + place * 220)),
        ts: "2020-06-02T08:00:00Z",
        ms_played: 210_000,
        offline: true
      }))
      const { plays } = yield* read(json(rows))
      expect(plays.map(({ playedAt }) => playedAt / 1_000 - first)).toStrictEqual([0, 220, 440, 660, 880])
      expect(plays.map(({ endedAt, playedAt }) => endedAt! - playedAt)).toStrictEqual(Array(5).fill(210_000))
    })
  )

  it.effect("is an archive of several files, of any layout and year", () =>
    Effect.gen(function* () {
      const files = {
        "Streaming_History_Audio_2021_1.json": [spotifyRow(scrobble(at + 300))],
        "Streaming_History_Audio_2019-2021_0.json": [spotifyRow(scrobble(at)), spotifyEpisode(at + 9_000)],
        "Streaming_History_Video_2019-2024.json": [spotifyRow(scrobble(at + 600)), spotifyDeleted(at + 9_999)]
      }
      const history = spotifyHistory(files)
      const old = zipSync({
        "MyData/endsong_0.json": strToU8(json(files["Streaming_History_Audio_2021_1.json"].map(endsongRow))),
        "MYDATA/ENDSONG_1.JSON": strToU8(json([endsongRow(spotifyRow(scrobble(at)))])),
        "MyData/endvideo.json": strToU8(json([endsongRow(spotifyRow(scrobble(at + 600)))]))
      })
      for (const content of [history, old, zipSync({ "again/my_spotify_data.zip": [history, { level: 6 }] })]) {
        const { failure, plays } = yield* read(content)
        expect(failure).toBeNull()
        expect(plays.map(summary).sort()).toStrictEqual(expected(at, at + 300, at + 600).sort())
      }
    })
  )

  it.effect("may hold no music, and a row that cannot be read", () =>
    Effect.gen(function* () {
      const rows = [spotifyEpisode(at), spotifyDeleted(at), { ...spotifyRow(scrobble(at)), ts: "yesterday" }]
      const { failure, lines, plays } = yield* read(json(rows), "endvideo.json")
      expect([failure, plays]).toStrictEqual([null, []])
      expect(lines.join("\n")).toContain(
        "3 rows read, 0 kept; left out: 1 not music, 1 podcasts and audiobooks, 1 broken"
      )
    })
  )

  it.effect("has podcasts and audiobooks, for a process with their domain", () =>
    Effect.gen(function* () {
      const rows = [
        spotifyRow(scrobble(at)),
        spotifyEpisode(at + 600),
        { ...spotifyEpisode(at + 700), incognito_mode: true },
        { ...spotifyEpisode(at + 800), ms_played: 29_999 },
        spotifyChapter(at + 3_600),
        { ...spotifyChapter(at + 7_200), audiobook_chapter_title: null, audiobook_chapter_uri: null },
        spotifyDeleted(at)
      ]
      const off = yield* read(json(rows), "endsong_0.json")
      const on = yield* Effect.provideService(read(json(rows), "endsong_0.json"), DeclaredDomains, [listeningSpoken])
      const podcast = { kind: "podcast", show: "Harbour Talk", title: "Episode 12", minutes: 30 }
      const book = { kind: "audiobook", show: "The Long Pier", minutes: 30 }
      expect(on.spoken.map(({ record, row }) => [record, row])).toMatchObject([
        ["listen", { ...podcast, started_at: (at + 600) * 1_000, item: rows[1]?.spotify_episode_uri }],
        ["listen", { ...book, title: "Chapter 3", started_at: (at + 3_600) * 1_000 }],
        ["listen", { ...book, title: "The Long Pier", started_at: (at + 7_200) * 1_000 }]
      ])
      expect(off.spoken).toStrictEqual([])
      expect(on.plays).toStrictEqual(off.plays)
      expect(off.lines.join("\n")).toContain("left out: 1 not music, 3 podcasts and audiobooks, 1 private, 1 short")
      expect(on.lines.join("\n")).toContain("left out: 1 not music, 1 private, 1 short")
      expect(on.lines).toContain(
        "endsong_0.json: 3 listens to podcasts and audiobooks went to the domain listening_spoken"
      )
    })
  )

  it.effect("counts what it leaves out by reason, with the first and the last moment", () =>
    Effect.gen(function* () {
      const row = spotifyRow(scrobble(at))
      const rows = [
        row,
        spotifyRow(scrobble(at + 300), { playTime: 30 }),
        spotifyRow(scrobble(at + 600), { playTime: 29 }),
        { ...spotifyRow(scrobble(at + 900)), incognito_mode: true },
        spotifyEpisode(at),
        spotifyDeleted(at),
        { ...row, master_metadata_album_artist_name: null },
        { ...row, ts: "yesterday" },
        { ...row, ts: "1970-01-01T00:03:00Z" },
        { ...row, ms_played: -5 },
        "row"
      ].slice(0, 10)
      const { lines, plays } = yield* read(json(rows), "endsong_0.json")
      expect(plays).toHaveLength(2)
      expect(lines.join("\n")).toContain(
        "endsong_0.json: 10 rows read, 2 kept from 2021-11-15 13:38 to 2021-11-15 13:43 UTC; " +
          "left out: 1 no artist, 1 not music, 1 podcasts and audiobooks, 1 private, 1 short, 3 broken"
      )
      const open = yield* read(json(rows), "endsong_0.json", { DAYBOOK_SPOTIFY_PRIVATE: "true" })
      expect(open.plays).toHaveLength(3)
    })
  )

  it.effect("of the account data knows the minute of the end and no album", () =>
    Effect.gen(function* () {
      const rows = [spotifyRow(scrobble(at)), spotifyRow(scrobble(at + 300))]
      const { plays } = yield* read(spotifyAccountData(rows))
      expect(plays.map(({ album, precision }) => [album, precision])).toStrictEqual([
        [null, "minute"],
        [null, "minute"]
      ])
      for (const [index, { endedAt, playedAt }] of plays.entries()) {
        const start = at + index * 300
        expect(endedAt).toBe(Math.floor((start + 214) / 60) * 60_000)
        expect(playedAt % 60_000).toBe(0)
        // The true start lies in the minute or in the next one.
        expect(start * 1_000 - playedAt).toBeGreaterThanOrEqual(0)
        expect(start * 1_000 - playedAt).toBeLessThan(120_000)
      }
      const single = yield* read(json(rows.map(shortRow)), "StreamingHistory0.json")
      expect(single.plays).toStrictEqual(plays)
    })
  )

  it.effect("never opens other members", () =>
    Effect.gen(function* () {
      const zip = spotifyHistory({ "Streaming_History_Audio_2021_1.json": [spotifyRow(scrobble(at))] })
      const other = zipSync({
        "MyData/StreamingHistory_music_0.json": strToU8(json([shortRow(spotifyRow(scrobble(at)))])),
        "MyData/Payments.json": [strToU8(json([spotifyRow(scrobble(at + 5_000))])), { level: 0 }],
        "MyData/StreamingHistory_podcast_0.json": strToU8(json([spotifyRow(scrobble(at + 6_000))])),
        "__MACOSX/MyData/._StreamingHistory_music_0.json": strToU8("not JSON")
      })
      expect((yield* read(zip)).plays).toHaveLength(1)
      const { failure, plays } = yield* read(other)
      expect([failure, plays.length]).toStrictEqual([null, 1])
    })
  )

  it.effect("keeps its whole rows when it is cut short", () =>
    Effect.gen(function* () {
      const text = json([spotifyRow(scrobble(at)), spotifyRow(scrobble(at + 300))])
      for (const length of [text.length - 1, text.length - 20]) {
        const { failure, plays } = yield* read(text.slice(0, length), "endsong_0.json")
        expect(plays).toHaveLength(length === text.length - 1 ? 2 : 1)
        expect(failure?.message).toMatch(/^endsong_0\.json is cut short: endsong_0\.json has no end; \d whole row/)
      }
    })
  )

  it.effect("is refused in one line if it is something else, or hostile", () =>
    Effect.gen(function* () {
      const bomb = zipSync({ "endsong_0.json": new Uint8Array(40 * 1_048_576) })
      const many = zipSync(
        Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`endsong_${index}.json`, strToU8("[]")]))
      )
      for (const content of [
        "",
        "[]",
        "nonsense",
        '{"ts":1}',
        zipSync({ "Userdata.json": strToU8("{}") }),
        bomb,
        many
      ]) {
        const { failure, plays } = yield* read(content)
        expect([failure?.source, failure?.state, plays.length]).toStrictEqual(["spotify", "bad_file", 0])
        expect(failure?.message).toContain("export.zip")
        expect(failure?.next).not.toHaveLength(0)
      }
    })
  )
})

describe("recogniseSpotify", () => {
  it("knows the archives by the names in them, and single files by their fields", () => {
    const sample = (...of: Parameters<typeof fileSample>) => recogniseSpotify(fileSample(...of))
    expect(sample("", "a/b/Streaming_History_Audio_2024_8.json")).toBe(true)
    expect(sample("", "MyData/streaminghistory0.JSON")).toBe(true)
    expect(sample(json([spotifyRow(scrobble(at))]))).toBe(true)
    expect(sample(` [\n {"endTime" : "2023-11-05 14:03", "artistName":"a","trackName":"b","msPlayed":1}`)).toBe(true)
    expect(sample("", "StreamingHistory_podcast_0.json", "YourLibrary.json")).toBe(false)
    expect(sample('[{"header":"YouTube Music","title":"Watched x","time":"…"}]')).toBe(false)
  })
})
