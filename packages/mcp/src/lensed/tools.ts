import { Effect, Schema } from "effect"
import { Ask } from "../Ask.js"
import { answerWith, object, objects, words } from "../kit/output.js"
import { oneOf, optional } from "../kit/params.js"
import { readTool, type Tool } from "../Tool.js"
import { badArgument } from "../ToolError.js"
import type { LensedOperation } from "./operations.js"

const callOf = ({ path, query }: LensedOperation) => ({ needs: path, takes: query })

/** What the lens leaves. It does not say when sources were synced, nor the home time zone: no lens shows them. */
const overviewOf = (lens: string, operations: ReadonlyArray<LensedOperation>): Tool =>
  readTool({
    name: "overview",
    title: "What can be read",
    description:
      "What this connection can read: each operation with the parameters that it needs and takes. Use first.",
    domains: [],
    example: {},
    input: {},
    output: answerWith({ lens: words, operations: objects }),
    run: () =>
      Effect.succeed({
        heading: `Daybook through the lens ${lens}`,
        domains: [],
        data: { lens, operations: operations.map((one) => ({ operation: one.id, title: one.title, ...callOf(one) })) },
        notes: ["The owner shows a part. Fields may be absent or rounded; totals count everything."]
      })
  })

const Params = Schema.Record({
  key: Schema.String,
  value: Schema.Union(Schema.String, Schema.Number, Schema.Boolean)
}).annotations({
  message: () => ({ message: "must be an object of texts, numbers and booleans", override: true }),
  jsonSchema: { type: "object", additionalProperties: { type: ["string", "number", "boolean"] } }
})

const isEmptyList = (answer: unknown): boolean => {
  const { data } = answer as { readonly data?: unknown }
  return Array.isArray(data) && data.length === 0
}

const readOf = (operations: ReadonlyArray<LensedOperation>, names: readonly [string, ...ReadonlyArray<string>]): Tool =>
  readTool({
    name: "read",
    title: "Read",
    description:
      "Reads what the owner shows. Dates are YYYY-MM-DD, years YYYY; lists take limit and page. overview has the " +
      "parameters of each operation.",
    domains: [],
    example: { operation: names[0] },
    input: { operation: oneOf(names), params: optional(Params) },
    output: answerWith({ answer: object }),
    run: ({ operation, params = {} }) =>
      Effect.gen(function* () {
        const { id, path, query } = operations.find(({ id }) => id === operation)!
        const parameters = [...path, ...query]
        const wrong = Object.keys(params).find((name) => !parameters.includes(name))
        const missing = path.find((name) => params[name] === undefined)
        const all = parameters.length === 0 ? "takes none" : `takes ${parameters.join(", ")}`
        if (wrong !== undefined || missing !== undefined)
          return yield* badArgument(
            wrong === undefined ? `${id} needs \`${missing}\` in params.` : `${id} has no parameter \`${wrong}\`.`,
            `Call read again: ${id} ${all}.`
          )
        const answer = yield* Effect.flatMap(Ask, ({ call }) => call(id, params))
        return {
          heading: id,
          domains: [],
          data: { answer },
          ...(isEmptyList(answer) ? { notes: ["no_data: the list is empty."] } : {})
        }
      })
  })

/**
 * The tools of a connection with a lens. Other tools read fields of several operations, any of which a lens may hide;
 * these pass on what the API answers, in which the lens has been applied.
 */
export const lensTools = (lens: string, operations: ReadonlyArray<LensedOperation>): ReadonlyArray<Tool> => {
  const [first, ...more] = operations.map(({ id }) => id)
  const overview = overviewOf(lens, operations)
  return first === undefined ? [overview] : [overview, readOf(operations, [first, ...more])]
}
