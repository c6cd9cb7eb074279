import type { Fact } from "@daybook/core/listening"

/** A play of the sample library. */
export interface SamplePlay {
  readonly at: string
  readonly artist: string
  readonly album: string | null
  readonly track: string
}

const genres: Readonly<Record<string, string>> = {
  "Glass Orchard": "ambient",
  "The Paper Lanterns": "folk",
  "Nine Harbours": "electronic"
}

/** The current time of the sample. */
export const sampleNow = Date.parse("2025-03-15T18:00:00Z")

const day = (offset: number) =>
  new Date(Date.parse("2025-03-15T00:00:00Z") - offset * 86_400_000).toISOString().slice(0, 10)

/**
 * About two years of plays: three artists with different counts, one track without an album, names with special
 * characters.
 */
export const sample: ReadonlyArray<SamplePlay> = Array.from({ length: 240 }, (_, index): SamplePlay => {
  const at = `${day(index * 3)}T${String(8 + (index % 12)).padStart(2, "0")}:30:00Z`
  if (index % 7 === 0) return { at, artist: "Nine Harbours", album: null, track: "Low Tide 50%" }
  if (index % 3 === 0) return { at, artist: "The Paper Lanterns", album: "Kites & Co_", track: `Kite ${index % 2}` }
  return {
    at,
    artist: "Glass Orchard",
    album: index % 2 === 0 ? "First Frost" : "Second Frost",
    track: `Frost ${index % 5}`
  }
})

/** A play with its artist's details. */
export type Play = Fact.PlayFact & { readonly artist: Fact.ArtistFact }

export interface Library {
  readonly plays: ReadonlyArray<Play>
}

/** Assigns ids in order of first appearance. */
export const libraryOf = (plays: ReadonlyArray<SamplePlay>): Library => {
  const ids = (names: ReadonlyArray<string>) => new Map(Array.from(new Set(names), (name, index) => [name, index + 1]))
  const artists = ids(plays.map(({ artist }) => artist))
  const albums = ids(plays.flatMap(({ album, artist }) => (album === null ? [] : [`${artist}|${album}`])))
  const tracks = ids(plays.map(({ artist, track }) => `${artist}|${track}`))
  return {
    plays: plays
      .map(({ album, artist, at, track }): Play => ({
        playedAt: Date.parse(at),
        artist: {
          id: artists.get(artist)!,
          name: artist,
          mbid: null,
          url: null,
          appleMusicUrl: null,
          genre: genres[artist] ?? null,
          picture: null
        },
        album:
          album === null
            ? null
            : {
                id: albums.get(`${artist}|${album}`)!,
                name: album,
                mbid: null,
                url: null,
                appleMusicUrl: null,
                releasedYear: 2024,
                totalTracks: 9,
                picture: null
              },
        track: { id: tracks.get(`${artist}|${track}`)!, name: track, url: null, appleMusicUrl: null, previewUrl: null }
      }))
      .sort((a, b) => b.playedAt - a.playedAt)
  }
}
