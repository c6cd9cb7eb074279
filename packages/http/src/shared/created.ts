import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type { Schema } from "effect"

/** Answered with 201. Put on the schema itself, it keeps its name in the document. */
export const created = <A, I, R>(schema: Schema.Schema<A, I, R>) => schema.annotations(HttpApiSchema.annotations({ status: 201 }))
