import type { LocalDate } from "@daybook/core/shared"
import type { ErrorEnvelope } from "../kit/errors.js"
import type { LensView } from "../lenses/lensed.js"

/** JSON of any form: an answer through a lens may lack any of its fields. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** An answer of the API. Those with the status 5xx do not get here. */
export interface ReadAnswer {
  readonly status: number
  readonly body: Json
}

/** One request for a file of a lens. */
export interface PublishedRequest {
  readonly lens: LensView
  /** Query parameters as sent; the last value of a repeated one. */
  readonly params: ReadonlyMap<string, string>
  /** Absolute address of the file. */
  readonly self: string
  /** The host's name, which permanent ids contain. */
  readonly host: string
  /** Epoch milliseconds. */
  readonly now: number
  /** Today in the home time zone. */
  readonly today: LocalDate
  /** The day of an instant in the home time zone. */
  readonly dayOf: (instant: number) => LocalDate
  /** Asks the API as a key with the lens does. Rejects with an `ErrorEnvelope` if the host cannot answer. */
  readonly read: (target: string) => Promise<ReadAnswer>
}

/** A file below `/p`. */
export interface PublishedFile {
  readonly contentType: string
  readonly body: string
  /** Seconds for which caches may answer. */
  readonly maxAge: number
  readonly headers?: Readonly<Record<string, string>>
}

/** What answers an address below a lens. */
export type Publisher = (request: PublishedRequest) => Promise<PublishedFile | ErrorEnvelope>

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value at a path of names; undefined if the lens does not show it. */
export const valueAt = (value: Json | undefined, ...names: ReadonlyArray<string>): Json | undefined =>
  names.reduce<Json | undefined>((part, name) => (isObject(part) ? part[name] : undefined), value)

/** A text or number at a path, as a text; undefined if it is hidden, unknown or empty. */
export const textAt = (answer: Json | undefined, ...names: ReadonlyArray<string>): string | undefined => {
  const value = valueAt(answer, ...names)
  if (typeof value === "number") return String(value)
  return typeof value === "string" && value.trim() !== "" ? value.slice(0, maxTextLength) : undefined
}

/** Names of records may be of any length. */
const maxTextLength = 300

export const numberAt = (answer: Json | undefined, ...names: ReadonlyArray<string>): number | undefined => {
  const value = valueAt(answer, ...names)
  return typeof value === "number" ? value : undefined
}

/** The list at a path; empty if it is hidden. */
export const listAt = (answer: Json | undefined, ...names: ReadonlyArray<string>): ReadonlyArray<Json> => {
  const value = valueAt(answer, ...names)
  return Array.isArray(value) ? (value as ReadonlyArray<Json>) : []
}
