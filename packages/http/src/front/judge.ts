import type { ApiKey } from "@daybook/core/keys"
import { type ErrorEnvelope, badRequest, forbidden, notFound, unauthorized } from "../shared/errors.js"
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
  return target.problem ?? untaken(route, target) ?? route
}

/** Words that mean the same in every operation that takes them (contract §0.5). */
const dateWords = ["date", "from", "to"]

/** A filter that an operation does not have would be answered as if it were not there: with too much. */
const untaken = ({ access, query }: Route, { params }: Target): ErrorEnvelope | undefined => {
  const word = access === "open" ? undefined : dateWords.find((word) => params.has(word) && !query.has(word))
  return word === undefined ? undefined : badRequest(`${word} is no parameter of this operation: it does not choose by dates that way`)
}

/** A method that a path does not have: what is behind it wants a key all the same. */
const accessWithout = (routes: ReadonlyMap<string, Route>) =>
  Array.from(routes.values()).every(({ access }) => access === "open") ? "open" : "admin"
