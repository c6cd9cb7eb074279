import type { ListeningEnrichmentStore, ListeningWriteServices } from "@daybook/core/listening"
import type { Source } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { ConfigProvider, Effect } from "effect"
import { inProcessClient, makeSimulators, type Scrobble, type SimulatorId } from "@daybook/simulators"
import { definitions } from "../../src/definitions.js"
import type { SourceDefinition } from "../../src/kit/SourceDefinition.js"
import { memoryTokens } from "./tokens.js"

/** 21 November 2024 in Los Angeles: the small dataset is a year old. */
export const today = Date.parse("2024-11-21T08:00:00Z")

/** The simulators of a dataset, one year old by default, and the source of one of them. Calls need no socket. */
export const world = (id: SimulatorId, more: Readonly<Record<string, string>> = {}, endsAt = today) =>
  Effect.gen(function* () {
    const { clock, simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt }))
    const settings = { ...simulators[id].settings, ...more }
    const definition = definitions.find((one) => one.id === id) as unknown as SourceDefinition<
      ListeningWriteServices | ListeningEnrichmentStore
    >
    const source: Source<ListeningWriteServices | ListeningEnrichmentStore> = yield* definition.make.pipe(
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))),
      Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators)),
      Effect.provide(memoryTokens),
      Effect.orDie
    )
    return { clock, simulators, source, settings }
  })

/** The keys of plays, as in the ledger. */
export const keysOf = (scrobbles: ReadonlyArray<Scrobble>): ReadonlyArray<string> =>
  [
    ...new Set(
      scrobbles.map((play) =>
        JSON.stringify([play.at * 1000, play.artist, play.track, play.album === "" ? null : play.album])
      )
    )
  ].sort()
