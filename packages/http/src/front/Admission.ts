import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { ApiKey } from "@daybook/core/keys"
import type { Mark } from "../ResponseCache.js"
import type { Route } from "./Route.js"

/** What the front found out about a request that it let through. Found once; everything behind it reads it here. */
export interface Admission {
  readonly requestId: string
  /** None where the route needs no key and none was given. */
  readonly key: ApiKey | undefined
  readonly route: Route
  /** Parameters of path and query as sent; of a repeated one the last. */
  readonly params: ReadonlyMap<string, string>
  /** Under which the answer may be kept, and what the data stood at before anything was read. */
  readonly cacheKey: string
  readonly mark: Mark
  /** True once the handler is through. */
  answered: boolean
}

const admissions = new WeakMap<object, Admission>()

/** `source` is the platform's own request object, which nobody can send from outside. */
export const admit = (source: object, admission: Admission): void => {
  admissions.set(source, admission)
}

export const admissionOf = (request: HttpServerRequest.HttpServerRequest): Admission | undefined => 
  typeof request.source === "object" && request.source !== null ? admissions.get(request.source) : undefined
