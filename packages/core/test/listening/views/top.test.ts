import { Either, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { TopAlbum, TopArtist, TopTrack, topAlbums, topArtists, topTracks } from "../../../src/listening/views/top.js"
import { albumFact, artistFact, imageOf, show, trackFact } from "./facts.js"

const artist = artistFact(1, { name: "Marrow & Tin", genre: "folk", appleMusicUrl: "https://catalogue.example/1" })
const album = albumFact(2, {
  name: "Low Water",
  url: "https://music.example/2",
  appleMusicUrl: "https://catalogue.example/2",
  releasedYear: 2011,
  totalTracks: 9
})
const track = trackFact(3, {
  name: "Ferry",
  url: "https://music.example/3",
  appleMusicUrl: "https://catalogue.example/3",
  previewUrl: "https://clips.example/3"
})
const page = { page: 2, limit: 10 }

describe("top lists", () => {
  it("rank by position across pages, including ties", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (plays, limit) => {
          const all = plays.sort((a, b) => b - a).map((count, index) => ({ artist: artistFact(index), plays: count }))
          const ranks: Array<number> = []
          for (let page = 1; (page - 1) * limit < all.length; page++) {
            ranks.push(
              ...topArtists(all.slice((page - 1) * limit, page * limit), { page, limit }, show).map(({ rank }) => rank)
            )
          }
          expect(ranks).toEqual(all.map((_, index) => index + 1))
        }
      )
    )
  })

  it("encode artists", () => {
    const [item] = topArtists([{ artist, plays: 5 }], page, show)
    expect(
      Schema.encodeUnknownEither(TopArtist)({ ...item, sparkline: { granularity: "week", points: [0, 5] } })
    ).toEqual(
      Either.right({
        rank: 11,
        id: 1,
        name: "Marrow & Tin",
        detail: "",
        playcount: 5,
        image: imageOf("artist", 1),
        url: "",
        apple_music_url: "https://catalogue.example/1",
        genre: "folk",
        sparkline: { granularity: "week", points: [0, 5] }
      })
    )
  })

  it("encode albums under their artist, without a sparkline unless there is one", () => {
    const [item] = topAlbums([{ artist, album, plays: 5 }], page, show)
    expect(Schema.encodeUnknownEither(TopAlbum)(item)).toEqual(
      Either.right({
        rank: 11,
        id: 2,
        name: "Low Water",
        detail: "Marrow & Tin",
        playcount: 5,
        image: imageOf("album", 2),
        url: "https://music.example/2",
        apple_music_url: "https://catalogue.example/2"
      })
    )
  })

  it("encode tracks with their album", () => {
    const wire = {
      rank: 11,
      id: 3,
      name: "Ferry",
      detail: "Marrow & Tin",
      playcount: 5,
      image: imageOf("album", 2),
      url: "https://music.example/3",
      apple_music_url: "https://catalogue.example/3",
      preview_url: "https://clips.example/3"
    }
    const withAlbum = {
      album_id: 2,
      album_name: "Low Water",
      album_apple_music_url: "https://catalogue.example/2",
      album_released_year: 2011,
      album_total_tracks: 9
    }
    const withoutAlbum = {
      album_id: null,
      album_name: null,
      album_apple_music_url: null,
      album_released_year: null,
      album_total_tracks: null
    }
    const encode = (of: typeof album | null) =>
      Schema.encodeUnknownEither(TopTrack)(topTracks([{ artist, track, album: of, plays: 5 }], page, show)[0])
    expect(encode(album)).toEqual(Either.right({ ...wire, ...withAlbum }))
    expect(encode(null)).toEqual(Either.right({ ...wire, ...withoutAlbum, image: null }))
  })
})
