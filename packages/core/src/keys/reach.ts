import { Effect } from "effect"
import { BadInput } from "../shared/errors.js"
import type { ApiKey, KeyReach, Scope } from "./KeyStore.js"

/** `https://me.example`, with a port if it is not the default one (RFC 6454 §6.2). */
const originForm = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** Origins of one key. */
const maxOrigins = 20

const canonical = (origin: string): string =>
  origin
    .trim()
    .toLowerCase()
    .replace(/\/$/, "")
    .replace(/^(https:.*):443$|^(http:.*):80$/, "$1$2")

/** Checks what a new key may see and from where. */
export const reachOf = ({
  lens = null,
  noOrigin = false,
  origins = [],
  scope
}: KeyReach & { readonly scope: Scope }): Effect.Effect<Required<KeyReach>, BadInput> => {
  const problem = (message: string) => new BadInput({ message })
  if (scope === "admin" && lens !== null)
    return problem("an admin key sees everything: leave lens out, or create a read key")
  if (scope !== "publish")
    return origins.length > 0 || noOrigin
      ? problem("origins and no_origin are for publishable keys: set scope to publish")
      : Effect.succeed({ lens, origins: [], noOrigin })
  if (lens === null) return problem("a publishable key needs a lens, which says what everybody may see")
  const all = Array.from(new Set(origins.map(canonical)))
  const wrong = all.find((origin) => !originForm.test(origin))
  if (wrong !== undefined)
    return problem(`"${wrong}" is not an origin: give scheme and host, such as https://me.example`)
  if (all.length > maxOrigins) return problem(`a key has at most ${maxOrigins} origins`)
  if (all.length === 0 && !noOrigin)
    return problem("a publishable key needs origins, the sites that may use it, or no_origin for programs without one")
  return Effect.succeed({ lens, origins: all, noOrigin })
}

/** Whether a request with this `Origin` may use a key. Only publishable keys ask for an origin. */
export const isAllowedFrom = ({ noOrigin, origins = [], scope }: ApiKey, origin: string | undefined): boolean => {
  if (scope !== "publish") return true
  return origin === undefined ? noOrigin === true : origins.includes(origin.toLowerCase())
}
