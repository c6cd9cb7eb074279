import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { linksOf } from "../../../src/sources/lastfm/links.js"
import { toRows } from "../../../src/sources/lastfm/toRecords.js"
import { itemsOf, RecentTracks } from "../../../src/sources/lastfm/wire.js"

const body = {
  recenttracks: {
    track: [
      {
        artist: { mbid: "", "#text": "The Paper Kites" }, streamable: "0",
        image: [{ size: "small", "#text": "https://lastfm.freetls.fastly.net/i/u/34s/abc.jpg" }],
        mbid: "", album: { mbid: "", "#text": "Roses" }, name: "Climb On Your Tears",
        "@attr": { nowplaying: "true" }, url: "https://www.last.fm/music/The+Paper+Kites/_/Climb+On+Your+Tears"
      },
      {
        artist: { mbid: "65314b12-0e08-43fa-ba33-baaa7b874c15", "#text": "Boygenius" }, streamable: "0",
        image: [{ size: "small", "#text": "" }], mbid: "", album: { mbid: "", "#text": "" },
        name: "Not Strong Enough", url: "https://www.last.fm/music/Boygenius/_/Not+Strong+Enough",
        date: { uts: "1763700000", "#text": "21 Nov 2025, 04:40" }
      }
    ],
    "@attr": { user: "someone", totalPages: "486", page: "1", perPage: "50", total: "24271" }
  }
}

const decode = Schema.decodeUnknownEither(RecentTracks)
const attr = { totalPages: "0", total: "0" }
const items = (track?: unknown) => itemsOf(Either.getOrThrow(decode({ recenttracks: { track, "@attr": attr } })).recenttracks.track)

const played = { artist: { "#text": "Hollow Lanterns" }, name: "Ferry Song", date: { uts: "1763700000" } }
const only = (track: object) => toRows([{ ...played, ...track }])

describe("what Last.fm says of plays", () => {
  it("is read as its documentation shows it", () => {
    const { recenttracks } = Either.getOrThrow(decode(body))
    assert.deepStrictEqual(recenttracks["@attr"], { total: 24271, totalPages: 486, perPage: 50 })
    const { broken, dated, playing } = toRows(itemsOf(recenttracks.track))
    assert.strictEqual(broken, 0)
    assert.strictEqual(playing?.name, "Climb On Your Tears")
    assert.deepStrictEqual(dated, [{
      at: 1763700000,
      play: {
        playedAt: 1763700000000,
        precision: "second",
        artist: { name: "Boygenius", mbid: "65314b12-0e08-43fa-ba33-baaa7b874c15", url: "https://www.last.fm/music/Boygenius" },
        track: { name: "Not Strong Enough", mbid: null, url: "https://www.last.fm/music/Boygenius/_/Not+Strong+Enough" },
        album: null
      }
    }])
  })

  it("may be a list, one without a list, or nothing", () => {
    assert.strictEqual(items([played, played]).length, 2)
    assert.strictEqual(items(played).length, 1)
    assert.strictEqual(items([]).length, 0)
    assert.strictEqual(items(null).length, 0)
    assert.strictEqual(items("").length, 0)
    assert.strictEqual(items().length, 0)
  })

  it("counts in numbers or in texts", () => {
    const { recenttracks } = Either.getOrThrow(decode({ recenttracks: { track: [], "@attr": { total: 12, totalPages: 1 } } }))
    assert.strictEqual(recenttracks["@attr"].total, 12)
    assert.strictEqual(only({ date: { uts: 5 } }).dated[0]?.at, 5)
    assert.isTrue(Either.isLeft(decode({ recenttracks: { track: [], "@attr": { total: "many", totalPages: "1" } } })))
    assert.isTrue(Either.isLeft(decode({ recenttracks: { track: [], "@attr": { total: "", totalPages: "1" } } })))
  })

  it("is the same in the extended form", () => {
    const { dated } = only({ artist: { name: "Hollow Lanterns", url: "https://www.last.fm/music/Hollow+Lanterns", mbid: "", image: [] }, loved: "1" })
    assert.strictEqual(dated[0]?.play?.artist.name, "Hollow Lanterns")
  })

  it("never makes a play of what has no date or is playing", () => {
    for (const track of [{ date: undefined }, { date: null }, { "@attr": { nowplaying: "true" } }]) {
      assert.deepStrictEqual(only(track).dated, [])
      assert.strictEqual(only(track).broken, 0)
    }
  })

  it("leaves out plays without a name, and still knows their time", () => {
    for (const track of [{ name: "" }, { name: " \u0000 " }, { artist: { "#text": "" } }, { artist: null }, { name: undefined }]) {
      assert.deepStrictEqual(only(track), { dated: [{ at: 1763700000, play: null }], playing: null, broken: 0 })
    }
  })

  it("counts rows that make no sense", () => {
    for (const row of [17, "text", null, [], { ...played, date: { uts: "soon" } }, { ...played, date: { uts: "" } }, { ...played, date: { uts: "-5" } }, { ...played, name: {} }]) {
      assert.strictEqual(toRows([row, played]).broken, 1, JSON.stringify(row))
      assert.strictEqual(toRows([row, played]).dated.length, 1)
    }
  })

  it("has its names cleaned and shortened, and only true identifiers kept", () => {
    const [row] = only({ name: `  a\u0000b${"𝄞".repeat(600)}  `, artist: { "#text": "\ud800x", mbid: "none" } }).dated
    assert.strictEqual([...row!.play!.track.name].length, 500)
    assert.isTrue(row!.play!.track.name.startsWith("ab𝄞"))
    assert.strictEqual(row!.play!.artist.name, "\ufffdx")
    assert.strictEqual(row!.play!.artist.mbid, null)
  })
})

describe("links to Last.fm", () => {
  it("take the artist's page from the track's", () => {
    const links = linksOf({ artist: "A/B & C", album: "D+E?", track: "F" }, "https://www.last.fm/music/A%2FB+&+C/_/F")
    assert.deepStrictEqual(links, {
      artist: "https://www.last.fm/music/A%2FB+&+C",
      album: "https://www.last.fm/music/A%2FB+&+C/D%2BE%3F",
      track: "https://www.last.fm/music/A%2FB+&+C/_/F"
    })
  })

  it("are made from the names otherwise", () => {
    const links = linksOf({ artist: "Lantérn's Edge", album: null, track: "Über (Live)" }, "not a link")
    assert.deepStrictEqual(links, {
      artist: "https://www.last.fm/music/Lant%C3%A9rn%27s+Edge",
      album: null,
      track: "https://www.last.fm/music/Lant%C3%A9rn%27s+Edge/_/%C3%9Cber+(Live)"
    })
  })
})
