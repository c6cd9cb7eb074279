import type { ServeError } from "@effect/platform/HttpServerError"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type { BadInput } from "@daybook/core/shared"
import { Clock, Effect, type Scope } from "effect"
import { createServer } from "node:http"
import { makeSampleOwner, type SampleOwner, type SampleOwnerOptions } from "./sampleOwner/SampleOwner.js"
import { type SimulatedClock, type Simulator, dispatch, liveClock, stillClock } from "./shared/Simulator.js"
import { simulators } from "./simulators.js"

type Definition = (typeof simulators)[number]
export type SimulatorId = Definition["id"]

/** The simulators by id, each with its own kind of control. */
export type Simulators = { readonly [D in Definition as D["id"]]: Effect.Effect.Success<ReturnType<D["make"]>> }

export interface SimulatorsOptions extends Omit<SampleOwnerOptions, "endsAt"> {
  /** The instant up to which the life is told. Default: now. */
  readonly endsAt?: Date | number
  /** Whether time passes in the simulated world, with something playing now and then. Default: it stands still. */
  readonly live?: boolean
}

export interface ServeSimulatorsOptions extends SimulatorsOptions {
  /** Default: those that are usual (see `simulators`). */
  readonly enabled?: ReadonlyArray<SimulatorId>
  /** A port on loopback; 0, the default, takes a free one. */
  readonly port?: number
}

export interface World<Served> {
  readonly sampleOwner: SampleOwner
  /** Shared by all simulators. */
  readonly clock: SimulatedClock
  readonly simulators: Served
}

export interface ServedWorld extends World<Simulators> {
  /** `http://127.0.0.1:PORT`; each simulator is found under its id. */
  readonly url: string
  /** The environment under which Daybook's enabled sources call these simulators and its images may be fetched here. */
  readonly settings: Readonly<Record<string, string>>
}

/** All simulators of one person, reached (or not) under `url`. Fails when the zone is none. */
export const makeSimulators = (
  url: string,
  options: SimulatorsOptions = {}
): Effect.Effect<World<Simulators>, BadInput> =>
  Effect.gen(function* () {
    const endsAt = Number(options.endsAt ?? (yield* Clock.currentTimeMillis))
    const sampleOwner = yield* makeSampleOwner({ ...options, endsAt })
    const clock = options.live === true ? yield* liveClock(endsAt) : stillClock(endsAt)
    const running = yield* Effect.forEach(simulators, (one): Effect.Effect<Simulator> =>
      one.make({ sampleOwner, clock, baseUrl: `${url}/${one.id}` })
    )
    // The array lists each id once, and each is made by its own function: the record is as its type says.
    return {
      sampleOwner,
      clock,
      simulators: Object.fromEntries(running.map((one) => [one.id, one])) as unknown as Simulators
    }
  })

/**
 * Serves the simulators on one loopback port, each under the path of its id, until the scope closes; calls that still
 * hang are cut then. Fails when the port is taken or the zone is none.
 */
export const serveSimulators = (
  options: ServeSimulatorsOptions = {}
): Effect.Effect<ServedWorld, ServeError | BadInput, Scope.Scope> =>
  Effect.gen(function* () {
    const node = createServer()
    const server = yield* NodeHttpServer.make(() => node, { port: options.port ?? 0, host: "127.0.0.1" })
    yield* Effect.addFinalizer(() => Effect.sync(() => node.closeAllConnections()))
    const host = server.address._tag === "TcpAddress" ? `127.0.0.1:${server.address.port}` : ""
    const url = `http://${host}`
    const world = yield* makeSimulators(url, options)
    const isOn = (one: Definition) => options.enabled?.includes(one.id) ?? one.isUsual
    const served = simulators.filter(isOn).map(({ id }) => world.simulators[id])
    yield* Effect.forEach(served, (one) => one.ready, { discard: true })
    yield* server.serve(dispatch(served))
    const parts = simulators.map((one): Readonly<Record<string, string>> =>
      isOn(one) ? world.simulators[one.id].settings : one.whenOff
    )
    const hosts = served.flatMap((one) =>
      "hosts" in one ? one.hosts.map((name) => `${name}:${host.split(":")[1]}`) : []
    )
    const settings = Object.fromEntries([
      ["DAYBOOK_FETCH_ALLOW", [host, ...hosts].join(",")] as const,
      ...parts.flatMap((part) => Object.entries(part))
    ])
    return { ...world, url, settings }
  })
