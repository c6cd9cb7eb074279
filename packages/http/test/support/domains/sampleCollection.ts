import type { Fact } from "@daybook/core/collecting"
import { sampleNow } from "../library.js"

const day = 86_400_000
const dayAgo = (days: number) => sampleNow - days * day

/** Release id, title, artists, year, format, genres, days since it was added (null: unknown). */
const releases = [
  [101, "Second Daylight", ["Velmora Tide", "Oskeln"], 1971, "Vinyl", ["Rock"], 1],
  [102, "Ärger im Hafen", ["Oskeln"], null, null, ["Rock", "Jazz"], 20],
  [103, "Low Water", ["Nine Harbours"], 1973, "Vinyl", ["Electronic"], null],
  [104, "Kites", ["The Paper Lanterns"], 1984, "CD", ["Folk"], 90],
  [105, "First Frost", ["Velmora Tide"], 1995, "Cassette", ["Rock"], 91],
  [106, "Quillon Live", ["Oskeln"], 2006, "vinyl", ["Jazz"], 400],
  [107, "Northbound", ["Oskeln"], 2017, "Box Set", [], 401]
] as const

export const sampleCopies: ReadonlyArray<Fact.CopyProfile> = releases.map(
  ([releaseId, title, artists, year, format, genres, days], index) => ({
    id: index + 1,
    releaseId,
    title,
    artists,
    year,
    genres,
    format,
    picture: null,
    formatDetail: index === 1 ? [] : ["LP", "Album"],
    labels: index === 1 ? [] : ["QUI 1", null].map((catno) => ({ name: "Quillon", catno })),
    styles: ["Indie Rock"],
    addedAt: days === null ? null : dayAgo(days),
    rating: (index * 3) % 7,
    tracklist: [{ position: "A1", title: "Northbound", duration: "3:45" }],
    country: "US",
    have: 3,
    want: 4,
    lowestPrice: index === 1 ? null : 1_599,
    forSale: 2,
    notes: index === 0 ? "A gift" : null,
    releaseNotes: "Reissue",
    mediaCondition: "Mint (M)",
    sleeveCondition: null
  })
)

export const sampleWants: ReadonlyArray<Fact.WantFact> = [
  ["Wanted C", 1990, 3],
  ["Wanted A", null, 5],
  ["Wanted B", 1970, 40]
].map(([title, year, days], index) => ({
  id: 50 + index,
  releaseId: 150 + index,
  title: String(title),
  artists: ["Velmora Tide"],
  year: year === null ? null : Number(year),
  genres: ["Rock"],
  picture: null,
  formats: ["Vinyl", "LP"],
  notes: null,
  rating: 0,
  addedAt: dayAgo(Number(days))
}))

/** The value of all copies in cents. */
export const sampleValue = 123_456

export interface SampleDisc extends Fact.DiscProfile {
  readonly genres: ReadonlyArray<string>
}

/** Title, year, media type, resolution, HDR, genres, days since it was added, days since each viewing. */
const discRows = [
  ["Film 1", 1991, "uhd_bluray", "uhd_4k", "hdr10", ["Drama"], 2, [1, 30]],
  ["Film 2", 1998, "bluray", "hd_1080p", null, ["Drama", "Comedy"], 20, []],
  ["Étude", 2004, "dvd", null, null, ["Music"], 100, [90]],
  ["Film 4", null, "bluray", "hd_1080p", null, [], 500, []]
] as const

export const sampleDiscs: ReadonlyArray<SampleDisc> = discRows.map(
  ([title, year, mediaType, resolution, hdr, genres, days, viewings], index) => ({
    id: index + 1,
    title,
    year,
    tmdbId: index + 1,
    imdbId: null,
    runtime: 100 + index,
    tmdbRating: 7.5,
    mediaType,
    resolution,
    hdr,
    audio: "dolby_atmos",
    audioChannels: "7_1",
    collectedAt: dayAgo(days),
    picture: null,
    genres,
    tagline: null,
    summary: "A film.",
    contentRating: "PG",
    viewings: viewings.map((days) => ({ watchedAt: dayAgo(days), source: "plex", rating: 4.5 })),
    movieId: viewings.length === 0 ? null : 500 + index
  })
)

/** How copies match the library, by id; the others do not. */
export const samplePlays: ReadonlyMap<number, Omit<Fact.PlayedCopy, "copy">> = new Map([
  [
    1,
    {
      albumId: 7,
      artistId: 1,
      album: "Second Daylight",
      artist: "Velmora Tide",
      plays: 3,
      lastPlayedAt: dayAgo(1),
      match: "exact",
      confidence: 1
    }
  ],
  [
    4,
    {
      albumId: 8,
      artistId: 2,
      album: "Kite",
      artist: "The Paper Lanterns",
      plays: 9,
      lastPlayedAt: dayAgo(2),
      match: "fuzzy",
      confidence: 0.9
    }
  ],
  [
    5,
    {
      albumId: null,
      artistId: 1,
      album: null,
      artist: "Velmora Tide",
      plays: 5,
      lastPlayedAt: dayAgo(1),
      match: "artist_only",
      confidence: 0.5
    }
  ]
])
