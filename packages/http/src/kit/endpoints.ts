import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import { Summary } from "@effect/platform/OpenApi"

/** Declares an endpoint by its name in the typed client, its path, and its title in the reference. */
const endpoint =
  <Method extends HttpMethod>(method: Method) =>
  <const Name extends string>(name: Name, path: `/${string}`, summary: string) =>
    HttpApiEndpoint.make(method)(name, path).annotate(Summary, summary)

export const get = endpoint("GET")
export const post = endpoint("POST")
export const put = endpoint("PUT")
export const del = endpoint("DELETE")
