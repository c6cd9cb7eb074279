import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Context, Option, type Schema, SchemaAST } from "effect"
import { Authentication } from "../kit/authentication.js"
import { Uploads } from "../kit/body.js"
import { Caching, uncached } from "../kit/caching.js"
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
          endpoint.method,
          endpoint.path,
          Array.from(middleware).some(({ key }) => key === Authentication.key)
        ),
        query: queryOf(endpoint.urlParamsSchema),
        takesJson: payloads.has("application/json") && Option.isNone(Context.getOption(endpoint.annotations, Uploads)),
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
