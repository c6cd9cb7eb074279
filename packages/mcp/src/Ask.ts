import type { Api } from "@daybook/http/contract"
import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Context, Data, Effect } from "effect"

type Groups = typeof Api extends HttpApi.HttpApi<string, infer G, infer _E, infer _R> ? G : never
type EndpointsOf<Name extends string> = HttpApiGroup.HttpApiGroup.Endpoints<
  HttpApiGroup.HttpApiGroup.WithName<Groups, Name>
>

/** The name of an operation of the API: its group and its name there, such as `listening.topArtists`. */
export type Operation = {
  [Name in HttpApiGroup.HttpApiGroup.Name<Groups>]: `${Name}.${HttpApiEndpoint.HttpApiEndpoint.Name<EndpointsOf<Name>>}`
}[HttpApiGroup.HttpApiGroup.Name<Groups>]

/** The JSON that an operation answers. */
export type AnswerOf<Op extends Operation> = Op extends `${infer Group}.${infer Name}`
  ? HttpApiEndpoint.HttpApiEndpoint.Success<HttpApiEndpoint.HttpApiEndpoint.WithName<EndpointsOf<Group>, Name>>
  : never

/** Parameters of the path and the query. Absent ones are left out. */
export type Params = Readonly<Record<string, string | number | boolean | null | undefined>>

/** An operation failed. `status` is the HTTP status, 0 if no answer arrived; `retryAfter` is in seconds. */
export class AskError extends Data.TaggedError("AskError")<{
  readonly status: number
  readonly message: string
  readonly retryAfter: number | null
}> {}

/**
 * How tools ask the host. A tool never calls a service or SQL: what a key may not read, a tool with that key cannot
 * read either.
 */
export class Ask extends Context.Tag("@daybook/mcp/Ask")<
  Ask,
  {
    readonly call: (operation: Operation, params: Params, body?: unknown) => Effect.Effect<unknown, AskError>
    /** Reads a path of a domain that the host's configuration declares, such as `books` and `top/author`. */
    readonly declared: (domain: string, path: string, params: Params) => Effect.Effect<unknown, AskError>
  }
>() {}

/** Asks one operation of the host. */
export const ask = <Op extends Operation>(
  operation: Op,
  params: Params = {},
  body?: unknown
): Effect.Effect<AnswerOf<Op>, AskError, Ask> =>
  Effect.flatMap(Ask, ({ call }) => call(operation, params, body) as Effect.Effect<AnswerOf<Op>, AskError>)

/** The answer, or null if there is no data for the request. */
export const askIfAny = <Op extends Operation>(
  operation: Op,
  params: Params = {}
): Effect.Effect<AnswerOf<Op> | null, AskError, Ask> =>
  Effect.catchIf(
    ask(operation, params),
    ({ status }) => status === 404,
    () => Effect.succeed(null)
  )
