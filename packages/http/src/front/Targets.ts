import type { ApiKey } from "@daybook/core/keys"
import { type ErrorEnvelope, badRequest, forbidden, notFound, unauthorized, uriTooLong } from "../kit/errors.js"
import type { Route } from "./requests.js"
import type { RouteTable } from "./RouteTable.js"

/** A parsed request target. */
export interface Target {
  /** Routes by method; undefined if no route has the path. */
  readonly routes: ReadonlyMap<string, Route> | undefined
  /** Set if the target is malformed or too long. */
  readonly problem: ErrorEnvelope | undefined
  /** Path and query parameters as sent; the last value of a repeated one. */
  readonly params: ReadonlyMap<string, string>
  /** The path with the query parameters of its GET route, sorted. */
  readonly cacheKey: string
}

/** Longest accepted target, in characters. */
const longestTarget = 8_192
const maxCachedTargets = 4_096
const longestCachedTarget = 1_024
/** A target of 1 KB can have hundreds of parameters, which would each take a map entry. */
const maxCachedParams = 24

/** Parses request targets and caches the short ones. */
export const targets = (table: RouteTable): ((url: string) => Target) => {
  const cache = new Map<string, Target>()
  return (url) => {
    const cached = cache.get(url)
    if (cached !== undefined) return cached
    const target = read(table, url)
    if (url.length > longestCachedTarget || target.params.size > maxCachedParams) return target
    if (cache.size >= maxCachedTargets) cache.clear()
    cache.set(url, target)
    return target
  }
}

const read = (table: RouteTable, url: string): Target => {
  const mark = url.indexOf("?")
  const path = mark < 0 ? url : url.slice(0, mark)
  const match = table.find(path)
  const pairs =
    mark < 0
      ? []
      : url
          .slice(mark + 1)
          .split("&")
          .map(pairOf)
  const queryNames = match?.routes.get("GET")?.query
  const cachePairs =
    queryNames === undefined
      ? []
      : pairs
          .filter(({ name }) => queryNames.has(name))
          .map(({ raw }) => raw)
          .sort()
  return {
    routes: match?.routes,
    problem: problemOf(url),
    params: new Map([...pairs.map(({ name, value }) => [name, value] as const), ...(match?.params ?? [])]),
    cacheKey: cachePairs.length === 0 ? path : `${path}?${cachePairs.join("&")}`
  }
}

const pairOf = (raw: string) => {
  const equals = raw.indexOf("=")
  return equals < 0
    ? { raw, name: decoded(raw), value: "" }
    : { raw, name: decoded(raw.slice(0, equals)), value: decoded(raw.slice(equals + 1)) }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return text
  }
}

const problemOf = (url: string): ErrorEnvelope | undefined => {
  if (url.length > longestTarget) return uriTooLong
  return isReadable(url)
    ? undefined
    : badRequest("the path or query is not valid percent-encoding; encode it as UTF-8 without NUL")
}

/** PostgreSQL text cannot contain NUL. */
const isReadable = (url: string): boolean => {
  if (!url.includes("%")) return true
  try {
    return !decodeURIComponent(url).includes("\0")
  } catch {
    return false
  }
}

/** The route of a request, or the error that denies it. The key is checked before the parameters. */
export const resolveRoute = (target: Target, method: string, key: ApiKey | undefined): Route | ErrorEnvelope => {
  if (target.routes === undefined) return notFound
  const route = target.routes.get(method === "HEAD" ? "GET" : method)
  const access = route?.access ?? accessOfPath(target.routes)
  if (access !== "open") {
    if (key === undefined) return unauthorized
    if (access === "admin" && key.scope !== "admin") return forbidden
  }
  if (route === undefined) return notFound
  return target.problem ?? unsupportedDate(route, target) ?? route
}

/** Parameters with one meaning in all operations. */
const dateParameters = ["date", "from", "to"]

/** Ignoring an unsupported date filter would return too much, so it is an error. */
const unsupportedDate = ({ access, query }: Route, { params }: Target): ErrorEnvelope | undefined => {
  const word = access === "open" ? undefined : dateParameters.find((word) => params.has(word) && !query.has(word))
  return word === undefined
    ? undefined
    : badRequest(`this operation has no parameter ${word}; remove it, or see /docs for its date filters`)
}

/** The access that a path needs for a method it does not have. */
const accessOfPath = (routes: ReadonlyMap<string, Route>) =>
  Array.from(routes.values()).every(({ access }) => access === "open") ? "open" : "admin"
