import { Schema } from "effect"
import { classified } from "./sensitivity.js"
import { type LocalDate, addDays, monthStart, weekStart, yearOf, daysIn } from "./LocalDate.js"

/** Text and numbers that may be unknown: the key is present, its value null. */
export const Text = Schema.NullOr(Schema.String)
export const Amount = Schema.NullOr(Schema.Number)
export const Timestamp = Schema.String.annotations({ description: "ISO 8601, UTC" })

interface DescribeField {
  <A, I, R>(
    schema: Schema.Schema<A, I, R>,
    description: string,
    example?: NoInfer<A>
  ): Schema.PropertySignature<":", A, never, ":", I, false, R>
  <T extends Schema.PropertySignature.Token, A, E extends Schema.PropertySignature.Token, I, D extends boolean, R>(
    property: Schema.PropertySignature<T, A, never, E, I, D, R>,
    description: string,
    example?: NoInfer<A>
  ): Schema.PropertySignature<T, A, never, E, I, D, R>
}

/**
 * A field with its description and example in the API document. Both belong to the property, not to its schema: a
 * schema with an identifier has one description for all its uses.
 */
export const field = ((schema: FieldSchema, description: string, example?: unknown) =>
  fieldOf(schema, description, example)) as DescribeField

/** The same, shown to everybody by a lens that allows the operation. See `Sensitivity`. */
export const publicField = ((schema: FieldSchema, description: string, example?: unknown) =>
  classified("public", fieldOf(schema, description, example) as never)) as DescribeField

/** The same, shown by a lens that keeps the field by name. */
export const privateField = ((schema: FieldSchema, description: string, example?: unknown) =>
  classified("private", fieldOf(schema, description, example) as never)) as DescribeField

/** The same, never shown by a lens. */
export const closedField = ((schema: FieldSchema, description: string, example?: unknown) =>
  classified("closed", fieldOf(schema, description, example) as never)) as DescribeField

interface GiveExample {
  <A, I, R>(
    schema: Schema.Schema<A, I, R>,
    example: NoInfer<A>
  ): Schema.PropertySignature<":", A, never, ":", I, false, R>
  <T extends Schema.PropertySignature.Token, A, E extends Schema.PropertySignature.Token, I, D extends boolean, R>(
    property: Schema.PropertySignature<T, A, never, E, I, D, R>,
    example: NoInfer<A>
  ): Schema.PropertySignature<T, A, never, E, I, D, R>
}

/** A field with an example, whose schema has the description. */
export const withExample = ((schema: FieldSchema, example: unknown) =>
  annotated(schema, examplesOf(example))) as GiveExample

const fieldOf = (schema: FieldSchema, description: string, example: unknown) =>
  annotated(schema, { description, ...examplesOf(example) })

type FieldSchema = Schema.Schema.Any | Schema.PropertySignature.All

const examplesOf = (example: unknown) => (example === undefined ? {} : { examples: [example as never] as const })

const annotated = (schema: FieldSchema, annotations: Schema.PropertySignature.Annotations<never>) =>
  (Schema.isSchema(schema) ? Schema.propertySignature(schema) : schema).annotations(annotations)

export const idField = publicField(Schema.Number, "Id in this instance; stable for the lifetime of the record", 42)
export const nameField = publicField(Schema.String, "Name", "Velmora Tide")
export const titleField = publicField(Schema.String, "Title", "Violet Chalk")
export const countField = publicField(Schema.Number, "Count", 12)
export const yearField = publicField(Schema.Number, "Year", 2026)
export const optionalYearField = publicField(Amount, "Year", 2026)
export const urlField = publicField(Text, "Address at the provider", "https://www.last.fm/music/Velmora+Tide")
export const sourceField = publicField(Schema.String, "Source that reported the record", "lastfm")
export const createdAtField = classified("public", withExample(Timestamp, "2026-03-14T20:16:02.120Z"))

/** Where an article is at Instapaper: for its owner alone, since others would need the login. */
export const instapaperFields = {
  instapaper_url: privateField(
    Text,
    "Address of the article at Instapaper",
    "https://www.instapaper.com/read/1200024563"
  ),
  instapaper_app_url: privateField(
    Text,
    "Link that opens the article in the Instapaper app",
    "instapaper://read/1200024563"
  )
}

/** An instant in epoch milliseconds as ISO 8601 in UTC. */
export const iso = (instant: number): string => new Date(instant).toISOString()
export const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant))

/** A page of a list: `page` counts from 1, `limit` is the number of rows a page. */
export interface PageOf {
  readonly page: number
  readonly limit: number
}

export const offsetOf = (page: PageOf): number => (page.page - 1) * page.limit

/** Rows of one page and the total number of rows. */
export interface Paged<A> {
  readonly rows: ReadonlyArray<A>
  readonly total: number
}

export const Pagination = Schema.Struct({
  page: publicField(Schema.Number, "Number of this page, starting at 1", 1),
  limit: publicField(Schema.Number, "Items per page", 20),
  total: publicField(Schema.Number, "Number of items on all pages", 137),
  total_pages: publicField(Schema.Number, "Number of pages; 0 if the list is empty", 7)
}).annotations({ identifier: "Pagination" })
export type Pagination = typeof Pagination.Type
export const paginationField = publicField(Pagination, "Position of this page in the whole list")

export const paginationOf = (page: PageOf, total: number): Pagination => ({
  page: page.page,
  limit: page.limit,
  total,
  total_pages: Math.ceil(total / page.limit)
})

/** The list envelope around one kind of item. */
export const listOf = <A, I, R>(item: Schema.Schema<A, I, R>) =>
  Schema.Struct({ data: publicField(Schema.Array(item), "Requested data"), pagination: paginationField })

export const Granularity = Schema.Literal("day", "week", "month", "year")
export type Granularity = typeof Granularity.Type

/** A zero-filled series, oldest first. */
export const Sparkline = Schema.Struct({
  granularity: publicField(Granularity, "Length of each bucket", "week"),
  points: publicField(Schema.Array(Schema.Number), "Plays per bucket, oldest first; 0 if nothing was played", [4])
}).annotations({ identifier: "Sparkline" })
export type Sparkline = typeof Sparkline.Type

/** The buckets of a series: the first day of each, ascending. */
export interface Series {
  readonly granularity: Granularity
  readonly buckets: ReadonlyArray<LocalDate>
}

export const dailySeries = (from: LocalDate, to: LocalDate): Series => ({
  granularity: "day",
  buckets: daysIn(from, to)
})

/** `weeks` ISO weeks; the last contains `until`. */
export const weeklySeries = (until: LocalDate, weeks: number): Series => ({
  granularity: "week",
  buckets: Array.from({ length: weeks }, (_, index) => addDays(weekStart(until), (index - weeks + 1) * 7))
})

export const monthlySeries = (year: number): Series => ({
  granularity: "month",
  buckets: Array.from({ length: 12 }, (_, index) => monthStart(year, index + 1))
})

export const yearlySeries = (from: LocalDate, until: LocalDate): Series => ({
  granularity: "year",
  buckets: Array.from({ length: yearOf(until) - yearOf(from) + 1 }, (_, index) => monthStart(yearOf(from) + index, 1))
})

/** Fills a series with counts by bucket; buckets without a count are 0. */
export const sparkline = (series: Series, counts: ReadonlyMap<LocalDate, number>): Sparkline => ({
  granularity: series.granularity,
  points: series.buckets.map((bucket) => counts.get(bucket) ?? 0)
})
