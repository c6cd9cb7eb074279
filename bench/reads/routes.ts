import { Effect } from "effect"
import type { BenchFailure } from "../support/BenchFailure.js"
import { asked, type Cold } from "../support/cold.js"
import { textOf } from "../support/http.js"

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: unknown }>>
}

/** GETs that are measured elsewhere or are no reads of what is stored: each with the reason. */
const elsewhere: ReadonlyArray<readonly [path: RegExp, reason: string]> = [
  [/^\/v1\/search$/, "the rows search and semantic"],
  [/^\/v1\/images\//, "the row images"],
  [/^\/v1\/admin\/images\/.*\/alternatives$/, "asks the providers"],
  [/\/candidates$/, "asks the providers"],
  [/^\/v1\/admin\/export\//, "streams all there is"],
  [/^\/v1\/webhooks\//, "a handshake of the provider's"]
]

/** Rooms that have GETs, as their first segment below `/v1/`; what belongs to none is `health` or `admin`. */
const roomOf = (path: string): string => path.split("/")[2] ?? ""

/** Every GET that the host's own OpenAPI document lists for a room, so that a new route is measured from its first day. */
export const routesOf = (cold: Cold, room: string): Effect.Effect<ReadonlyArray<string>, BenchFailure> =>
  Effect.map(asked(cold, "/v1/openapi.json"), (answer) => {
    const { paths } = JSON.parse(textOf(answer)) as Document
    return Object.keys(paths).filter((path) => paths[path]?.get !== undefined && roomOf(path) === room && !elsewhere.some(([pattern]) => pattern.test(path)))
  })
