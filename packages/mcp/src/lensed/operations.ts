import type { AssistantLens } from "@daybook/http"
import { Api } from "@daybook/http/contract"
import * as HttpApi from "@effect/platform/HttpApi"
import { Summary } from "@effect/platform/OpenApi"
import { Context, Option, type Schema, SchemaAST } from "effect"
import type { Operation } from "../Ask.js"

/** A read that a lens allows. */
export interface LensedOperation {
  readonly id: Operation
  readonly title: string
  /** Names of its parameters: those of the path first, which it needs. */
  readonly path: ReadonlyArray<string>
  readonly query: ReadonlyArray<string>
}

const namesOf = (schema: Option.Option<Schema.Schema.All>): ReadonlyArray<string> =>
  Option.match(schema, {
    onNone: () => [],
    onSome: ({ ast }) => SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name))
  })

/** The operations that a lens allows, as the contract declares them. */
export const operationsOf = ({ operations }: AssistantLens): ReadonlyArray<LensedOperation> => {
  const allowed: Array<LensedOperation> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      if (endpoint.method !== "GET" || !operations.has(endpoint.path)) return
      allowed.push({
        id: `${group.identifier}.${endpoint.name}` as Operation,
        title: Option.getOrElse(Context.getOption(endpoint.annotations, Summary), () => endpoint.name),
        path: Array.from(endpoint.path.matchAll(/\/:(\w+)/g), ([, name]) => name!),
        query: namesOf(endpoint.urlParamsSchema)
      })
    }
  })
  return allowed.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
