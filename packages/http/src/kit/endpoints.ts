import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import { Summary } from "@effect/platform/OpenApi"
import { field, publicField } from "@daybook/core/shared"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Context, Schema } from "effect"

/** Declares an endpoint by its name in the typed client, its path, and its title in the reference. */
const endpoint =
  <Method extends HttpMethod>(method: Method) =>
  <const Name extends string>(name: Name, path: `/${string}`, summary: string) =>
    HttpApiEndpoint.make(method)(name, path).annotate(Summary, summary)

export const get = endpoint("GET")
export const post = endpoint("POST")
export const put = endpoint("PUT")
export const patch = endpoint("PATCH")
export const del = endpoint("DELETE")

/**
 * Annotation of a GET whose handler needs the request, or makes its response itself. No lens applies to it, and no
 * batch contains it.
 */
export class WithoutLens extends Context.Tag("@daybook/http/WithoutLens")<WithoutLens, true>() {}

/**
 * Annotation of an operation that starts work or says how it goes. A host of two processes passes it on to the one that
 * works.
 */
export class Works extends Context.Tag("@daybook/http/Works")<Works, true>() {}

/** Annotation of a GET that may wait for data and limits its time itself. */
export class Waits extends Context.Tag("@daybook/http/Waits")<Waits, true>() {}

/**
 * Annotation of a GET that answers with events for as long as its client stays. Its handler answers a raw response with
 * the stream, which is sent without caches.
 */
export class Streams extends Context.Tag("@daybook/http/Streams")<Streams, true>() {}

/** Annotation of a write that every key may make: it changes no data. */
export class ForReaders extends Context.Tag("@daybook/http/ForReaders")<ForReaders, true>() {}

/** Annotation of a GET whose address works once: a HEAD, as previews of links send it, does not use it up. */
export class WorksOnce extends Context.Tag("@daybook/http/WorksOnce")<WorksOnce, true>() {}

/** A response with its content in `data` and no pages. */
export const dataOf = <A, I, R>(content: Schema.Schema<A, I, R>) =>
  Schema.Struct({ data: publicField(content, "Requested data") })

/** The schema of a 201 response. Annotating the schema keeps its name in the document. */
export const created = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  schema.annotations(HttpApiSchema.annotations({ status: 201 }))

/** The response to the deletion of a record. */
export const Deleted = Schema.Struct({
  success: field(Schema.Literal(true), "Always true"),
  deleted_id: field(Schema.Number, "Id of the deleted record", 42)
})

export const deleted = (id: number): typeof Deleted.Type => ({ success: true, deleted_id: id })
