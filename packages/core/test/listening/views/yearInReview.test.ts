import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type ReviewFacts, YearInReview, yearInReview } from "../../../src/listening/views/yearInReview.js"
import { dailySeries, monthlySeries } from "../../../src/shared/fields.js"
import { albumFact, artistFact, imageOf, show, trackFact } from "./facts.js"

const artist = artistFact(1, { name: "Glass Orchard", appleMusicUrl: "https://catalogue.example/1" })
const facts: ReviewFacts = {
  year: 2024,
  month: null,
  totals: { plays: 12, artists: 1, albums: 2, tracks: 3 },
  artists: [{ artist, plays: 12 }],
  albums: [{ artist, album: albumFact(2), plays: 7 }],
  tracks: [{ artist, track: trackFact(3, { previewUrl: "https://clips.example/3" }), album: null, plays: 4 }],
  months: [
    { start: "2024-01-01", plays: 5, artists: 1, albums: 1, tracks: 2 },
    { start: "2024-12-01", plays: 7, artists: 1, albums: 2, tracks: 3 }
  ],
  lines: null
}
const wire = {
  year: 2024,
  total_scrobbles: 12,
  unique_artists: 1,
  unique_albums: 2,
  unique_tracks: 3,
  top_artists: [
    {
      id: 1,
      name: "Glass Orchard",
      scrobbles: 12,
      apple_music_url: "https://catalogue.example/1",
      image: imageOf("artist", 1)
    }
  ],
  top_albums: [
    { id: 2, name: "Album 2", artist: "Glass Orchard", scrobbles: 7, apple_music_url: null, image: imageOf("album", 2) }
  ],
  top_tracks: [
    {
      id: 3,
      name: "Track 3",
      artist: "Glass Orchard",
      scrobbles: 4,
      apple_music_url: null,
      preview_url: "https://clips.example/3"
    }
  ],
  monthly: [
    { month: "2024-01", scrobbles: 5, unique_artists: 1, unique_albums: 1 },
    { month: "2024-12", scrobbles: 7, unique_artists: 1, unique_albums: 2 }
  ]
}
const encode = (of: ReviewFacts) => Schema.encodeEither(YearInReview)(yearInReview(of, show))

describe("yearInReview", () => {
  it("has exactly the members in api.md", () => {
    expect(encode(facts)).toStrictEqual(Either.right(wire))
  })

  it("includes its month if it has one, and still lists the year's months", () => {
    expect(encode({ ...facts, month: 12 })).toStrictEqual(Either.right({ ...wire, month: 12 }))
  })

  it("gives every item a sparkline of twelve months on request", () => {
    const lines = {
      series: monthlySeries(2024),
      artists: new Map([
        [
          1,
          new Map([
            ["2024-01-01", 5],
            ["2024-12-01", 7]
          ])
        ]
      ]),
      albums: new Map([[2, new Map([["2024-12-01", 7]])]]),
      tracks: new Map()
    }
    const review = Either.getOrThrow(encode({ ...facts, lines }))
    expect(review.top_artists[0]!.sparkline).toEqual({
      granularity: "month",
      points: [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]
    })
    expect(review.top_albums[0]!.sparkline).toEqual({
      granularity: "month",
      points: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]
    })
    expect(review.top_tracks[0]!.sparkline).toEqual({
      granularity: "month",
      points: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    })
  })

  it.each([
    ["2024-02-01", "2024-03-01", 29],
    ["2023-02-01", "2023-03-01", 28],
    ["2024-12-01", "2025-01-01", 31]
  ])("or the days of a month from %s", (from, to, days) => {
    const lines = { series: dailySeries(from, to), artists: new Map(), albums: new Map(), tracks: new Map() }
    const review = Either.getOrThrow(encode({ ...facts, month: Number(from.slice(5, 7)), lines }))
    expect(review.top_artists[0]!.sparkline).toEqual({
      granularity: "day",
      points: Array.from({ length: days }, () => 0)
    })
  })
})
