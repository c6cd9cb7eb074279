import type { ApiKey } from "@daybook/core/keys"
import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Context, Option, type Schema, SchemaAST } from "effect"
import { Authentication } from "../kit/authentication.js"
import { AdmitsBody, StreamsBody, Uploads } from "../kit/body.js"
import { ForReaders, WithoutLens, Streams, Works, WorksOnce } from "../kit/endpoints.js"
import { Caching, uncached } from "../kit/caching.js"
import { type ErrorEnvelope, badRequest, forbidden, notFound, unauthorized, uriTooLong } from "../kit/errors.js"
import type { Access, Route } from "./requests.js"

/** The routes of a path by method, and the values of its path parameters. */
export interface RouteMatch {
  readonly routes: ReadonlyMap<string, Route>
  readonly params: ReadonlyArray<readonly [name: string, value: string]>
}

/** All routes with their access and caching, derived from the contract so that none is missed. */
export interface RouteTable {
  readonly all: ReadonlyArray<Route>
  /** Undefined if no route has the path. Paths match exactly. */
  readonly find: (path: string) => RouteMatch | undefined
}

/** The routes of an API, derived from its declaration. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): ReadonlyArray<Route> => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, middleware, payloads }) => {
      routes.push({
        method: endpoint.method,
        path: endpoint.path,
        access: accessOf(
          Option.isSome(Context.getOption(endpoint.annotations, ForReaders)) ? "GET" : endpoint.method,
          endpoint.path,
          Array.from(middleware).some(({ key }) => key === Authentication.key)
        ),
        batches:
          endpoint.method === "GET" &&
          Option.isSome(Context.getOption(endpoint.annotations, Caching)) &&
          Option.isNone(Context.getOption(endpoint.annotations, WithoutLens)),
        works: Option.isSome(Context.getOption(endpoint.annotations, Works)),
        worksOnce: Option.isSome(Context.getOption(endpoint.annotations, WorksOnce)),
        takesTicket: Option.isSome(Context.getOption(endpoint.annotations, Streams)),
        asksWithKey: Option.isSome(Context.getOption(endpoint.annotations, Streams)),
        query: queryOf(endpoint.urlParamsSchema),
        takesJson: payloads.has("application/json") && Option.isNone(Context.getOption(endpoint.annotations, Uploads)),
        streamsBody: Option.isSome(Context.getOption(endpoint.annotations, StreamsBody)),
        admitsBody: Option.isSome(Context.getOption(endpoint.annotations, AdmitsBody)),
        maxBodyBytes: Option.getOrUndefined(Context.getOption(endpoint.annotations, Uploads)),
        caching: Option.getOrElse(Context.getOption(endpoint.annotations, Caching), () => uncached)
      })
    }
  })
  return routes
}

/** Every write and every path below `admin` needs an admin key. */
const accessOf = (method: string, path: string, authenticated: boolean): Access => {
  if (!authenticated) return "open"
  return method !== "GET" || path.split("/").includes("admin") ? "admin" : "read"
}

const queryOf = (params: Option.Option<Schema.Schema.All>): ReadonlySet<string> =>
  new Set(
    Option.match(params, {
      onNone: () => [],
      onSome: ({ ast }) => SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name))
    })
  )

export const routeTable = (all: ReadonlyArray<Route>): RouteTable => {
  const fixed = new Map<string, Map<string, Route>>()
  for (const route of all) {
    const methods = fixed.get(route.path) ?? new Map<string, Route>()
    fixed.set(route.path, methods.set(route.method, route))
  }
  const patterns = Array.from(fixed)
    .filter(([path]) => path.includes("/:"))
    .map(([path, routes]) => ({ names: namesIn(path), pattern: patternOf(path), routes }))
  return {
    all,
    find: (path) => {
      const routes = path.includes(":") ? undefined : fixed.get(path)
      if (routes !== undefined) return { routes, params: [] }
      for (const { names, pattern, routes } of patterns) {
        const values = pattern.exec(path)
        if (values !== null) return { routes, params: names.map((name, index) => [name, values[index + 1]!] as const) }
      }
      return undefined
    }
  }
}

const namesIn = (path: string): ReadonlyArray<string> => Array.from(path.matchAll(/\/:(\w+)/g), ([, name]) => name!)

/** A parameter matches anything but a slash. Some routers start a query at `;`, so no path contains it. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\/:\w+/g, "/([^/;]+)")}$`)

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
const maxTargetLength = 8_192
const maxCachedTargets = 4_096
const maxCachedTargetLength = 1_024
/** A target of 1 KB can have hundreds of parameters, which would each take a map entry. */
const maxCachedParams = 24

/** Parses request targets and caches the short ones. */
export const targets = (table: RouteTable): ((url: string) => Target) => {
  const cache = new Map<string, Target>()
  return (url) => {
    const cached = cache.get(url)
    if (cached !== undefined) return cached
    const target = read(table, url)
    if (url.length > maxCachedTargetLength || target.params.size > maxCachedParams) return target
    if (cache.size >= maxCachedTargets) cache.clear()
    cache.set(url, target)
    return target
  }
}

const read = (table: RouteTable, url: string): Target => {
  const mark = url.indexOf("?")
  const path = mark < 0 ? url : url.slice(0, mark)
  const match = table.find(path)
  const problem = problemOf(url)
  // A target that is refused is not taken apart: its parameters may be thousands that cannot be decoded.
  const pairs =
    mark < 0 || problem !== undefined
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
    problem,
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

/** Part of a target that is decodable as a whole. */
const decoded = (text: string): string => decodeURIComponent(text.replaceAll("+", " "))

/** Why a target is not answered, for the front and every other door. */
export const problemOf = (url: string): ErrorEnvelope | undefined => {
  if (url.length > maxTargetLength) return uriTooLong
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
