import { Effect } from "effect"
import type { BenchFailure } from "../support/BenchFailure.js"
import { type Reader, requestCold } from "../support/cold.js"
import { textOf } from "../support/http.js"

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: unknown }>>
}

/** GETs that are not measured here, each with the reason. */
const excluded: ReadonlyArray<readonly [path: RegExp, reason: string]> = [
  [/^\/v1\/search$/, "the rows search and semantic"],
  [/^\/v1\/images\//, "the row images"],
  [/^\/v1\/admin\/images\/.*\/alternatives$/, "calls the providers"],
  [/\/candidates$/, "calls the providers"],
  [/^\/v1\/admin\/export\//, "streams all data"],
  [/^\/v1\/webhooks\//, "a handshake with the provider"]
]

/** The first segment below `/v1/`: a domain, `health` or `admin`. */
const domainOf = (path: string): string => path.split("/")[2] ?? ""

/** Every GET of a domain in the host's OpenAPI document, so that new routes are measured without a change here. */
export const routesOf = (reader: Reader, domain: string): Effect.Effect<ReadonlyArray<string>, BenchFailure> =>
  Effect.map(requestCold(reader, "/v1/openapi.json"), (answer) => {
    const { paths } = JSON.parse(textOf(answer)) as Document
    return Object.keys(paths).filter(
      (path) =>
        paths[path]?.get !== undefined && domainOf(path) === domain && !excluded.some(([pattern]) => pattern.test(path))
    )
  })
