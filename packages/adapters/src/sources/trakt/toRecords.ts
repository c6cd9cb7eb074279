import { audios, type Disc, type Edition, type Film, hdrs, knownMediaTypes, type MediaType, resolutions } from "@daybook/core/collecting"
import { Option, Schema } from "effect"
import { instantOf } from "../clocks/instantOf.js"
import { cleanName } from "../scrobbles/index.js"
import { type CollectedMovie, Metadata, type Movie } from "./wire.js"

const largest = 2_147_483_647
const whole = (given: number | null | undefined): number | null => given != null && Number.isInteger(given) && given > 0 && given <= largest ? given : null

/** Null for a film without a name or any number. */
export const toFilm = ({ ids, title, year }: Movie): Film | null => {
  const name = cleanName(title)
  const film = { trakt: whole(ids.trakt), tmdb: whole(ids.tmdb), imdb: /^tt\d{1,12}$/.test(ids.imdb ?? "") ? ids.imdb! : null }
  return name === null || (film.trakt === null && film.tmdb === null && film.imdb === null) ? null : { title: name, year: whole(year), ids: film }
}

/** Other names for what Trakt lists. */
const synonyms: Readonly<Record<string, string>> = { dts_ma: "dts_hd_ma", uhd: "uhd_4k", blu_ray: "bluray", hd_dvd: "hddvd" }

/** How what is no known word is spoken of. */
const wordOf = (given: unknown): string => typeof given === "string" || typeof given === "number" ? String(given).slice(0, 40) : `a ${typeof given}`

/** A word that is known here, else null; `unknown` hears of every other word. */
const oneOf = <const Words extends ReadonlyArray<string>>(words: Words, given: unknown, unknown: (word: string) => void): Words[number] | null => {
  if (given === null || given === undefined || given === "") return null
  const text = typeof given === "string" ? given.toLowerCase() : ""
  const word = Object.hasOwn(synonyms, text) ? synonyms[text] : text
  const known = words.find((one) => one === word)
  if (known === undefined) unknown(wordOf(given))
  return known ?? null
}

const channelsOf = (given: unknown, unknown: (word: string) => void): string | null => {
  if (given === null || given === undefined || given === "") return null
  if (typeof given === "string" && /^\d{1,2}[._]\d([._]\d)?$/.test(given)) return given.replaceAll(".", "_")
  unknown(wordOf(given))
  return null
}

/**
 * Trakt has no word for UHD discs: they are Blu-rays in 4K. What has no known type and yet is described counts as a
 * Blu-ray (contract §5); of a film without any metadata nobody knows on what it is.
 */
const mediaTypeOf = (given: MediaType | null, { resolution, ...rest }: Omit<Edition, "mediaType">, isNamed: boolean): MediaType => {
  if (given === null && !isNamed && [resolution, ...Object.values(rest)].every((value) => value === null)) return "unknown"
  return (given ?? "bluray") === "bluray" && resolution === "uhd_4k" ? "uhd_bluray" : given ?? "bluray"
}

const metadataOf = Schema.decodeUnknownOption(Metadata)

/** Null for a row of which nothing can be made. */
export const toDisc = (row: CollectedMovie, filed: boolean, unknown: (word: string) => void): Disc | null => {
  const film = toFilm(row.movie)
  const collectedAt = instantOf(row.collected_at ?? row.updated_at)
  if (film === null || collectedAt === null) return null
  const { audio, audio_channels: channels, hdr, media_type: type, resolution } = Option.getOrElse(metadataOf(row.metadata), (): typeof Metadata.Type => ({}))
  const known = {
    resolution: oneOf(resolutions, resolution, unknown),
    hdr: oneOf(hdrs, hdr, unknown),
    audio: oneOf(audios, audio, unknown),
    audioChannels: channelsOf(channels, unknown)
  }
  const isNamed = type !== null && type !== undefined && type !== ""
  return {
    _tag: "Disc",
    film,
    edition: { mediaType: mediaTypeOf(oneOf(knownMediaTypes, type, unknown), known, isNamed), ...known },
    collectedAt,
    filed
  }
}
