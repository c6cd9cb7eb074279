import { Schema } from "effect"
import { type RowOf, instant, integer, json, smallint, text, texts } from "../kit/record.js"
import { Text, publicField } from "../shared/fields.js"
import type { Disc, MediaType } from "./discs.js"
import { title, year } from "./headings.js"

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
  name: publicField(Schema.String, "Name of the label", "Kerrim"),
  catno: publicField(Text, "Catalogue number", "KER 254")
})
export type Label = typeof Label.Type

/** What every origin reports of a release. */
export const releaseFields = {
  title,
  year,
  /** The carrier: `Vinyl`, `CD`, …; null if not reported. */
  format: text({ nullable: true }),
  /** `LP`, `Album`, `Reissue`, … */
  formatDetail: texts({ sensitivity: "public", description: "Details of the format", example: ["LP"] }),
  labels: json(Schema.Array(Label))({ as: "label", sensitivity: "public", description: "Labels of the release" }),
  genres: texts({ sensitivity: "public", description: "Genres", example: ["Rock"] }),
  styles: texts({
    sensitivity: "public",
    description: "Styles, which are more specific than genres",
    example: ["Post-Punk"]
  })
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
  releaseId: integer({ as: "discogs_id", sensitivity: "public", description: "Id at Discogs", example: 1074567 }),
  title,
  artists: texts({
    sensitivity: "public",
    description: "Names of the artists as printed on the sleeve",
    example: ["Velmora Tide"]
  }),
  year
}

const Track = Schema.Struct({
  position: publicField(Schema.String, "Side and track number", "A1"),
  title: publicField(Schema.String, "Title of the track", "Leaving Dusk"),
  duration: publicField(Schema.String, "Duration as printed on the sleeve", "4:05")
})
export type Track = typeof Track.Type

/** Details that only a release's page has. Prices in cents. */
export const releaseDetails = {
  tracklist: json(Schema.Array(Track))({ sensitivity: "public", description: "Tracks in order" }),
  country: text({ nullable: true, sensitivity: "public", description: "Country", example: "Germany" }),
  have: integer({
    nullable: true,
    as: "community_have",
    sensitivity: "public",
    description: "Number of Discogs users who own it",
    example: 812
  }),
  want: integer({
    nullable: true,
    as: "community_want",
    sensitivity: "public",
    description: "Number of Discogs users who want it",
    example: 240
  }),
  lowestPrice: integer({ nullable: true }),
  forSale: integer({
    nullable: true,
    as: "num_for_sale",
    sensitivity: "public",
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
    sensitivity: "public",
    description: "Time it was added to the collection or the wantlist",
    example: "2026-03-14T20:37:09.000Z"
  }),
  /** 0 to 5; 0 is unrated. */
  rating: smallint(),
  mediaCondition: text({
    nullable: true,
    sensitivity: "public",
    description: "Graded condition of the disc",
    example: "Near Mint (NM or M-)"
  }),
  sleeveCondition: text({
    nullable: true,
    sensitivity: "public",
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
