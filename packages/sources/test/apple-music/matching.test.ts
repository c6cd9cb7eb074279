import { bareTitle } from "@daybook/core/listening"
import { describe, expect, it } from "@effect/vitest"
import { type Result, albumLink, artistLink, trackLink } from "../../src/apple-music/wire.js"
import { bestTitle, firstArtist, isArtist, plainName } from "../../src/kit/nameMatching.js"
import { target } from "../support/catalogue.js"

const song = (more: Partial<Result> = {}): Result => ({
  wrapperType: "track",
  kind: "song",
  artistId: 1,
  artistName: "Hollow Lanterns",
  collectionName: "Tin Roof Hours",
  trackName: "Ferry Song",
  artistViewUrl: "https://music.apple.com/us/artist/hollow-lanterns/1?uo=4",
  collectionViewUrl: "https://music.apple.com/us/album/ferry-song/2?i=3&uo=4",
  trackViewUrl: "https://music.apple.com/us/album/ferry-song/2?i=3&uo=4",
  previewUrl: "https://audio.example/x.m4a",
  releaseDate: "2023-03-31T12:00:00Z",
  ...more
})
const track = target({ id: 7, artist: "Hollow Lanterns", name: "Ferry Song", album: "Tin Roof Hours" })

describe("normalized names", () => {
  it("ignore case, diacritics, punctuation, guests and article", () => {
    for (const [a, b] of [
      ["The Hollow Lanterns", "hollow lanterns"],
      ["Brúnaskel", "Brunaskel"],
      ["Røwe & Sons", "Røwe and Sons"],
      ["Lantern's", "Lanterns"],
      ["A.B.C.", "a b c"],
      ["Ferry Song (feat. Somebody)", "Ferry Song"],
      ["Ferry Song [ft. A & B]", "Ferry Song"],
      ["Ferry feat. X", "Ferry"]
    ] as const)
      expect(plainName(a)).toBe(plainName(b))
    for (const [a, b] of [
      ["Hollow Lanterns", "Hollow Lantern"],
      ["霧灯楽団", "真夜中"],
      ["!!!", "???"],
      ["The The", "Them"],
      ["Ferry Song (Live)", "Ferry Song"]
    ] as const) {
      expect(plainName(a)).not.toBe(plainName(b))
    }
  })

  it("of several artists match the first", () => {
    expect(firstArtist("A & B")).toBe("A")
    expect(firstArtist("A, B & C")).toBe("A")
    expect(firstArtist("A x B")).toBe("A")
    expect(firstArtist("Max")).toBe("Max")
    expect(isArtist("A & B", "A & B")).toBe(true)
    expect(isArtist("A & B", "a")).toBe(true)
    expect(isArtist("A", "A & B")).toBe(false)
    expect(isArtist("A & B", "B")).toBe(false)
  })

  it("of titles may differ in edition but not in recording", () => {
    const candidates = ["Ferry Song (Live)", "Ferry Song - 2011 Remaster", "Ferry Song"]
    expect(bestTitle("Ferry Song", candidates, (one) => one)).toBe("Ferry Song")
    expect(bestTitle("Ferry Song", candidates.slice(0, 2), (one) => one)).toBe("Ferry Song - 2011 Remaster")
    expect(bestTitle("Ferry Song (Remastered)", candidates.slice(1), (one) => one)).toBe("Ferry Song - 2011 Remaster")
    expect(bestTitle("Ferry Song", candidates.slice(0, 1), (one) => one)).toBeUndefined()
    expect(bestTitle("Tin Roof", ["Tin Roof - Single"], (one) => one)).toBe("Tin Roof - Single")
    expect(bareTitle("(Deluxe)")).toBe("(Deluxe)")
  })
})

describe("a link", () => {
  it("to a song keeps the song parameter and drops tracking parameters", () => {
    expect(
      trackLink(track, [song({ artistName: "Karaoke Stars", trackName: "Ferry Song (Karaoke)" }), song()])
    ).toStrictEqual({
      id: 7,
      url: "https://music.apple.com/us/album/ferry-song/2?i=3",
      previewUrl: "https://audio.example/x.m4a",
      releasedYear: null,
      totalTracks: null
    })
  })

  it("to a song prefers the target album", () => {
    const other = song({ collectionName: "Best of", trackViewUrl: "https://music.apple.com/us/album/x/9?i=8" })
    expect(trackLink(track, [other, song()])?.url ?? "").toContain("/2?i=3")
    expect(trackLink({ ...track, album: null }, [other, song()])?.url ?? "").toContain("/9?i=8")
    expect(trackLink({ ...track, album: "Unknown" }, [other])?.url ?? "").toContain("/9?i=8")
  })

  it("is null for covers, other titles and results without an address", () => {
    expect(trackLink(track, [])).toBeNull()
    expect(trackLink(track, [song({ artistName: "Hollow Lanterns Tribute Band" })])).toBeNull()
    expect(trackLink(track, [song({ trackName: "Ferry Songs" })])).toBeNull()
    expect(
      trackLink(track, [
        song({ trackViewUrl: undefined }),
        song({ trackViewUrl: "javascript:alert(1)" }),
        song({ artistName: null })
      ])
    ).toBeNull()
  })

  it("to an album has no song parameter, and has year and number of tracks", () => {
    const album = song({
      wrapperType: "collection",
      trackName: undefined,
      collectionName: "Tin Roof Hours (Deluxe Edition)",
      trackCount: 12
    })
    const want = target({ id: 8, artist: "Hollow Lanterns", name: "Tin Roof Hours" })
    expect(albumLink(want, [song(), album])).toStrictEqual({
      id: 8,
      url: "https://music.apple.com/us/album/ferry-song/2",
      previewUrl: null,
      releasedYear: 2023,
      totalTracks: 12
    })
    expect(albumLink(want, [{ ...album, releaseDate: "1999", trackCount: 0 }])).toStrictEqual({
      id: 8,
      url: "https://music.apple.com/us/album/ferry-song/2",
      previewUrl: null,
      releasedYear: 1999,
      totalTracks: null
    })
    expect(albumLink(want, [{ ...album, releaseDate: "soon" }])?.releasedYear).toBeNull()
  })

  it("to an artist uses either address, and prefers the full name", () => {
    const one = { artistName: "A", artistLinkUrl: "https://music.apple.com/us/artist/a/1?uo=4" }
    const both = { artistName: "A & B", artistViewUrl: "https://music.apple.com/us/artist/a-b/2?uo=4" }
    expect(artistLink(target({ id: 1, name: "A & B" }), [one, both])?.url).toBe(
      "https://music.apple.com/us/artist/a-b/2"
    )
    expect(artistLink(target({ id: 1, name: "A & C" }), [both, one])?.url).toBe("https://music.apple.com/us/artist/a/1")
  })
})
