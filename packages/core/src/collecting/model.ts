import { Schema } from "effect"
import { type RowOf, choice, instant, integer, json, number, smallint, text, texts } from "../kit/record.js"
import { Text, field } from "../shared/fields.js"

/** An artist credited on a release. `id` is Discogs' id of the artist, null if the origin has none. */
export interface Credit {
  readonly id: number | null
  /** Without the number that distinguishes artists with the same name. */
  readonly name: string
  /** As printed on this release. */
  readonly shown: string
  /** The separator before the next artist: `&`, `/`, `,`. */
  readonly join: string
}

const Label = Schema.Struct({
  name: field(Schema.String, "Name of the label", "Kerrim"),
  catno: field(Text, "Catalogue number", "KER 254")
})
export type Label = typeof Label.Type

const title = text({ description: "Title", example: "Violet Chalk" })
const year = integer({ nullable: true, description: "Year", example: 2026 })

/** What every origin reports of a release. */
export const releaseFields = {
  title,
  year,
  /** The carrier: `Vinyl`, `CD`, …; null if not reported. */
  format: text({ nullable: true }),
  /** `LP`, `Album`, `Reissue`, … */
  formatDetail: texts({ description: "Details of the format", example: ["LP"] }),
  labels: json(Schema.Array(Label))({ as: "label", description: "Labels of the release" }),
  genres: texts({ description: "Genres", example: ["Rock"] }),
  styles: texts({ description: "Styles, which are more specific than genres", example: ["Post-Punk"] })
}

/** A release as one origin describes it. `id` is Discogs' id and the natural key. */
export interface Release extends RowOf<typeof releaseFields> {
  readonly id: number
  readonly artists: ReadonlyArray<Credit>
  /** Address of a picture. */
  readonly picture: string | null
}

/** What names a release in answers. */
export const releaseNames = {
  releaseId: integer({ as: "discogs_id", description: "Id at Discogs", example: 1074567 }),
  title,
  artists: texts({ description: "Names of the artists as printed on the sleeve", example: ["Velmora Tide"] }),
  year
}

const Track = Schema.Struct({
  position: field(Schema.String, "Side and track number", "A1"),
  title: field(Schema.String, "Title of the track", "Leaving Dusk"),
  duration: field(Schema.String, "Duration as printed on the sleeve", "4:05")
})
export type Track = typeof Track.Type

/** Details that only a release's page has. Prices in cents. */
export const releaseDetails = {
  tracklist: json(Schema.Array(Track))({ description: "Tracks in order" }),
  country: text({ nullable: true, description: "Country", example: "Germany" }),
  have: integer({
    nullable: true,
    as: "community_have",
    description: "Number of Discogs users who own it",
    example: 812
  }),
  want: integer({
    nullable: true,
    as: "community_want",
    description: "Number of Discogs users who want it",
    example: 240
  }),
  lowestPrice: integer({ nullable: true }),
  forSale: integer({
    nullable: true,
    as: "num_for_sale",
    description: "Number of copies currently for sale",
    example: 14
  }),
  notes: text({ nullable: true })
}
export type ReleaseDetail = RowOf<typeof releaseDetails>

/** The owner's data about a copy. */
export const careFields = {
  addedAt: instant({
    nullable: true,
    as: "date_added",
    description: "Time it was added to the collection or the wantlist",
    example: "2026-03-14T20:37:09.000Z"
  }),
  /** 0 to 5; 0 is unrated. */
  rating: smallint(),
  mediaCondition: text({
    nullable: true,
    description: "Graded condition of the disc",
    example: "Near Mint (NM or M-)"
  }),
  sleeveCondition: text({
    nullable: true,
    description: "Graded condition of the sleeve",
    example: "Very Good Plus (VG+)"
  }),
  notes: text({ nullable: true, sensitive: true, description: "Notes", example: "A gift" })
}
export type Care = RowOf<typeof careFields>

/** A copy of a release. Copies of one release differ only in `instance`. */
export interface Copy {
  readonly _tag: "Copy"
  readonly instance: number
  readonly release: Release
  readonly care: Care
}

/** A copy from the export file, which has no instances: the `place`th copy (from 0) of its release by date. */
export interface FiledCopy {
  readonly _tag: "FiledCopy"
  readonly place: number
  readonly release: Release
  readonly care: Care
}

/** A release on the owner's want list: unique by release. */
export interface Want {
  readonly _tag: "Want"
  readonly release: Release
  readonly care: Pick<Care, "addedAt" | "rating" | "notes">
}

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
  tagline: text({ nullable: true, description: "Tagline", example: "Every hour has its price." }),
  summary: text({
    nullable: true,
    description: "Summary in a few sentences",
    example: "In Tanniska a watchmaker finds a map and cannot let it be."
  }),
  contentRating: text({ nullable: true, description: "Age rating, such as PG-13", example: "PG-13" })
}

/** A catalogue's details of a film. */
export const filmDetails = {
  runtime: integer({ nullable: true, description: "Running time in minutes", example: 111 }),
  tmdbRating: number({ nullable: true, description: "Average rating at TMDB, 0 to 10", example: 6.8 }),
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
  tmdbId: integer({ nullable: true, description: "Id at TMDB", example: 100066 }),
  imdbId: text({ nullable: true, description: "Id at IMDb", example: "tt2000374" }),
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
  mediaType: choice(mediaTypes)({ description: "Kind of disc" }),
  resolution: text({ nullable: true, description: "Resolution", example: "hd_1080p" }),
  hdr: text({ nullable: true, description: "HDR format", example: "hdr10" }),
  audio: text({ nullable: true, description: "Best audio format", example: "dts_hd_ma" }),
  /** `7_1`, `5_1`, `2_0`, … */
  audioChannels: text({ nullable: true, description: "Audio channels", example: "5_1" })
}

export interface Edition extends RowOf<typeof editionFields> {
  readonly resolution: Resolution | null
  readonly hdr: Hdr | null
  readonly audio: Audio | null
}

/** A disc in answers. */
export const discFields = { ...editionFields, collectedAt: instant({ example: "2026-03-14T18:51:38.000Z" }) }

/** A film on a disc: unique by film and media type. */
export interface Disc {
  readonly _tag: "Disc"
  readonly film: Film
  readonly edition: Edition
  readonly collectedAt: number
  /** True if it comes from an export file. */
  readonly filed: boolean
}

/** The provider's lists. Each is read in full. */
export type List = "copies" | "wants" | "discs"

/** Marks a list as complete: `keys` are all its instances, releases or `discKey`s. */
export interface Whole {
  readonly _tag: "Whole"
  readonly list: List
  readonly keys: ReadonlyArray<string>
  /** When it was read, epoch milliseconds. */
  readonly at: number
}

/** The provider's estimate of the value of all copies, in cents. */
export interface Value {
  readonly _tag: "Value"
  readonly cents: number | null
}

export type CollectingRecord = Copy | FiledCopy | Want | Disc | Whole | Value

/** The key of a disc in its provider's list. */
export const discKey = (trakt: number | null, mediaType: MediaType): string => `${trakt ?? ""}:${mediaType}`

/** Placeholders such as "Various". They are displayed but not counted as artists. */
export const isNobody = (credit: Pick<Credit, "id" | "name">): boolean =>
  credit.id === 194 || credit.id === 355 || /^(various( artists)?|unknown artist|no artist)$/i.test(credit.name)
