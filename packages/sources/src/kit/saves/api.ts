import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Either } from "effect"
import type { Part } from "../fullListing.js"
import type { Answer } from "../provider/Answer.js"
import type { Call, Provider } from "../provider/Provider.js"
import { type Fields, fieldsOf, numberOf } from "../jsonValues.js"

/** Reads an answer that is an object. */
export const readObject = (answer: Answer): Either.Either<Fields, string> =>
  Either.flatMap(
    Either.mapLeft(answer.json, () => "answers with something that is not JSON"),
    (json) => Either.fromNullable(fieldsOf(json), () => "answers in an unknown shape")
  )

/** Reads an answer that is a list. */
const readList = (answer: Answer): Either.Either<ReadonlyArray<unknown>, string> =>
  Either.flatMap(
    Either.mapLeft(answer.json, () => "answers with something that is not JSON"),
    (json) => (Array.isArray(json) ? Either.right(json) : Either.left("answers in an unknown shape"))
  )

const rowsIn = (fields: Fields, member: string): Either.Either<ReadonlyArray<unknown>, string> => {
  const rows = fields[member]
  return Array.isArray(rows) ? Either.right(rows) : Either.left(`answers without ${member}`)
}

type Read = (page: number) => Effect.Effect<Part, SourceFailure>

/** A list in an object with a count: `{"count":2,"results":[…]}`. */
export const countedPart =
  (provider: Provider, call: (page: number) => Call, member: string): Read =>
  (page) =>
    provider.read(call(page), (answer) =>
      Either.flatMap(readObject(answer), (fields) =>
        Either.map(rowsIn(fields, member), (rows): Part => ({ rows, total: numberOf(fields["count"]), pages: null }))
      )
    )

/** A plain list, whose count is a header. */
export const headedPart =
  (provider: Provider, call: (page: number) => Call, header: string): Read =>
  (page) =>
    provider.read(call(page), (answer) =>
      Either.map(readList(answer), (rows): Part => ({ rows, total: numberOf(answer.headers[header]), pages: null }))
    )

/** Where the next page begins, from this page; null or empty on the last one. */
type NextOf = (fields: Fields, rows: ReadonlyArray<unknown>) => unknown

/** A list whose pages name the next one: `{"bookmarks":[…],"nextCursor":"…"}`. */
export const linkedPart = (
  provider: Provider,
  call: (cursor: string | null) => Call,
  member: string,
  next: string | NextOf
): Read => {
  const nextOf: NextOf = typeof next === "string" ? (fields) => fields[next] : next
  let cursors: ReadonlyArray<string | null> = [null]
  return (page) =>
    Effect.suspend(() => {
      const cursor = page === 1 ? null : cursors[page - 1]
      if (cursor === undefined || (cursor === null && page > 1))
        return Effect.succeed<Part>({ rows: [], total: null, pages: null })
      return Effect.map(
        provider.read(call(cursor), (answer) =>
          Either.flatMap(readObject(answer), (fields) =>
            Either.map(rowsIn(fields, member), (rows) => ({ rows, after: nextOf(fields, rows) }))
          )
        ),
        ({ after, rows }): Part => {
          cursors = [...cursors.slice(0, page), typeof after === "string" && after !== "" ? after : null]
          return { rows, total: null, pages: null }
        }
      )
    })
}
