import { type BuiltInDomain, isBuiltIn } from "@daybook/core"
import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Context, Option, type Schema, SchemaAST } from "effect"
import { Authentication } from "../kit/authentication.js"
import { Caching } from "../kit/caching.js"
import { Works } from "../kit/endpoints.js"
import { isLensedRead } from "../kit/operations.js"

/** A read that a lens may allow. */
export interface LensOperation {
  /** As definitions name it: `running.recent`. */
  readonly id: string
  readonly group: string
  /** Path template. */
  readonly path: string
  /** Domains that its answers are about. Feed and search adapt to the lens, so they name none. */
  readonly domains: ReadonlyArray<BuiltInDomain>
  /** Names of its query parameters. */
  readonly query: ReadonlyArray<string>
  readonly answer: SchemaAST.AST
}

/** The operations that a lens may allow, by id. */
export type Catalogue = ReadonlyMap<string, LensOperation>

/** Groups over all domains. Their services answer about the domains of the lens. */
const overAll = new Set(["feed", "search"])

/** Operations that no lens allows, and why. */
export const closedOperations: ReadonlyMap<string, string> = new Map([
  ["running.activity", "its address contains the provider's id of the run"],
  ["running.splits", "its address contains the provider's id of the run"],
  ["running.places", "it shows where a run took place more exactly than by city"],
  ["running.gear", "names of shoes are never shown"],
  ["attending.playerStats", "its answers have several forms"]
])

/** The reads of an API that a lens may allow: JSON, about the owner's data, and without an admin key. */
export const catalogueOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): Catalogue => {
  const operations = new Map<string, LensOperation>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, middleware }) => {
      const id = `${group.identifier}.${endpoint.name}`
      const isAdmin = endpoint.path.split("/").includes("admin")
      const needsKey = Array.from(middleware).some(({ key }) => key === Authentication.key)
      if (endpoint.method !== "GET" || isAdmin || !needsKey || closedOperations.has(id)) return
      if (Option.isSome(Context.getOption(endpoint.annotations, Works))) return
      const about = domainsOf(group.identifier, endpoint)
      if (about === undefined || !isLensedRead(endpoint)) return
      operations.set(id, {
        id,
        group: group.identifier,
        path: endpoint.path,
        domains: about,
        query: queryOf(endpoint.urlParamsSchema),
        answer: endpoint.successSchema.ast
      })
    }
  })
  return operations
}

const domainsOf = (
  group: string,
  endpoint: Pick<HttpApiEndpoint.HttpApiEndpoint.AnyWithProps, "annotations">
): ReadonlyArray<BuiltInDomain> | undefined => {
  if (overAll.has(group)) return []
  if (!isBuiltIn(group)) return undefined
  const caching = Option.getOrUndefined(Context.getOption(endpoint.annotations, Caching))
  return Array.from(new Set([group, ...(caching?.domains ?? []).flatMap((name) => (isBuiltIn(name) ? [name] : []))]))
}

const queryOf = (params: Option.Option<Schema.Schema.All>): ReadonlyArray<string> =>
  Option.match(params, {
    onNone: () => [],
    onSome: ({ ast }) => SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name))
  })
