import { type Step, isRefusal, isSourceFailure, withAnswer } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Cause, type ConfigProvider, Effect, Exit, Option, Stream } from "effect"
import type { AnySourceDefinition, WriterServices } from "../../../sources/src/SourceDefinitions.js"
import { histories } from "../support/depth.js"
import { inTime } from "../../../sources/test/support/inTime.js"
import { environment, pullingSources, world } from "./support/providers.js"
import { refusing } from "./support/refusing.js"
import { everyRefusal, refusals, words } from "./support/refusals.js"

const tried = histories(everyRefusal)

/** Reads the whole history of a source through a client, and answers the number of its records. */
const pull = (definition: AnySourceDefinition, config: ConfigProvider.ConfigProvider, client: HttpClient.HttpClient) =>
  Effect.gen(function* () {
    const source = yield* definition.make
    const steps: ReadonlyArray<Step<WriterServices>> = Array.from(
      yield* Stream.runCollect(source.pull({ cursor: Option.none(), full: true }))
    )
    return steps.reduce((sum, { seen }) => sum + seen, 0)
  }).pipe(Effect.provide(environment(client)), Effect.withConfigProvider(config), (reading) =>
    inTime(reading as Effect.Effect<number, unknown>)
  )

const sources = await Effect.runPromise(pullingSources)

describe("a provider that refuses in the middle of a history", () => {
  it.effect.each(sources.map((one) => [one.id, one] as const))(
    "makes the run of %s fail with its words, and is read when it answers again",
    ([, definition]) =>
      Effect.gen(function* () {
        const { config, provider } = yield* world
        const whole = refusing(provider, Number.POSITIVE_INFINITY, "HTTP 400")
        const { exit: undisturbed } = yield* pull(definition, config, whole.client)
        expect(undisturbed).toMatchObject({ _tag: "Success" })
        const after = Math.floor(whole.calls() / 2)
        for (const refusal of tried) {
          const { config, provider } = yield* world
          const { exit } = yield* pull(definition, config, refusing(provider, after, refusal).client)
          const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : exit.value
          expect(failure, refusal).toSatisfy(isSourceFailure)
          expect(failure, refusal).toSatisfy(isRefusal)
          if (!isSourceFailure(failure)) continue
          expect(withAnswer(failure), refusal).toContain(`answered HTTP ${refusals[refusal].status}`)
          if (refusals[refusal].body === words) expect(withAnswer(failure), refusal).toContain(words)
        }
        const { config: settings, provider: answering } = yield* world
        expect((yield* pull(definition, settings, answering)).exit).toStrictEqual(undisturbed)
      }),
    120_000
  )
})
