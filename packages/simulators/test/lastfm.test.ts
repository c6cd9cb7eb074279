import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { birthday, get, getJson } from "./asking.js"
import { lastfmAccount, playing } from "./lastfmAccount.js"

describe("recent tracks", () => {
  it.scopedLive("sends a row as the provider does, every number as a text", () =>
    Effect.gen(function* () {
      const { control, recent } = yield* lastfmAccount()
      yield* control.addPlay({ artist: "Oskeln", track: "Ferrite", album: "Night Index", at: birthday / 1_000 })
      const { recenttracks } = yield* recent({ limit: 1 })
      const [row] = recenttracks.track!
      expect(Object.keys(row!)).toEqual(["artist", "streamable", "image", "mbid", "album", "name", "url", "date"])
      expect(row).toMatchObject({
        artist: { "#text": "Oskeln", mbid: expect.any(String) },
        streamable: "0",
        album: { "#text": "Night Index", mbid: expect.any(String) },
        name: "Ferrite",
        url: "https://www.last.fm/music/Oskeln/_/Ferrite",
        date: { uts: String(birthday / 1_000), "#text": "21 Nov 2026, 08:00" }
      })
      expect(row!.image.map(({ size }) => size)).toEqual(["small", "medium", "large", "extralarge"])
      expect(recenttracks["@attr"]).toEqual({
        user: "daybook_demo",
        totalPages: "20001",
        page: "1",
        perPage: "1",
        total: "20001"
      })
    })
  )

  it.scopedLive("pages through the whole history: newest first, each play once, totals exact", () =>
    Effect.gen(function* () {
      const { control, recent } = yield* lastfmAccount()
      const seen: Array<string> = []
      for (let page = 1; page <= 20; page++) {
        const { recenttracks } = yield* recent({ limit: 1_000, page })
        expect(recenttracks["@attr"]).toMatchObject({
          total: "20000",
          totalPages: "20",
          page: String(page),
          perPage: "1000"
        })
        seen.push(
          ...recenttracks.track!.map(
            (row) => `${row.date!.uts} ${String(row.artist["#text"])} ${row.name} ${row.album["#text"]!}`
          )
        )
      }
      const plays = yield* control.plays()
      expect(seen).toEqual(plays.map((play) => `${play.at} ${play.artist} ${play.track} ${play.album}`).reverse())
      expect((yield* recent({ limit: 1_000, page: 21 })).recenttracks.track).toEqual([])
    })
  )

  it.scopedLive("selects by from and to, and counts what it selects", () =>
    Effect.gen(function* () {
      const { control, recent } = yield* lastfmAccount()
      const all = yield* control.plays()
      const [from, to] = [all[5_000]!.at, all[6_000]!.at]
      const count = (min: number, max: number) => String(all.filter(({ at }) => at >= min && at <= max).length)
      expect((yield* recent({ from, to, limit: 1 })).recenttracks["@attr"]["total"]).toBe(count(from, to - 1))
      yield* control.setQuirks({ includesFrom: false, includesTo: true })
      expect((yield* recent({ from, to, limit: 1 })).recenttracks["@attr"]["total"]).toBe(count(from + 1, to))
      expect((yield* recent({ from: to, to: from })).recenttracks["@attr"]).toMatchObject({
        total: "0",
        totalPages: "0"
      })
    })
  )

  it.scopedLive("puts what plays now before page 1, undated and uncounted, even before a range in the past", () =>
    Effect.gen(function* () {
      const { control, recent } = yield* lastfmAccount()
      yield* control.setNowPlaying(playing)
      const [first] = yield* control.plays()
      for (const range of [{}, { from: first!.at, to: first!.at + 86_400 * 30 }]) {
        const { recenttracks } = yield* recent({ limit: 10, ...range })
        expect(recenttracks.track).toHaveLength(11)
        expect(recenttracks.track![0]).toMatchObject({ name: "Ferrite", "@attr": { nowplaying: "true" } })
        expect(recenttracks.track![0]).not.toHaveProperty("date")
        expect(recenttracks["@attr"]["perPage"]).toBe("10")
      }
      expect((yield* recent({ limit: 10, page: 2 })).recenttracks.track).toHaveLength(10)
      yield* control.setNowPlaying("nothing")
      expect((yield* recent({ limit: 10 })).recenttracks.track).toHaveLength(10)
    })
  )

  it.scopedLive("has all the shapes of nothing and of one", () =>
    Effect.gen(function* () {
      const { control, recent } = yield* lastfmAccount()
      const nothing = { from: 1, to: 2 }
      expect((yield* recent(nothing)).recenttracks).toEqual({
        track: [],
        "@attr": { user: "daybook_demo", totalPages: "0", page: "1", perPage: "50", total: "0" }
      })
      yield* control.setQuirks({ emptyTracks: "absent", bareSingles: true })
      expect((yield* recent(nothing)).recenttracks).not.toHaveProperty("track")
      expect((yield* recent({ limit: 1 })).recenttracks.track).toMatchObject({ streamable: "0" })
      yield* control.setNowPlaying(playing)
      expect((yield* recent(nothing)).recenttracks.track).toMatchObject({ name: "Ferrite" })
      expect((yield* recent({ limit: 1 })).recenttracks.track).toHaveLength(2)
    })
  )

  it.scopedLive("names artists otherwise when extended", () =>
    Effect.gen(function* () {
      const { recent } = yield* lastfmAccount()
      const [row] = (yield* recent({ limit: 1, extended: 1 })).recenttracks.track!
      expect(row!.artist).toMatchObject({ name: expect.any(String), url: expect.any(String), image: expect.any(Array) })
      expect(row!.artist).not.toHaveProperty("#text")
      expect(row).toHaveProperty("loved")
    })
  )
})

describe("what is refused", () => {
  it.scopedLive.each([
    [{ method: "user.getRecentTracks", limit: 1_001 }, 6, 400],
    [{ method: "user.getRecentTracks", limit: 0 }, 6, 400],
    [{ method: "user.getRecentTracks", page: 0 }, 6, 400],
    [{ method: "user.getRecentTracks", user: "nobody" }, 6, 404],
    [{ method: "user.getRecentTracks", api_key: "wrong" }, 10, 403],
    [{ method: "user.getEverything" }, 3, 400],
    [{ method: "artist.getInfo", artist: "Not In There" }, 6, 404]
  ] as ReadonlyArray<[Record<string, string | number>, number, number]>)("%o", ([params, error, status]) =>
    Effect.gen(function* () {
      const { url } = yield* lastfmAccount()
      const answer = yield* get(url(params))
      expect(answer.status).toBe(status)
      expect(JSON.parse(answer.text)).toEqual({ error, message: expect.any(String) })
    })
  )

  it.scopedLive("is not JSON unless asked, and a form is as good as a query", () =>
    Effect.gen(function* () {
      const { url } = yield* lastfmAccount()
      expect((yield* get(url({ method: "user.getInfo", format: "" }))).text).toMatch(/^<\?xml/)
      const [address, query] = url({ method: "user.getInfo" }).split("?")
      const posted = yield* Effect.promise(() =>
        fetch(address!, { method: "POST", body: new URLSearchParams(query) }).then((response) => response.json())
      )
      expect(posted).toMatchObject({ user: { playcount: "20000" } })
    })
  )
})

describe("the account's owner changes it", () => {
  it.scopedLive("late plays, deleted plays and edits show, and nothing else moves", () =>
    Effect.gen(function* () {
      const { control, recent, url } = yield* lastfmAccount()
      const [first, second] = (yield* control.plays()).slice(10_000)
      yield* control.addPlay({ ...playing, at: first!.at })
      const around = () =>
        Effect.map(recent({ from: first!.at, to: second!.at + 1 }), ({ recenttracks }) =>
          recenttracks.track!.map((row) => [Number(row.date!.uts), row.name])
        )
      expect(yield* around()).toEqual([
        [second!.at, second!.track],
        [first!.at, "Ferrite"],
        [first!.at, first!.track]
      ])
      expect(yield* control.editPlays({ at: second!.at }, { track: "Corrected", album: "Also Corrected" })).toBe(1)
      expect(yield* control.removePlays({ at: first!.at, track: first!.track })).toBe(1)
      expect(yield* around()).toEqual([
        [second!.at, "Corrected"],
        [first!.at, "Ferrite"]
      ])
      const info = yield* getJson<{ user: Record<string, unknown> }>(url({ method: "user.getInfo" }))
      expect(info.user["playcount"]).toBe("20000")
    })
  )

  it.scopedLive("time passes: new plays come, and setting the clock back hides them", () =>
    Effect.gen(function* () {
      const { control, sampleOwner, recent } = yield* lastfmAccount()
      const total = Effect.map(recent({ limit: 1 }), ({ recenttracks }) => Number(recenttracks["@attr"]["total"]))
      yield* control.clock.advance("10 days")
      const plays = sampleOwner.listening.between(0, birthday / 1_000 + 10 * 86_400 + 1)
      expect(yield* total).toBe(plays.length)
      expect(plays.length).toBeGreaterThan(20_050)
      yield* control.clock.set(birthday)
      expect(yield* total).toBe(20_000)
    })
  )

  it.scopedLive("in a live world a song plays until it is over, then it is a scrobble", () =>
    Effect.gen(function* () {
      const { control, sampleOwner, recent } = yield* lastfmAccount({ live: true })
      const coming = sampleOwner.listening.between(birthday / 1_000, birthday / 1_000 + 5 * 86_400)
      const [at, { seconds, title }] = [coming.at(0), sampleOwner.listening.catalogue.songs[coming.song(0)]!]
      yield* control.clock.set((at + 2) * 1_000)
      const during = (yield* recent({ limit: 1 })).recenttracks
      expect(during.track![0]).toMatchObject({ name: title, "@attr": { nowplaying: "true" } })
      expect(during["@attr"]["total"]).toBe("20000")
      yield* control.clock.set((at + seconds + 1) * 1_000)
      const after = (yield* recent({ limit: 1, to: at + 1 })).recenttracks
      expect(after.track!.at(-1)).toMatchObject({ name: title, date: { uts: String(at) } })
      expect(after["@attr"]["total"]).toBe("20001")
    })
  )
})
