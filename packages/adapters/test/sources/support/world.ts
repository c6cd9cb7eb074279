import type { Catalogue, ListeningWrites } from "@daybook/core/listening"
import type { Source } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { ConfigProvider, Effect } from "effect"
import { inProcessClient, makeSimulators, type Scrobble, type SimulatorId } from "../../../src/simulators/index.js"
import { definitions, type SourceDefinition } from "../../../src/sources/index.js"
import { memoryTokens } from "./tokens.js"

/** 21 November 2024 in Los Angeles: the small life is a year old. */
export const today = Date.parse("2024-11-21T08:00:00Z")

/** The simulators of a life, one year old unless told otherwise, and the source of one of them, called without a socket. */
export const world = (id: SimulatorId, more: Readonly<Record<string, string>> = {}, endsAt = today) =>
  Effect.gen(function*() {
    const { clock, simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt }))
    const settings = { ...simulators[id].settings, ...more }
    const definition = definitions.find((one) => one.id === id) as unknown as SourceDefinition<ListeningWrites | Catalogue>
    const source: Source<ListeningWrites | Catalogue> = yield* definition.make.pipe(
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))),
      Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators)),
      Effect.provide(memoryTokens),
      Effect.orDie
    )
    return { clock, simulators, source, settings }
  })

/** As the ledger names plays. */
export const keysOf = (scrobbles: ReadonlyArray<Scrobble>): ReadonlyArray<string> =>
  [...new Set(scrobbles.map((play) => JSON.stringify([play.at * 1000, play.artist, play.track, play.album === "" ? null : play.album])))].sort()
