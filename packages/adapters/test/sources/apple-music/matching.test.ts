import { assert, describe, it } from "@effect/vitest"
import { bareTitle, bestTitle, firstArtist, isArtist, plainName } from "../../../src/sources/apple-music/matching.js"
import { albumLink, artistLink, trackLink } from "../../../src/sources/apple-music/toLink.js"
import type { Result } from "../../../src/sources/apple-music/wire.js"
import { wanted } from "../support/catalogue.js"

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
const track = wanted({ id: 7, artist: "Hollow Lanterns", name: "Ferry Song", album: "Tin Roof Hours" })

describe("names", () => {
  it("are the same whatever their case, marks, punctuation, guests and article", () => {
    for (const [a, b] of [
      ["The Hollow Lanterns", "hollow lanterns"], ["Brúnaskel", "Brunaskel"], ["Røwe & Sons", "Røwe and Sons"], ["Lantern's", "Lanterns"],
      ["A.B.C.", "a b c"], ["Ferry Song (feat. Somebody)", "Ferry Song"], ["Ferry Song [ft. A & B]", "Ferry Song"], ["Ferry feat. X", "Ferry"]
    ] as const) assert.strictEqual(plainName(a), plainName(b))
    for (const [a, b] of [["Hollow Lanterns", "Hollow Lantern"], ["霧灯楽団", "真夜中"], ["!!!", "???"], ["The The", "Them"], ["Ferry Song (Live)", "Ferry Song"]] as const) {
      assert.notStrictEqual(plainName(a), plainName(b))
    }
  })

  it("of several artists are looked up under the first", () => {
    assert.strictEqual(firstArtist("A & B"), "A")
    assert.strictEqual(firstArtist("A, B & C"), "A")
    assert.strictEqual(firstArtist("A x B"), "A")
    assert.strictEqual(firstArtist("Max"), "Max")
    assert.isTrue(isArtist("A & B", "A & B"))
    assert.isTrue(isArtist("A & B", "a"))
    assert.isFalse(isArtist("A", "A & B"))
    assert.isFalse(isArtist("A & B", "B"))
  })

  it("of titles may tell an edition, but not another recording", () => {
    const found = ["Ferry Song (Live)", "Ferry Song - 2011 Remaster", "Ferry Song"]
    assert.strictEqual(bestTitle("Ferry Song", found, (one) => one), "Ferry Song")
    assert.strictEqual(bestTitle("Ferry Song", found.slice(0, 2), (one) => one), "Ferry Song - 2011 Remaster")
    assert.strictEqual(bestTitle("Ferry Song (Remastered)", found.slice(1), (one) => one), "Ferry Song - 2011 Remaster")
    assert.isUndefined(bestTitle("Ferry Song", found.slice(0, 1), (one) => one))
    assert.strictEqual(bestTitle("Tin Roof", ["Tin Roof - Single"], (one) => one), "Tin Roof - Single")
    assert.strictEqual(bareTitle("(Deluxe)"), "(Deluxe)")
  })
})

describe("a link", () => {
  it("to a song keeps the song and loses where it was found", () => {
    assert.deepStrictEqual(trackLink(track, [song({ artistName: "Karaoke Stars", trackName: "Ferry Song (Karaoke)" }), song()]), {
      id: 7, url: "https://music.apple.com/us/album/ferry-song/2?i=3", previewUrl: "https://audio.example/x.m4a", releasedYear: null, totalTracks: null
    })
  })

  it("to a song is of the wanted album where there is one", () => {
    const other = song({ collectionName: "Best of", trackViewUrl: "https://music.apple.com/us/album/x/9?i=8" })
    assert.include(trackLink(track, [other, song()])?.url ?? "", "/2?i=3")
    assert.include(trackLink({ ...track, album: null }, [other, song()])?.url ?? "", "/9?i=8")
    assert.include(trackLink({ ...track, album: "Unknown" }, [other])?.url ?? "", "/9?i=8")
  })

  it("is none for covers, for other titles, and for what has no address", () => {
    assert.isNull(trackLink(track, []))
    assert.isNull(trackLink(track, [song({ artistName: "Hollow Lanterns Tribute Band" })]))
    assert.isNull(trackLink(track, [song({ trackName: "Ferry Songs" })]))
    assert.isNull(trackLink(track, [song({ trackViewUrl: undefined }), song({ trackViewUrl: "javascript:alert(1)" }), song({ artistName: null })]))
  })

  it("to an album has no song in it, and its year and number of tracks", () => {
    const album = song({ wrapperType: "collection", trackName: undefined, collectionName: "Tin Roof Hours (Deluxe Edition)", trackCount: 12 })
    const want = wanted({ id: 8, artist: "Hollow Lanterns", name: "Tin Roof Hours" })
    assert.deepStrictEqual(albumLink(want, [song(), album]), {
      id: 8, url: "https://music.apple.com/us/album/ferry-song/2", previewUrl: null, releasedYear: 2023, totalTracks: 12
    })
    assert.deepStrictEqual(albumLink(want, [{ ...album, releaseDate: "1999", trackCount: 0 }]), {
      id: 8, url: "https://music.apple.com/us/album/ferry-song/2", previewUrl: null, releasedYear: 1999, totalTracks: null
    })
    assert.isNull(albumLink(want, [{ ...album, releaseDate: "soon" }])?.releasedYear)
  })

  it("to an artist is under either of its names, the whole name before a part of it", () => {
    const one = { artistName: "A", artistLinkUrl: "https://music.apple.com/us/artist/a/1?uo=4" }
    const both = { artistName: "A & B", artistViewUrl: "https://music.apple.com/us/artist/a-b/2?uo=4" }
    assert.strictEqual(artistLink(wanted({ id: 1, name: "A & B" }), [one, both])?.url, "https://music.apple.com/us/artist/a-b/2")
    assert.strictEqual(artistLink(wanted({ id: 1, name: "A & C" }), [both, one])?.url, "https://music.apple.com/us/artist/a/1")
  })
})
