import {
  audios,
  type Disc,
  type Edition,
  type Film,
  hdrs,
  knownMediaTypes,
  type MediaType,
  resolutions
} from "@daybook/core/collecting"
import { Option, Schema } from "effect"
import { LooseNumber } from "../kit/schemas.js"
import { cleanName } from "../kit/values.js"
import { instantOf } from "../kit/WallClock.js"

/**
 * Trakt's API (https://github.com/trakt/trakt-api), `GET /sync/collection/movies?extended=metadata`, and
 * collection-movies.json of its export:
 *
 *   [{"collected_at":"2024-06-15T12:00:00.000Z","updated_at":"2024-06-15T12:00:00.000Z",
 *     "movie":{"title":"The Quiet Engine","year":1999,
 *      "ids":{"trakt":481,"slug":"the-quiet-engine-1999","imdb":"tt0133093","tmdb":603}},
 *     "metadata":{"media_type":"bluray","resolution":"uhd_4k","hdr":"dolby_vision","audio":"dolby_atmos",
 *      "audio_channels":"7.1","3d":false}}]
 *
 * Any part of the metadata may be missing. For some time Trakt sent numbers instead of words.
 */

const Loose = Schema.optional(Schema.Unknown)
const Text = Schema.optional(Schema.NullOr(Schema.String))

export const Movie = Schema.Struct({
  title: Text,
  year: LooseNumber,
  ids: Schema.Struct({ trakt: LooseNumber, imdb: Text, tmdb: LooseNumber })
})
export type Movie = typeof Movie.Type

const Metadata = Schema.Struct({
  media_type: Loose,
  resolution: Loose,
  hdr: Loose,
  audio: Loose,
  audio_channels: Loose
})

export const CollectedMovie = Schema.Struct({ collected_at: Text, updated_at: Text, movie: Movie, metadata: Loose })
export type CollectedMovie = typeof CollectedMovie.Type

export const LastActivities = Schema.Struct({
  movies: Schema.optional(Schema.NullOr(Schema.Struct({ collected_at: Text, watched_at: Text, rated_at: Text }))),
  episodes: Schema.optional(Schema.NullOr(Schema.Struct({ watched_at: Text }))),
  shows: Schema.optional(Schema.NullOr(Schema.Struct({ rated_at: Text })))
})

/** `GET /movies/{id}?extended=full`. */
export const FullMovie = Schema.Struct({
  tagline: Text,
  overview: Text,
  runtime: LooseNumber,
  certification: Text,
  genres: Schema.optional(Schema.NullOr(Schema.Array(Schema.String)))
})

export const SearchResults = Schema.Array(Schema.Struct({ movie: Schema.optional(Schema.Unknown) }))

const Count = Schema.optional(Schema.NullOr(Schema.Struct({ movies: LooseNumber })))

/** The result of a change to the collection. */
export const CollectionChange = Schema.Struct({ added: Count, updated: Count, existing: Count, deleted: Count })

const maxInteger = 2_147_483_647
const whole = (value: number | null | undefined): number | null =>
  value != null && Number.isInteger(value) && value > 0 && value <= maxInteger ? value : null

/** Null for a film without a title or without any identifier. */
export const toFilm = ({ ids, title, year }: Movie): Film | null => {
  const name = cleanName(title)
  const film = {
    trakt: whole(ids.trakt),
    tmdb: whole(ids.tmdb),
    imdb: /^tt\d{1,12}$/.test(ids.imdb ?? "") ? ids.imdb! : null
  }
  return name === null || (film.trakt === null && film.tmdb === null && film.imdb === null)
    ? null
    : { title: name, year: whole(year), ids: film }
}

/** Synonyms of Trakt's words. */
const synonyms: Readonly<Record<string, string>> = {
  dts_ma: "dts_hd_ma",
  uhd: "uhd_4k",
  blu_ray: "bluray",
  hd_dvd: "hddvd"
}

/** An unknown word, for a message. */
const wordOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).slice(0, 40) : `a ${typeof value}`

/** A known word, else null. Any other word is passed to `unknown`. */
const oneOf = <const Words extends ReadonlyArray<string>>(
  words: Words,
  value: unknown,
  unknown: (word: string) => void
): Words[number] | null => {
  if (value === null || value === undefined || value === "") return null
  const text = typeof value === "string" ? value.toLowerCase() : ""
  const word = Object.hasOwn(synonyms, text) ? synonyms[text] : text
  const match = words.find((one) => one === word)
  if (match === undefined) unknown(wordOf(value))
  return match ?? null
}

const channelsOf = (value: unknown, unknown: (word: string) => void): string | null => {
  if (value === null || value === undefined || value === "") return null
  if (typeof value === "string" && /^\d{1,2}[._]\d([._]\d)?$/.test(value)) return value.replaceAll(".", "_")
  unknown(wordOf(value))
  return null
}

/**
 * Trakt has no media type for UHD discs: they are Blu-rays in 4K. A described disc without a media type counts as a
 * Blu-ray. A film without any metadata has an unknown carrier.
 */
const mediaTypeOf = (
  value: MediaType | null,
  { resolution, ...rest }: Omit<Edition, "mediaType">,
  isNamed: boolean
): MediaType => {
  if (value === null && !isNamed && [resolution, ...Object.values(rest)].every((value) => value === null))
    return "unknown"
  return (value ?? "bluray") === "bluray" && resolution === "uhd_4k" ? "uhd_bluray" : (value ?? "bluray")
}

const metadataOf = Schema.decodeUnknownOption(Metadata)

/** Null for an unusable row. */
export const toDisc = (row: CollectedMovie, filed: boolean, unknown: (word: string) => void): Disc | null => {
  const film = toFilm(row.movie)
  const collectedAt = instantOf(row.collected_at ?? row.updated_at)
  if (film === null || collectedAt === null) return null
  const {
    audio,
    audio_channels: channels,
    hdr,
    media_type: type,
    resolution
  } = Option.getOrElse(metadataOf(row.metadata), (): typeof Metadata.Type => ({}))
  const properties = {
    resolution: oneOf(resolutions, resolution, unknown),
    hdr: oneOf(hdrs, hdr, unknown),
    audio: oneOf(audios, audio, unknown),
    audioChannels: channelsOf(channels, unknown)
  }
  const isNamed = type !== null && type !== undefined && type !== ""
  return {
    _tag: "Disc",
    film,
    edition: { mediaType: mediaTypeOf(oneOf(knownMediaTypes, type, unknown), properties, isNamed), ...properties },
    collectedAt,
    filed
  }
}
