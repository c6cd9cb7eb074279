import { strToU8, zipSync } from "fflate"
import type { Film } from "../sampleOwner/films.js"
import type { PersonDisc } from "../sampleOwner/collecting.js"

export const iso = (seconds: number) => new Date(seconds * 1_000).toISOString()

const slugOf = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")

export const traktId = (film: number) => 10_000 + film * 11

/** A film as lists have it. */
export const movie = (film: Film) => ({
  title: film.title,
  year: film.year,
  ids: {
    trakt: traktId(film.index),
    slug: `${slugOf(film.title)}-${film.year}`,
    imdb: film.imdb,
    tmdb: film.tmdb,
    plex: { guid: `5d${traktId(film.index)}`, slug: slugOf(film.title) }
  }
})

/** A row of the collection. Metadata that nobody entered is absent. */
export const collected = (film: Film, disc: PersonDisc) => ({
  type: "movie",
  collected_at: iso(disc.addedAt),
  updated_at: iso(disc.addedAt),
  movie: movie(film),
  ...(disc.type === null
    ? {}
    : {
        metadata: {
          media_type: disc.type,
          resolution: disc.resolution,
          hdr: disc.hdr,
          audio: disc.audio,
          audio_channels: disc.channels,
          "3d": false
        }
      }),
  available_on: []
})

/** `GET /movies/{id}?extended=full`. */
export const fullMovie = (film: Film) => ({
  ...movie(film),
  tagline: film.tagline,
  overview: film.overview,
  released: `${film.year}-06-01`,
  runtime: film.minutes,
  certification: film.certification,
  genres: film.genres.map(slugOf),
  rating: film.vote - 0.2,
  votes: 120
})

/** The zip of an account export, from rows of the collection; other files in it are of other domains. */
export const traktZip = (rows: ReadonlyArray<unknown>): Uint8Array =>
  zipSync(
    {
      "user-profile.json": strToU8(JSON.stringify({ username: "somebody" })),
      "collection-movies.json": strToU8(JSON.stringify(rows)),
      "collection-shows.json": strToU8("[]"),
      "watched-movies.json": strToU8("[]")
    },
    { mtime: new Date(Date.UTC(2020, 0, 1)) }
  )
