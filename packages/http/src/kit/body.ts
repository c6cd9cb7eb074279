import { Transform } from "@effect/platform/OpenApi"
import { Context, Schema } from "effect"

/** A body whose content type the platform cannot describe, in OpenAPI syntax. */
interface DocumentedBody {
  readonly type: string
  readonly schema: object
  readonly example: unknown
}

/** The parts of an operation that are extended here. */
interface Operation {
  readonly requestBody?: { readonly content: object; readonly required: boolean }
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly headers?: object }>>
}

const adding = (add: (operation: Operation) => Operation) =>
  Context.make(Transform, (operation) => ({ ...operation, ...add(operation as Operation) }))

const contentOf = (bodies: ReadonlyArray<DocumentedBody>) =>
  Object.fromEntries(bodies.map(({ example, schema, type }) => [type, { schema, example }]))

/** Documents further request bodies of an operation. The handler reads them itself. */
export const alsoTakes = (...bodies: ReadonlyArray<DocumentedBody>) =>
  adding((operation) => ({
    ...operation,
    requestBody: {
      ...operation.requestBody,
      content: { ...operation.requestBody?.content, ...contentOf(bodies) },
      required: true
    }
  }))

/** Parts of a response that its schema does not describe. */
interface DocumentedAnswer {
  readonly bodies?: ReadonlyArray<DocumentedBody>
  /** Descriptions of string headers, by name. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Documents further bodies or headers of a response. */
export const alsoAnswers = (status: number, { bodies = [], headers = {} }: DocumentedAnswer) =>
  adding((operation) => {
    const answer = operation.responses[status]
    const described = Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }])
    )
    return {
      ...operation,
      responses: {
        ...operation.responses,
        [status]: {
          ...answer,
          content: { ...answer?.content, ...contentOf(bodies) },
          headers: { ...answer?.headers, ...described }
        }
      }
    }
  })

/** A JSON body. PostgreSQL text cannot contain NUL, so no field may. */
export const body = <A extends object, I, R>(schema: Schema.Schema<A, I, R>) =>
  schema.pipe(
    Schema.filter((value) =>
      Object.entries(value)
        .filter(([, text]) => typeof text === "string" && text.includes("\0"))
        .map(([name]) => ({ path: [name], message: "must not contain the character NUL" }))
    )
  )

/**
 * Annotation of an endpoint that accepts files as well as JSON and reads the body itself: the largest body in bytes.
 */
export class Uploads extends Context.Tag("@daybook/http/Uploads")<Uploads, number>() {}

/**
 * Annotation of an endpoint whose body is a file that its handler reads while it arrives. It may take as long as bytes
 * arrive, and the handler limits its size.
 */
export class StreamsBody extends Context.Tag("@daybook/http/StreamsBody")<StreamsBody, true>() {}

/**
 * Annotation of an endpoint that needs no key and whose handler decides, before the body is read, whether it reads it
 * and how much of it: with `Admission.readBody`.
 */
export class AdmitsBody extends Context.Tag("@daybook/http/AdmitsBody")<AdmitsBody, true>() {}
