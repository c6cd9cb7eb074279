import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { get, getJson } from "./asking.js"
import { lastfmAccount } from "./lastfmAccount.js"

interface ArtistInfo {
  readonly artist: {
    readonly stats: Record<string, string>
    readonly bio: { readonly summary: string; readonly content: string }
    readonly image: ReadonlyArray<{ readonly "#text": string }>
  }
}

describe("what Last.fm knows of the music", () => {
  it.scopedLive("an artist, with a biography that ends in a link, and how often the owner heard it", () =>
    Effect.gen(function* () {
      const { control, url } = yield* lastfmAccount()
      const { artist } = yield* getJson<ArtistInfo>(
        url({ method: "artist.getInfo", artist: "velmora tide", username: "daybook_demo" })
      )
      expect(artist).toMatchObject({
        name: "Velmora Tide",
        url: "https://www.last.fm/music/Velmora+Tide",
        streamable: "0"
      })
      expect(artist.stats["userplaycount"]).toBe(String((yield* control.plays({ artist: "Velmora Tide" })).length))
      expect(artist.bio.summary).toMatch(
        /<a href="https:\/\/www\.last\.fm\/music\/Velmora\+Tide">Read more on Last\.fm<\/a>$/
      )
      expect(artist.bio.content).toContain("Creative Commons By-SA")
      expect(artist.image.every((image) => image["#text"].includes("2a96cbd8b46e442fc41c2b86b821562f"))).toBe(true)
    })
  )

  it.scopedLive("tags count in numbers, likeness in texts", () =>
    Effect.gen(function* () {
      const { url } = yield* lastfmAccount()
      const tags = yield* getJson<unknown>(url({ method: "artist.getTopTags", artist: "Oskeln" }))
      expect(tags).toMatchObject({
        toptags: { tag: expect.arrayContaining([{ count: 100, name: expect.any(String), url: expect.any(String) }]) }
      })
      const { similarartists } = yield* getJson<{ similarartists: { artist: ReadonlyArray<{ match: string }> } }>(
        url({ method: "artist.getSimilar", artist: "Oskeln", limit: 5 })
      )
      expect(similarartists.artist[0]!.match).toBe("1")
      expect(similarartists.artist.length).toBeLessThanOrEqual(5)
    })
  )

  it.scopedLive("some artists are only found by name, not by the identifier Last.fm gives", () =>
    Effect.gen(function* () {
      const { sampleOwner, url } = yield* lastfmAccount()
      const identified = sampleOwner.listening.catalogue.artists.filter(({ mbid }) => mbid !== "").slice(0, 60)
      const answers = yield* Effect.forEach(identified, ({ mbid }) =>
        getJson<{ error?: number }>(url({ method: "artist.getInfo", mbid }))
      )
      const stale = answers.filter(({ error }) => error === 6).length
      expect(stale).toBeGreaterThan(0)
      expect(stale).toBeLessThan(20)
      expect(answers.filter(({ error }) => error === undefined).length).toBe(60 - stale)
    })
  )

  it.scopedLive("durations: milliseconds of a track as a text, seconds on an album as a number", () =>
    Effect.gen(function* () {
      const { sampleOwner, url } = yield* lastfmAccount()
      const song =
        sampleOwner.listening.catalogue.songs[sampleOwner.listening.catalogue.artistNamed("Oskeln")!.firstSong]!
      const track = yield* getJson<unknown>(url({ method: "track.getInfo", artist: "Oskeln", track: song.title }))
      expect(track).toMatchObject({
        track: { duration: String(song.seconds * 1_000), album: { title: "Night Index" } }
      })
      const album = yield* getJson<{ album: { tracks: { track: ReadonlyArray<unknown> } } }>(
        url({ method: "album.getInfo", artist: "Oskeln", album: "Night Index" })
      )
      expect(album.album.tracks.track[0]).toMatchObject({
        name: song.title,
        duration: song.seconds,
        "@attr": { rank: 1 }
      })
    })
  )

  it.scopedLive("covers are pictures, the same each time", () =>
    Effect.gen(function* () {
      const { recent } = yield* lastfmAccount()
      const rows = (yield* recent({ limit: 50 })).recenttracks.track!
      const link = rows
        .flatMap((row) => row.image)
        .find((image) => image["#text"].includes("/300x300/") && !image["#text"].includes("2a96cbd8"))!["#text"]
      const [one, again] = [yield* get(link), yield* get(link)]
      expect(one.headers.get("content-type")).toBe("image/png")
      expect([...one.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      expect(new DataView(one.bytes.buffer, one.bytes.byteOffset).getUint32(16)).toBe(300)
      expect(Buffer.compare(one.bytes, again.bytes)).toBe(0)
    })
  )
})
