import type { AnyField, Field, FieldOptions } from "../kit/record.js"
import * as kit from "../kit/record.js"

/** What a field of a declared record says about itself, in addition to the options of every field. */
export interface DeclaredOptions extends FieldOptions<unknown> {
  /** The value of rows that have none. Stored instants are epoch milliseconds. */
  readonly default?: unknown
  /** The part of a search document that holds the field. */
  readonly search?: "title" | "subtitle" | "body"
  /** Whether records are also found by the meaning of this text. */
  readonly meaning?: true
  /** Whether records are counted by the values of this field. */
  readonly facet?: true
  /** Whether this is the day or the time at which the record happened. At most one field of a record. */
  readonly occurs?: true
  /** Bounds of a number, both included. */
  readonly min?: number
  readonly max?: number
  /** Set by `picture`. */
  readonly picture?: true
  /** Set by `course`. */
  readonly course?: true
}

/** A field of a declared record: one of the kit's fields with these options. */
export type DeclaredField = AnyField & { readonly options: DeclaredOptions }

/** Fields by their names, which are snake_case in the program, in columns and in answers. */
export type DeclaredFields = Readonly<Record<string, DeclaredField>>

type OptionName = keyof DeclaredOptions
type Options<A, Shown, Name extends OptionName> = FieldOptions<Shown> &
  Pick<DeclaredOptions, Name> & { readonly default?: A }

type Nullable<A, O> = O extends { readonly nullable: true } ? A | null : A

/** A field function of the kit that accepts further options. */
type Declare<A, Shown, Name extends OptionName = never> = <const O extends Options<A, Shown, Name>>(
  options?: O
) => Field<Nullable<A, O>, Nullable<Shown, O>, O>

/** At most 200,000 characters. */
export const text: Declare<string, string, "search" | "meaning" | "facet"> = kit.text
/** From -2,147,483,648 to 2,147,483,647. */
export const integer: Declare<number, number, "facet" | "min" | "max"> = kit.integer
/** A number with double precision. */
export const number: Declare<number, number, "min" | "max"> = kit.number
export const boolean: Declare<boolean, boolean, "facet"> = kit.boolean
/** A day, `YYYY-MM-DD`. */
export const date: Declare<string, string, "occurs"> = kit.date
/** Epoch milliseconds; in answers ISO 8601 in UTC. */
export const instant: Declare<number, string, "occurs"> = kit.instant
/** A list of texts. */
export const texts: Declare<ReadonlyArray<string>, ReadonlyArray<string>, "search" | "facet"> = kit.texts

/** One of the given texts. */
export const choice = <const Value extends string>(
  values: ReadonlyArray<Value>
): Declare<Value, Value, "search" | "facet"> => kit.choice(values)

/** The web address of a picture. Daybook fetches the picture and serves it itself. */
export const picture = <const O extends Options<string, string, never>>(
  options?: O
): Field<Nullable<string, O>, Nullable<string, O>, O & { readonly picture: true }> =>
  kit.text({ ...options, picture: true } as O & { readonly picture: true }) as never

/** A course in Google's encoded polyline format, of which pages draw a map. */
export const course = <const O extends Options<string, string, never>>(
  options?: O
): Field<Nullable<string, O>, Nullable<string, O>, O & { readonly course: true }> =>
  kit.text({ ...options, course: true } as O & { readonly course: true }) as never

/** The type of a field as its function is called. */
export type FieldType = "text" | "integer" | "number" | "boolean" | "date" | "instant" | "texts" | "choice" | "picture"

export const typeOf = ({ options, storedAs, values }: DeclaredField): FieldType =>
  values !== null ? "choice" : options.picture === true ? "picture" : (storedAs as FieldType)

/** The options that each type of field accepts, next to those of every field. */
const everywhere = ["nullable", "default", "description", "example", "sensitive"]
export const optionsOf: Readonly<Record<FieldType, ReadonlyArray<string>>> = {
  text: [...everywhere, "search", "meaning", "facet", "course"],
  integer: [...everywhere, "facet", "min", "max"],
  number: [...everywhere, "min", "max"],
  boolean: [...everywhere, "facet"],
  date: [...everywhere, "occurs"],
  instant: [...everywhere, "occurs"],
  texts: [...everywhere, "search", "facet"],
  choice: [...everywhere, "search", "facet"],
  picture: [...everywhere, "picture"]
}
