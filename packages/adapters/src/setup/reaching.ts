import { Tokens, TokenStore } from "@daybook/core/tokens"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Array, Duration, Effect, Layer, Option, Stream } from "effect"
import { connect } from "node:net"
import { layer as crypto } from "../nodeCrypto.js"
import {
  SourceConfig,
  type Connection,
  callFailureOf,
  describeErrorCode,
  type SourceDefinition
} from "@daybook/sources/kit"
import { SourceDefinitions } from "@daybook/sources/built-in"

const timeout = Duration.seconds(5)

/** Why an address cannot be reached; none if it can. Any response at all proves that the host is there. */
export const reachabilityProblem = (
  address: string
): Effect.Effect<Option.Option<string>, never, HttpClient.HttpClient> => {
  const { host, hostname, origin, port, protocol } = new URL(address)
  const isWeb = /^https?:$/.test(protocol)
  const name = isWeb ? origin : host
  return (isWeb ? requestOrigin(origin) : openSocket(hostname.replace(/^\[|\]$/g, ""), Number(port))).pipe(
    Effect.timeoutFail({
      duration: timeout,
      onTimeout: () => `did not answer within ${Duration.toSeconds(timeout)} s`
    }),
    Effect.match({ onFailure: (what) => Option.some(`${name} ${what}`), onSuccess: () => Option.none() })
  )
}

/** Requests the origin only, since paths and queries contain keys. Reads only the first bytes of the response. */
const requestOrigin = (origin: string) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    HttpClient.withTracerDisabledWhen(client, () => true)
      .execute(HttpClientRequest.get(origin))
      .pipe(
        Effect.mapError((error) => callFailureOf(error).what),
        Effect.flatMap((response) => Effect.ignore(Stream.runHead(response.stream)))
      )
  )

const openSocket = (host: string, port: number) =>
  Effect.async<void, string>((resume) => {
    const socket = connect({ host, port })
    socket.once("connect", () => resume(Effect.sync(() => socket.destroy())))
    socket.once("error", (error: NodeJS.ErrnoException) => resume(Effect.fail(describeErrorCode(error.code))))
    return Effect.sync(() => socket.destroy())
  })

/** Whether the hosts of a source are reachable. */
export interface ReachabilityReport {
  readonly source: string
  /** Enabled by default. An unreachable host is then no fault of the installation. */
  readonly byDefault: boolean
  /** A sentence for each address that cannot be reached. */
  readonly troubles: ReadonlyArray<string>
}

/** Checks the hosts of the given sources concurrently. */
export const reaching = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(Effect.all([SourceDefinitions, Effect.serviceOption(SourceConfig)]), ([all, config]) =>
    Effect.forEach(
      all.filter(({ id }) => ids.includes(id)),
      ({ byDefault, calls, id }) =>
        Effect.flatMap(Option.isNone(config) ? calls : config.value.read(calls), (addresses) =>
          Effect.forEach(addresses, reachabilityProblem, { concurrency: "unbounded" })
        ).pipe(
          Effect.map((troubles): ReachabilityReport => ({
            source: id,
            byDefault,
            troubles: Array.dedupe(Array.getSomes(troubles))
          }))
        ),
      { concurrency: "unbounded" }
    )
  )

/** A token store without logins, which stores none. */
const noLogins = Layer.succeed(TokenStore, {
  get: () => Effect.succeedNone,
  put: () => Effect.succeed(false),
  remove: () => Effect.succeed(false),
  ids: Effect.succeed([]),
  lease: () => Effect.succeedNone,
  release: () => Effect.void
})

/** Every source and its missing settings, before a database exists. The setup of a new installation uses this. */
export const unopenedSources = Effect.flatMap(SourceDefinitions, (all) =>
  Effect.forEach(all, ({ domain, enrichesOnly, id, missing }) =>
    Effect.map(missing, (names) => ({ id, domain, enrichesOnly, missing: names }))
  )
).pipe(Effect.provide(Tokens.Default.pipe(Layer.provide(Layer.mergeAll(noLogins, crypto)))))

/** A name that `daybook connect` accepts: a source, or a login that several sources share. */
export interface Connectable {
  readonly name: string
  /** Undefined for a source that only needs settings. */
  readonly connection: Connection | undefined
  /** The sources that use this login. */
  readonly sources: ReadonlyArray<string>
}

/** Every source, then the connections whose id is not a source's id. */
export const connectableOf = (
  all: ReadonlyArray<Pick<SourceDefinition<never>, "id" | "connect">>
): ReadonlyArray<Connectable> => {
  const sharing = (connection: Connection | undefined) =>
    all.filter(({ connect }) => connection !== undefined && connect?.id === connection.id).map(({ id }) => id)
  const ofSources = all.map(({ connect, id }): Connectable => ({
    name: id,
    connection: connect,
    sources: sharing(connect)
  }))
  const others = ofSources.filter(
    ({ connection }, index) =>
      connection !== undefined &&
      !all.some(({ id }) => id === connection.id) &&
      all.findIndex(({ connect }) => connect?.id === connection.id) === index
  )
  return [...ofSources, ...others.map((one): Connectable => ({ ...one, name: one.connection?.id ?? one.name }))]
}

export const connectables = Effect.map(SourceDefinitions, connectableOf)
