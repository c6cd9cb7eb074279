import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type Schema, SchemaAST } from "effect"

/**
 * Writes an answer as the handler gives it, where its schema would make the same of it: a hundred rows otherwise cost some
 * milliseconds more, as much as their SQL. What handlers give is checked by the compiler, and by tests against the schema.
 * Undefined where the schema has more to say, or there are several.
 */
export const asItIs = (schema: Schema.Schema.Any): ((answer: unknown) => HttpServerResponse.HttpServerResponse) | undefined => {
  const schemas = new Set<Schema.Schema.Any>()
  HttpApiSchema.deunionize(schemas, schema)
  const { ast } = schema
  const { contentType, kind } = HttpApiSchema.getEncoding(ast)
  if (schemas.size !== 1 || HttpApiSchema.isVoid(ast) || kind !== "Json" || SchemaAST.encodedBoundAST(ast) !== ast) return undefined
  const options = { status: HttpApiSchema.getStatusSuccessAST(ast), contentType }
  return (answer) => HttpServerResponse.isServerResponse(answer) ? answer : HttpServerResponse.unsafeJson(answer, options)
}
