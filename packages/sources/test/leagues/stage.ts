import type { Source } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { ConfigProvider, Effect } from "effect"
import { inProcessClient, makeSimulators } from "@daybook/simulators"
import { definitions } from "../../src/definitions.js"
import { memoryTokens } from "../support/tokens.js"
import { makeMemory, wantedOf } from "./memory.js"

/** 21 November 2026, midnight in Los Angeles. */
export const today = Date.parse("2026-11-21T08:00:00Z")

/** The life's simulators without sockets, and what its person goes to as events that nothing is known of yet. */
export const stage = (endsAt = today) =>
  Effect.gen(function* () {
    const { clock, sampleOwner, simulators } = yield* Effect.orDie(
      makeSimulators("http://simulated.example", { endsAt })
    )
    const settings = { ...simulators.mlb.settings, ...simulators.espn.settings, ...simulators.setlistfm.settings }
    const outings = sampleOwner.attending.knownAt(endsAt)
    const client = inProcessClient(simulators)
    const configured = <A, E, R>(effect: Effect.Effect<A, E, R>, more: Readonly<Record<string, string>> = {}) =>
      effect.pipe(
        Effect.withConfigProvider(
          ConfigProvider.fromMap(new Map(Object.entries({ ...settings, ...more })), { pathDelim: "." })
        ),
        Effect.provideService(HttpClient.HttpClient, client)
      )
    const sourceOf = (
      id: "mlb" | "espn" | "setlistfm",
      more: Readonly<Record<string, string>> = {}
    ): Effect.Effect<Source<unknown>> =>
      configured(
        definitions.find((one) => one.id === id)!.make as Effect.Effect<Source<unknown>, never, HttpClient.HttpClient>,
        more
      ).pipe(Effect.provide(memoryTokens))
    return {
      clock,
      sampleOwner,
      simulators,
      outings,
      events: outings.map((outing, index) => wantedOf(outing, index + 1)),
      memory: makeMemory,
      sourceOf,
      configured
    }
  })
