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

export interface Label {
  readonly name: string
  readonly catno: string | null
}

/** A release as one origin describes it. `id` is Discogs' id and the natural key. */
export interface Release {
  readonly id: number
  readonly title: string
  readonly year: number | null
  readonly artists: ReadonlyArray<Credit>
  /** The carrier: `Vinyl`, `CD`, …; null if not reported. */
  readonly format: string | null
  /** `LP`, `Album`, `Reissue`, … */
  readonly formatDetail: ReadonlyArray<string>
  readonly labels: ReadonlyArray<Label>
  readonly genres: ReadonlyArray<string>
  readonly styles: ReadonlyArray<string>
  /** Address of a picture. */
  readonly picture: string | null
}

export interface Track {
  readonly position: string
  readonly title: string
  readonly duration: string
}

/** Details that only a release's page has. Prices in cents. */
export interface ReleaseDetail {
  readonly tracklist: ReadonlyArray<Track>
  readonly country: string | null
  readonly have: number | null
  readonly want: number | null
  readonly lowestPrice: number | null
  readonly forSale: number | null
  readonly notes: string | null
}

/** The owner's data about a copy. */
export interface Care {
  /** Epoch milliseconds. */
  readonly addedAt: number | null
  /** 0 to 5; 0 is unrated. */
  readonly rating: number
  readonly mediaCondition: string | null
  readonly sleeveCondition: string | null
  readonly notes: string | null
}

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

/** A catalogue's details of a film. */
export interface FilmDetail {
  /** Minutes. */
  readonly runtime: number | null
  /** 0 to 10. */
  readonly tmdbRating: number | null
  readonly genres: ReadonlyArray<string>
  readonly tagline: string | null
  readonly summary: string | null
  readonly contentRating: string | null
  /** Address of a picture. */
  readonly poster: string | null
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

/** The edition of a disc. Null means not reported, or a value outside these lists. */
export interface Edition {
  readonly mediaType: MediaType
  readonly resolution: Resolution | null
  readonly hdr: Hdr | null
  readonly audio: Audio | null
  /** `7_1`, `5_1`, `2_0`, … */
  readonly audioChannels: string | null
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
