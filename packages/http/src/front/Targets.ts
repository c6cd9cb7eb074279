import { type ErrorEnvelope, badRequest, uriTooLong } from "../shared/errors.js"
import type { Route } from "./Route.js"
import type { RouteTable } from "./RouteTable.js"

/** What a request line asks for, whatever the method. */
export interface Target {
  /** By method; none where nothing is at the path. */
  readonly routes: ReadonlyMap<string, Route> | undefined
  /** Why nobody can answer it, whatever is at the path. */
  readonly problem: ErrorEnvelope | undefined
  /** Of path and query, as sent; of a repeated one the last. */
  readonly params: ReadonlyMap<string, string>
  /** The path with those query parameters that the GET there knows, in a fixed order. */
  readonly cacheKey: string
}

/** Longer ones are not looked at, characters. */
const longestTarget = 8_192
const keptTargets = 4_096
const longestKept = 1_024
/** A target of a kilobyte can have hundreds of parameters, each with its entry. Nobody asks for so many. */
const mostKeptParams = 24

/** Reads request targets, and remembers the usual ones. */
export const targets = (table: RouteTable): (url: string) => Target => {
  const known = new Map<string, Target>()
  return (url) => {
    const seen = known.get(url)
    if (seen !== undefined) return seen
    const target = read(table, url)
    if (url.length > longestKept || target.params.size > mostKeptParams) return target
    if (known.size >= keptTargets) known.clear()
    known.set(url, target)
    return target
  }
}

const read = (table: RouteTable, url: string): Target => {
  const mark = url.indexOf("?")
  const path = mark < 0 ? url : url.slice(0, mark)
  const found = table.find(path)
  const pairs = mark < 0 ? [] : url.slice(mark + 1).split("&").map(pairOf)
  const known = found?.routes.get("GET")?.query
  const asked = known === undefined ? [] : pairs.filter(({ name }) => known.has(name)).map(({ raw }) => raw).sort()
  return {
    routes: found?.routes,
    problem: problemOf(url),
    params: new Map([...pairs.map(({ name, value }) => [name, value] as const), ...(found?.params ?? [])]),
    cacheKey: asked.length === 0 ? path : `${path}?${asked.join("&")}`
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
  return isReadable(url) ? undefined : badRequest("the path or query is not properly encoded")
}

/** The database cannot hold the character NUL, so nothing there can be asked for with it. */
const isReadable = (url: string): boolean => {
  if (!url.includes("%")) return true
  try {
    return !decodeURIComponent(url).includes("\0")
  } catch {
    return false
  }
}
