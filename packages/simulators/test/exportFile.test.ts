import { lastfmPlainCsv, lastfmQuotedCsv, listenbrainzArchive, makeSimulators } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { strFromU8, unzipSync } from "fflate"
import { birthday } from "./asking.js"

const awkward = { artist: 'Comma, "Quote" & Sons', track: "Line", album: "", at: birthday / 1_000 - 5 }

const accounts = Effect.gen(function* () {
  const { simulators } = yield* makeSimulators("http://simulators.test", { endsAt: birthday })
  yield* simulators.lastfm.control.addPlay(awkward)
  return simulators
})

describe("export files", () => {
  it.effect("Last.fm, quoted with a header: the same plays, newest first", () =>
    Effect.gen(function* () {
      const plays = yield* (yield* accounts).lastfm.control.plays()
      const text = lastfmQuotedCsv(plays)
      expect(text.split("\n", 1)[0]).toBe("uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid")
      expect(text.split("\n")[1]).toMatch(/^"\d+","\d\d \w{3} \d{4}, \d\d:\d\d","/)
      const rows = parse(text, { columns: true }) as ReadonlyArray<Record<string, string>>
      expect(
        rows.map((row) => [Number(row["uts"]), row["artist"], row["album"], row["track"], row["track_mbid"]])
      ).toEqual(plays.map((play) => [play.at, play.artist, play.album, play.track, play.trackMbid]).reverse())
    })
  )

  it.effect("Last.fm, without header and seconds", () =>
    Effect.gen(function* () {
      const plays = yield* (yield* accounts).lastfm.control.plays({ from: birthday / 1_000 - 30 * 86_400 })
      const rows = parse(lastfmPlainCsv(plays)) as ReadonlyArray<ReadonlyArray<string>>
      expect(
        rows.map(([artist, album, track, time]) => [artist, album, track, Date.parse(`${time!} UTC`) / 1_000])
      ).toEqual(plays.map((play) => [play.artist, play.album, play.track, play.at - (play.at % 60)]).reverse())
    })
  )

  it.effect("ListenBrainz: the listens by month, as the interface sends them", () =>
    Effect.gen(function* () {
      const plays = yield* (yield* accounts).listenbrainz.control.plays()
      const files = unzipSync(listenbrainzArchive("daybook_demo", plays))
      expect(JSON.parse(strFromU8(files["user.json"]!))).toMatchObject({ username: "daybook_demo" })
      const months = Object.keys(files).filter((name) => /^listens\/\d{4}\/\d{1,2}\.jsonl$/.test(name))
      expect(months).toHaveLength(Object.keys(files).length - 1)
      expect(months).toContain("listens/2026/1.jsonl")
      const listens = months.flatMap((name) =>
        strFromU8(files[name]!)
          .trimEnd()
          .split("\n")
          .map((line) => {
            const listen = JSON.parse(line) as { listened_at: number; track_metadata: { track_name: string } }
            expect(name).toBe(
              `listens/${new Date(listen.listened_at * 1_000).toISOString().slice(0, 7).replace("-0", "/").replace("-", "/")}.jsonl`
            )
            return `${listen.listened_at} ${listen.track_metadata.track_name}`
          })
      )
      expect(listens).toEqual(plays.map((play) => `${play.at} ${play.track}`))
    })
  )
})
