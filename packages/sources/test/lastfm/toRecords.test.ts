import { describe, expect, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { toRows, linksOf, itemsOf, RecentTracks } from "../../src/lastfm/wire.js"

const body = {
  recenttracks: {
    track: [
      {
        artist: { mbid: "", "#text": "The Paper Kites" },
        streamable: "0",
        image: [{ size: "small", "#text": "https://lastfm.freetls.fastly.net/i/u/34s/abc.jpg" }],
        mbid: "",
        album: { mbid: "", "#text": "Roses" },
        name: "Climb On Your Tears",
        "@attr": { nowplaying: "true" },
        url: "https://www.last.fm/music/The+Paper+Kites/_/Climb+On+Your+Tears"
      },
      {
        artist: { mbid: "65314b12-0e08-43fa-ba33-baaa7b874c15", "#text": "Boygenius" },
        streamable: "0",
        image: [{ size: "small", "#text": "" }],
        mbid: "",
        album: { mbid: "", "#text": "" },
        name: "Not Strong Enough",
        url: "https://www.last.fm/music/Boygenius/_/Not+Strong+Enough",
        date: { uts: "1763700000", "#text": "21 Nov 2025, 04:40" }
      }
    ],
    "@attr": { user: "someone", totalPages: "486", page: "1", perPage: "50", total: "24271" }
  }
}

const decode = Schema.decodeUnknownEither(RecentTracks)
const attr = { totalPages: "0", total: "0" }
const items = (track?: unknown) =>
  itemsOf(Either.getOrThrow(decode({ recenttracks: { track, "@attr": attr } })).recenttracks.track)

const played = { artist: { "#text": "Hollow Lanterns" }, name: "Ferry Song", date: { uts: "1763700000" } }
const only = (track: object) => toRows([{ ...played, ...track }])

describe("Last.fm's recent tracks", () => {
  it("are read as documented", () => {
    const { recenttracks } = Either.getOrThrow(decode(body))
    expect(recenttracks["@attr"]).toStrictEqual({ total: 24271, totalPages: 486, perPage: 50 })
    const { broken, dated, playing } = toRows(itemsOf(recenttracks.track))
    expect(broken).toBe(0)
    expect(playing?.name).toBe("Climb On Your Tears")
    expect(dated).toStrictEqual([
      {
        at: 1763700000,
        play: {
          playedAt: 1763700000000,
          precision: "second",
          artist: {
            name: "Boygenius",
            mbid: "65314b12-0e08-43fa-ba33-baaa7b874c15",
            url: "https://www.last.fm/music/Boygenius"
          },
          track: {
            name: "Not Strong Enough",
            mbid: null,
            url: "https://www.last.fm/music/Boygenius/_/Not+Strong+Enough"
          },
          album: null
        }
      }
    ])
  })

  it("may be a list, a single item, or nothing", () => {
    expect(items([played, played])).toHaveLength(2)
    expect(items(played)).toHaveLength(1)
    expect(items([])).toHaveLength(0)
    expect(items(null)).toHaveLength(0)
    expect(items("")).toHaveLength(0)
    expect(items()).toHaveLength(0)
  })

  it("have counts as numbers or strings", () => {
    const { recenttracks } = Either.getOrThrow(
      decode({ recenttracks: { track: [], "@attr": { total: 12, totalPages: 1 } } })
    )
    expect(recenttracks["@attr"].total).toBe(12)
    expect(only({ date: { uts: 5 } }).dated[0]?.at).toBe(5)
    expect(Either.isLeft(decode({ recenttracks: { track: [], "@attr": { total: "many", totalPages: "1" } } }))).toBe(
      true
    )
    expect(Either.isLeft(decode({ recenttracks: { track: [], "@attr": { total: "", totalPages: "1" } } }))).toBe(true)
  })

  it("are the same in the extended form", () => {
    const { dated } = only({
      artist: { name: "Hollow Lanterns", url: "https://www.last.fm/music/Hollow+Lanterns", mbid: "", image: [] },
      loved: "1"
    })
    expect(dated[0]?.play?.artist.name).toBe("Hollow Lanterns")
  })

  it("give no play for a row without a date or for the running track", () => {
    for (const track of [{ date: undefined }, { date: null }, { "@attr": { nowplaying: "true" } }]) {
      expect(only(track).dated).toStrictEqual([])
      expect(only(track).broken).toBe(0)
    }
  })

  it("skip plays without a name but keep their time", () => {
    for (const track of [
      { name: "" },
      { name: " \u0000 " },
      { artist: { "#text": "" } },
      { artist: null },
      { name: undefined }
    ]) {
      expect(only(track)).toStrictEqual({ dated: [{ at: 1763700000, play: null }], playing: null, broken: 0 })
    }
  })

  it("have a count of invalid rows", () => {
    for (const row of [
      17,
      "text",
      null,
      [],
      { ...played, date: { uts: "soon" } },
      { ...played, date: { uts: "" } },
      { ...played, date: { uts: "-5" } },
      { ...played, name: {} }
    ]) {
      expect(toRows([row, played]).broken, JSON.stringify(row)).toBe(1)
      expect(toRows([row, played]).dated).toHaveLength(1)
    }
  })

  it("have cleaned, shortened names and only valid identifiers", () => {
    const [row] = only({ name: `  a\u0000b${"𝄞".repeat(600)}  `, artist: { "#text": "\ud800x", mbid: "none" } }).dated
    expect([...row!.play!.track.name]).toHaveLength(500)
    expect(row!.play!.track.name.startsWith("ab𝄞")).toBe(true)
    expect(row!.play!.artist.name).toBe("\ufffdx")
    expect(row!.play!.artist.mbid).toBeNull()
  })
})

describe("links to Last.fm", () => {
  it("derive the artist's page from the track's", () => {
    const links = linksOf({ artist: "A/B & C", album: "D+E?", track: "F" }, "https://www.last.fm/music/A%2FB+&+C/_/F")
    expect(links).toStrictEqual({
      artist: "https://www.last.fm/music/A%2FB+&+C",
      album: "https://www.last.fm/music/A%2FB+&+C/D%2BE%3F",
      track: "https://www.last.fm/music/A%2FB+&+C/_/F"
    })
  })

  it("are otherwise built from the names", () => {
    const links = linksOf({ artist: "Lantérn's Edge", album: null, track: "Über (Live)" }, "not a link")
    expect(links).toStrictEqual({
      artist: "https://www.last.fm/music/Lant%C3%A9rn%27s+Edge",
      album: null,
      track: "https://www.last.fm/music/Lant%C3%A9rn%27s+Edge/_/%C3%9Cber+(Live)"
    })
  })
})
