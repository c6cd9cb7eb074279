import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import { Summary } from "@effect/platform/OpenApi"
import { field } from "@daybook/core/shared"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"

/** Declares an endpoint by its name in the typed client, its path, and its title in the reference. */
const endpoint =
  <Method extends HttpMethod>(method: Method) =>
  <const Name extends string>(name: Name, path: `/${string}`, summary: string) =>
    HttpApiEndpoint.make(method)(name, path).annotate(Summary, summary)

export const get = endpoint("GET")
export const post = endpoint("POST")
export const put = endpoint("PUT")
export const del = endpoint("DELETE")

/** A response with its content in `data` and no pages. */
export const dataOf = <A, I, R>(content: Schema.Schema<A, I, R>) =>
  Schema.Struct({ data: field(content, "Requested data") })

/** The schema of a 201 response. Annotating the schema keeps its name in the document. */
export const created = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  schema.annotations(HttpApiSchema.annotations({ status: 201 }))

/** The response to the deletion of a record. */
export const Deleted = Schema.Struct({
  success: field(Schema.Literal(true), "Always true"),
  deleted_id: field(Schema.Number, "Id of the deleted record", 42)
})

export const deleted = (id: number): typeof Deleted.Type => ({ success: true, deleted_id: id })
