/** Somebody on a release. `id` is Discogs' number of the artist, null where the road gives none. */
export interface Credit {
  readonly id: number | null
  /** Without the number that tells artists of one name apart. */
  readonly name: string
  /** As printed on this release, where that differs. */
  readonly shown: string
  /** What stands between this one and the next: `&`, `/`, `,`. */
  readonly join: string
}

export interface Label {
  readonly name: string
  readonly catno: string | null
}

/** A release as one road describes it. `id` is Discogs' own and the natural key. */
export interface Release {
  readonly id: number
  readonly title: string
  readonly year: number | null
  readonly artists: ReadonlyArray<Credit>
  /** The carrier: `Vinyl`, `CD`, …; null where nothing is said. */
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

/** What only a release's own page says. Prices in cents. */
export interface ReleaseDetail {
  readonly tracklist: ReadonlyArray<Track>
  readonly country: string | null
  readonly have: number | null
  readonly want: number | null
  readonly lowestPrice: number | null
  readonly forSale: number | null
  readonly notes: string | null
}

/** What the person keeps beside a copy. */
export interface Care {
  /** Epoch milliseconds. */
  readonly addedAt: number | null
  /** 0 to 5, 0 where unrated. */
  readonly rating: number
  readonly mediaCondition: string | null
  readonly sleeveCondition: string | null
  readonly notes: string | null
}

/** A copy of a release; two copies of one release differ by the instance alone. */
export interface Copy {
  readonly _tag: "Copy"
  readonly instance: number
  readonly release: Release
  readonly care: Care
}

/** A copy as the export file has it, which knows no instances: the `place`th (from 0) of its release by date. */
export interface FiledCopy {
  readonly _tag: "FiledCopy"
  readonly place: number
  readonly release: Release
  readonly care: Care
}

/** A release that the person is looking for: unique by release. */
export interface Want {
  readonly _tag: "Want"
  readonly release: Release
  readonly care: Pick<Care, "addedAt" | "rating" | "notes">
}

/** Under which numbers services know a film. */
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

/** What a catalogue says of a film. */
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

export const knownMediaTypes = ["bluray", "uhd_bluray", "hddvd", "dvd", "digital", "vcd", "vhs", "betamax", "laserdisc"] as const
/** `unknown` where the provider has the film and does not say on what. */
export const mediaTypes = [...knownMediaTypes, "unknown"] as const
export type MediaType = typeof mediaTypes[number]
export const resolutions = ["uhd_4k", "hd_1080p", "hd_1080i", "hd_720p", "sd_480p", "sd_480i", "sd_576p", "sd_576i"] as const
export type Resolution = typeof resolutions[number]
export const hdrs = ["dolby_vision", "hdr10", "hdr10_plus", "hlg"] as const
export type Hdr = typeof hdrs[number]
export const audios = [
  "dolby_atmos", "dolby_truehd", "dts_hd_ma", "dts_x", "lpcm", "dolby_digital", "dolby_digital_plus", "dolby_digital_plus_atmos", "dolby_prologic", "dts",
  "dts_hr", "auro_3d", "flac", "aac", "mp2", "mp3", "ogg", "ogg_opus", "wma"
] as const
export type Audio = typeof audios[number]

/** How a film is held. Null is what nobody said, or what is not known here. */
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
  /** True where an export file says so. */
  readonly filed: boolean
}

/** The provider's lists, each read as a whole. */
export type List = "copies" | "wants" | "discs"

/** Says that a list has been read to its end: `keys` are the instances, releases or `discKey`s that it holds. */
export interface Whole {
  readonly _tag: "Whole"
  readonly list: List
  readonly keys: ReadonlyArray<string>
  /** When, epoch milliseconds. */
  readonly at: number
}

/** What the provider thinks that all copies together are worth, in cents. */
export interface Value {
  readonly _tag: "Value"
  readonly cents: number | null
}

export type CollectingRecord = Copy | FiledCopy | Want | Disc | Whole | Value

/** Names a disc among those of its provider. */
export const discKey = (trakt: number | null, mediaType: MediaType): string => `${trakt ?? ""}:${mediaType}`

/** Names that stand for nobody in particular: they are shown, but count as no artist. */
export const isNobody = (credit: Pick<Credit, "id" | "name">): boolean =>
  credit.id === 194 || credit.id === 355 || /^(various( artists)?|unknown artist|no artist)$/i.test(credit.name)
