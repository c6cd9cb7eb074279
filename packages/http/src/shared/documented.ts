import { Transform } from "@effect/platform/OpenApi"
import { Context } from "effect"

/** A body of a content type that the platform has no schema for, in the words of an OpenAPI document. */
interface DocumentedBody {
  readonly type: string
  readonly schema: object
  readonly example: unknown
}

/** An operation as far as it is added to here. */
interface Operation {
  readonly requestBody?: { readonly content: object; readonly required: boolean }
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly headers?: object }>>
}

const adding = (add: (operation: Operation) => Operation) => Context.make(Transform, (operation) => ({ ...operation, ...add(operation as Operation) }))

const contentOf = (bodies: ReadonlyArray<DocumentedBody>) => Object.fromEntries(bodies.map(({ example, schema, type }) => [type, { schema, example }]))

/** Says in the document that an operation takes these bodies as well. The handler reads them itself. */
export const alsoTakes = (...bodies: ReadonlyArray<DocumentedBody>) =>
  adding((operation) => ({
    ...operation,
    requestBody: { ...operation.requestBody, content: { ...operation.requestBody?.content, ...contentOf(bodies) }, required: true }
  }))

/** What an answer has that its schema does not say. */
interface DocumentedAnswer {
  readonly bodies?: ReadonlyArray<DocumentedBody>
  /** Descriptions of headers with a text, by name. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Says in the document that an answer may have another body, or headers of its own. */
export const alsoAnswers = (status: number, { bodies = [], headers = {} }: DocumentedAnswer) =>
  adding((operation) => {
    const answer = operation.responses[status]
    const described = Object.fromEntries(Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]))
    return {
      ...operation,
      responses: {
        ...operation.responses,
        [status]: { ...answer, content: { ...answer?.content, ...contentOf(bodies) }, headers: { ...answer?.headers, ...described } }
      }
    }
  })
