import type { StorageFailure } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { type Context, Effect, Layer } from "effect"
import { storage } from "../storage.js"

type Answer<Result> =
  Result extends Effect.Effect<infer A, infer E, infer R>
    ? Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient>
    : Result

/** Distributes over the types of an optional member. */
type Query<Member> = Member extends (...args: infer Args) => infer Result
  ? (...args: Args) => Answer<Result>
  : Answer<Member>

/** The members of a port as queries: they may fail as the database does, and need its client. */
export type Queries<Service> = { readonly [Name in keyof Service]: Query<Service[Name]> }

/** Provides a client, unless the context has it: to provide a service copies the whole context. */
const withClient = <A, E>(
  client: SqlClient.SqlClient,
  query: Effect.Effect<A, E, SqlClient.SqlClient>
): Effect.Effect<A, E> =>
  Effect.withFiberRuntime(({ currentContext }) =>
    currentContext.unsafeMap.get(SqlClient.SqlClient.key) === client
      ? (query as Effect.Effect<A, E>)
      : Effect.provideService(query, SqlClient.SqlClient, client)
  )

/**
 * The members of a port, run with the given client. Only the client is provided: a transaction or scope of the caller
 * stays the caller's. Failures of the database become the port's and name the member: `CollectingStore.copies`.
 */
const membersOf = <Service extends object>(port: string, queries: object, client: SqlClient.SqlClient): Service => {
  const run = (name: string, answer: unknown): unknown =>
    Effect.isEffect(answer)
      ? storage(`${port}.${name}`)(
          withClient(client, answer as Effect.Effect<unknown, StorageFailure, SqlClient.SqlClient>)
        )
      : answer
  return Object.fromEntries(
    Object.entries(queries).map(([name, query]: [string, unknown]) => [
      name,
      typeof query === "function" && !Effect.isEffect(query)
        ? (...args: ReadonlyArray<unknown>) => run(name, Reflect.apply(query, undefined, args))
        : run(name, query)
    ])
  ) as Service
}

const nameOf = (key: string) => key.slice(key.lastIndexOf("/") + 1)

/** Implements a port with queries. */
export const implement = <Id, Service extends object>(
  tag: Context.Tag<Id, Service>,
  queries: Queries<NoInfer<Service>>
): Effect.Effect<Service, never, SqlClient.SqlClient> =>
  Effect.map(SqlClient.SqlClient, (client) => membersOf<Service>(nameOf(tag.key), queries, client))

/** The layer of a port whose queries need nothing that has to be made first. */
export const storeLayer = <Id, Service extends object>(
  tag: Context.Tag<Id, Service>,
  queries: Queries<NoInfer<Service>>
): Layer.Layer<Id, never, SqlClient.SqlClient> => Layer.effect(tag, implement(tag, queries))
