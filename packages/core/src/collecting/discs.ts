import { type RowOf, choice, instant, integer, number, text, texts } from "../kit/record.js"
import { title, year } from "./headings.js"

/** The ids of a film at other services. */
export interface FilmIds {
  readonly trakt: number | null
  readonly tmdb: number | null
  readonly imdb: string | null
}

export interface Film {
  readonly title: string
  readonly year: number | null
  readonly ids: FilmIds
}

/** What only an answer about a single film on disc shows. */
export const filmTexts = {
  tagline: text({
    nullable: true,
    sensitivity: "public",
    description: "Tagline",
    example: "Every hour has its price."
  }),
  summary: text({
    nullable: true,
    sensitivity: "public",
    description: "Summary in a few sentences",
    example: "In Tanniska a watchmaker finds a map and cannot let it be."
  }),
  contentRating: text({
    nullable: true,
    sensitivity: "public",
    description: "Age rating, such as PG-13",
    example: "PG-13"
  })
}

/** A catalogue's details of a film. */
export const filmDetails = {
  runtime: integer({ nullable: true, sensitivity: "public", description: "Running time in minutes", example: 111 }),
  tmdbRating: number({
    nullable: true,
    sensitivity: "public",
    description: "Average rating at TMDB, 0 to 10",
    example: 6.8
  }),
  genres: texts(),
  ...filmTexts,
  /** Address of a picture. */
  poster: text({ nullable: true })
}
export type FilmDetail = RowOf<typeof filmDetails>

/** A film in answers about discs. */
export const filmFields = {
  title,
  year,
  tmdbId: integer({ nullable: true, sensitivity: "public", description: "Id at TMDB", example: 100066 }),
  imdbId: text({ nullable: true, sensitivity: "public", description: "Id at IMDb", example: "tt2000374" }),
  runtime: filmDetails.runtime,
  tmdbRating: filmDetails.tmdbRating
}

export const knownMediaTypes = [
  "bluray",
  "uhd_bluray",
  "hddvd",
  "dvd",
  "digital",
  "vcd",
  "vhs",
  "betamax",
  "laserdisc"
] as const
/** `unknown` if the provider does not report the medium. */
export const mediaTypes = [...knownMediaTypes, "unknown"] as const
export type MediaType = (typeof mediaTypes)[number]
export const resolutions = [
  "uhd_4k",
  "hd_1080p",
  "hd_1080i",
  "hd_720p",
  "sd_480p",
  "sd_480i",
  "sd_576p",
  "sd_576i"
] as const
export type Resolution = (typeof resolutions)[number]
export const hdrs = ["dolby_vision", "hdr10", "hdr10_plus", "hlg"] as const
export type Hdr = (typeof hdrs)[number]
export const audios = [
  "dolby_atmos",
  "dolby_truehd",
  "dts_hd_ma",
  "dts_x",
  "lpcm",
  "dolby_digital",
  "dolby_digital_plus",
  "dolby_digital_plus_atmos",
  "dolby_prologic",
  "dts",
  "dts_hr",
  "auro_3d",
  "flac",
  "aac",
  "mp2",
  "mp3",
  "ogg",
  "ogg_opus",
  "wma"
] as const
export type Audio = (typeof audios)[number]

/** The edition of a disc. Null means not reported, or a value outside the lists above. */
export const editionFields = {
  mediaType: choice(mediaTypes)({ sensitivity: "public", description: "Kind of disc" }),
  resolution: text({ nullable: true, sensitivity: "public", description: "Resolution", example: "hd_1080p" }),
  hdr: text({ nullable: true, sensitivity: "public", description: "HDR format", example: "hdr10" }),
  audio: text({ nullable: true, sensitivity: "public", description: "Best audio format", example: "dts_hd_ma" }),
  /** `7_1`, `5_1`, `2_0`, … */
  audioChannels: text({ nullable: true, sensitivity: "public", description: "Audio channels", example: "5_1" })
}

export interface Edition extends RowOf<typeof editionFields> {
  readonly resolution: Resolution | null
  readonly hdr: Hdr | null
  readonly audio: Audio | null
}

/** A disc in answers. */
export const discFields = {
  ...editionFields,
  collectedAt: instant({ sensitivity: "public", example: "2026-03-14T18:51:38.000Z" })
}

/** A film on a disc: unique by film and media type. */
export interface Disc {
  readonly _tag: "Disc"
  readonly film: Film
  readonly edition: Edition
  readonly collectedAt: number
  /** True if it comes from an export file. */
  readonly filed: boolean
}
