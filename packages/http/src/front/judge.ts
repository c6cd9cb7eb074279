import type { ApiKey } from "@daybook/core/keys"
import { type ErrorEnvelope, forbidden, notFound, unauthorized } from "../shared/errors.js"
import type { Route } from "./Route.js"
import type { Target } from "./Targets.js"

/** The route that a request may have, or why it may not. The key is judged before the parameters. */
export const judge = (target: Target, method: string, key: ApiKey | undefined): Route | ErrorEnvelope => {
  if (target.routes === undefined) return notFound
  const route = target.routes.get(method === "HEAD" ? "GET" : method)
  const access = route?.access ?? accessWithout(target.routes)
  if (access !== "open") {
    if (key === undefined) return unauthorized
    if (access === "admin" && key.scope !== "admin") return forbidden
  }
  if (route === undefined) return notFound
  return target.problem ?? route
}

/** A method that a path does not have: what is behind it wants a key all the same. */
const accessWithout = (routes: ReadonlyMap<string, Route>) =>
  Array.from(routes.values()).every(({ access }) => access === "open") ? "open" : "admin"
