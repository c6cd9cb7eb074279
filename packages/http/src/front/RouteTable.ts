import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Context, Option, type Schema, SchemaAST } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { Caching, uncached } from "../shared/caching.js"
import { Uploads } from "../shared/uploads.js"
import type { Access, Route } from "./Route.js"

/** The routes of one path by method, and the values of the path's parameters. */
export interface Found {
  readonly routes: ReadonlyMap<string, Route>
  readonly params: ReadonlyArray<readonly [name: string, value: string]>
}

/** Every route there is. Access and caching are read off here, so no route can escape them. */
export interface RouteTable {
  readonly all: ReadonlyArray<Route>
  /** None for a path that nothing is at. The path is taken letter by letter. */
  readonly find: (path: string) => Found | undefined
}

/** The routes of an API, read off its declaration. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(api: HttpApi.HttpApi<Id, Groups, E, R>): ReadonlyArray<Route> => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, middleware, payloads }) => {
      routes.push({
        method: endpoint.method,
        path: endpoint.path,
        access: accessOf(endpoint.method, endpoint.path, Array.from(middleware).some(({ key }) => key === Authentication.key)),
        query: queryOf(endpoint.urlParamsSchema),
        takesJson: payloads.has("application/json") && Option.isNone(Context.getOption(endpoint.annotations, Uploads)),
        mostBytes: Option.getOrUndefined(Context.getOption(endpoint.annotations, Uploads)),
        made: Option.getOrElse(Context.getOption(endpoint.annotations, Caching), () => uncached)
      })
    }
  })
  return routes
}

/** Whatever changes something, and whatever lies under `admin`, wants an admin key (contract §0.2). */
const accessOf = (method: string, path: string, authenticated: boolean): Access => {
  if (!authenticated) return "open"
  return method !== "GET" || path.split("/").includes("admin") ? "admin" : "read"
}

const queryOf = (params: Option.Option<Schema.Schema.All>): ReadonlySet<string> =>
  new Set(Option.match(params, {
    onNone: () => [],
    onSome: ({ ast }) => SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name))
  }))

export const routeTable = (all: ReadonlyArray<Route>): RouteTable => {
  const fixed = new Map<string, Map<string, Route>>()
  for (const route of all) {
    const methods = fixed.get(route.path) ?? new Map<string, Route>()
    fixed.set(route.path, methods.set(route.method, route))
  }
  const patterns = Array.from(fixed).filter(([path]) => path.includes("/:")).map(([path, routes]) => ({ names: namesIn(path), pattern: patternOf(path), routes }))
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

/** A parameter is anything but a slash; `;` begins a query for some routers, so it is in no path of ours. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\/:\w+/g, "/([^/;]+)")}$`)
