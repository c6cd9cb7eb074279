import { SourceRanks } from "@daybook/core/ranks"
import { Places, type StorageFailure } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { storage } from "../storage.js"

type Answer<Result, Needs> =
  Result extends Effect.Effect<infer A, infer E, infer R>
    ? Effect.Effect<A, E | SqlError, R | Needs | SqlClient.SqlClient>
    : Result

/** Distributes over the types of an optional member. */
type Query<Member, Needs> = Member extends (...args: infer Args) => infer Result
  ? (...args: Args) => Answer<Result, Needs>
  : Answer<Member, Needs>

/** The members of a port as queries: they may fail as the database does, and need its client. */
export type Queries<Service, Needs = never> = { readonly [Name in keyof Service]: Query<Service[Name], Needs> }

/** Provides services, unless the context has them: that copies the whole context. */
const withServices = <A, E, R>(services: Context.Context<R>, query: Effect.Effect<A, E, R>): Effect.Effect<A, E> =>
  Effect.withFiberRuntime(({ currentContext }) => {
    for (const [key, service] of services.unsafeMap)
      if (currentContext.unsafeMap.get(key) !== service) return Effect.provide(query, services)
    return query as Effect.Effect<A, E>
  })

/**
 * The members of a port, run with the given services. Only these are provided: a transaction or scope of the caller
 * stays the caller's. Failures of the database become the port's and name the member: `CollectingStore.copies`.
 */
const membersOf = <Service extends object, Given>(
  port: string,
  queries: object,
  services: Context.Context<Given>
): Service => {
  const run = (name: string, answer: unknown): unknown =>
    Effect.isEffect(answer)
      ? storage(`${port}.${name}`)(withServices(services, answer as Effect.Effect<unknown, StorageFailure, Given>))
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
  Effect.map(SqlClient.SqlClient, (client) =>
    membersOf<Service, SqlClient.SqlClient>(nameOf(tag.key), queries, Context.make(SqlClient.SqlClient, client))
  )

type Needed<Needs> = Context.Context<SqlClient.SqlClient | Needs>

/** The same for queries that need more than the client: `pick` takes that from the context when the port is made. */
const implementIn =
  <Needs>(pick: (context: Needed<Needs>) => Needed<Needs>) =>
  <Id, Service extends object>(
    tag: Context.Tag<Id, Service>,
    queries: Queries<NoInfer<Service>, Needs>
  ): Effect.Effect<Service, never, SqlClient.SqlClient | Needs> =>
    Effect.map(Effect.context<SqlClient.SqlClient | Needs>(), (context) =>
      membersOf<Service, SqlClient.SqlClient | Needs>(nameOf(tag.key), queries, pick(context))
    )

/** For queries that ask which source counts most. */
export const implementRanked = implementIn<SourceRanks>(Context.pick(SqlClient.SqlClient, SourceRanks))

/** For queries that ask where a city is. */
export const implementPlaced = implementIn<Places>(Context.pick(SqlClient.SqlClient, Places))

/** For queries that ask both. */
export const implementRankedAndPlaced = implementIn<SourceRanks | Places>(
  Context.pick(SqlClient.SqlClient, SourceRanks, Places)
)

/** The layer of a port whose queries need nothing that has to be made first. */
export const storeLayer = <Id, Service extends object>(
  tag: Context.Tag<Id, Service>,
  queries: Queries<NoInfer<Service>>
): Layer.Layer<Id, never, SqlClient.SqlClient> => Layer.effect(tag, implement(tag, queries))
