/** How asking went. */
export type Outcome<A> =
  | { readonly _tag: "There"; readonly value: A }
  /** The host knows of nothing there. */
  | { readonly _tag: "Nothing" }
  /** The key is not, or no longer, known. */
  | { readonly _tag: "Refused" }
  /** Nobody answered. */
  | { readonly _tag: "Away" }
  | { readonly _tag: "Failed"; readonly status: number }

/** What of an outcome concerns the whole page. */
export type Notice = Outcome<unknown>["_tag"] | { readonly _tag: "Busy"; readonly seconds: number }

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** Where an answer is a list with nothing in it, that is nothing too. */
export const outcomeOf = <A>(value: A): Outcome<A> => {
  const { data, days } = value as { readonly data?: unknown; readonly days?: unknown }
  const isEmpty = [data, days].some((list) => isList(list) && list.length === 0)
  return isEmpty ? { _tag: "Nothing" } : { _tag: "There", value }
}
