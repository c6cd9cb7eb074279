import { Calendar, fromZoneName } from "@daybook/core/shared"
import { type Step, isRefusal, isSourceFailure, withAnswer } from "@daybook/core/sync"
import { inProcessClient, makeSimulators } from "@daybook/simulators"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect, Either, Exit, Layer, Option, Stream, TestClock } from "effect"
import type { AnySourceDefinition, WriterServices } from "../../src/sources/assembly/SourceDefinitions.js"
import { definitions } from "../../src/sources/index.js"
import { histories } from "../support/depth.js"
import { inTime } from "../sources/support/inTime.js"
import * as InThisThread from "../support/inThisThread.js"
import { memoryTokens } from "../sources/support/tokens.js"
import { type Refusal, everyRefusal, refusals, words } from "./support/refusals.js"

const tried = histories(everyRefusal)

/** The true answers, but from the call after `after` on the provider refuses. */
const refusing = (provider: HttpClient.HttpClient, after: number, refusal: Refusal) => {
  let calls = 0
  const { body, status } = refusals[refusal]
  const client = HttpClient.make((request) => {
    calls += 1
    if (calls <= after) return provider.execute(request)
    const answerWith = (text: string) => HttpClientResponse.fromWeb(request, new Response(text, { status }))
    return body === null
      ? Effect.map(
          Effect.flatMap(provider.execute(request), ({ text }) => text),
          (text) => answerWith(text.slice(0, Math.floor(text.length / 2)))
        )
      : Effect.succeed(answerWith(body))
  })
  return { client, calls: () => calls }
}

const endsAt = Date.parse("2024-01-21T08:00:00Z")

const berlin = Either.getOrThrow(fromZoneName("Europe/Berlin"))

const all = definitions as unknown as ReadonlyArray<AnySourceDefinition>

const simulated = Effect.map(
  Effect.orDie(makeSimulators("http://provider.example", { endsAt })),
  ({ simulators }) => simulators
)

/** The settings under which the sources call the simulators. */
const configOf = (simulators: Effect.Effect.Success<typeof simulated>) =>
  ConfigProvider.fromMap(
    new Map(Object.values(simulators).flatMap(({ settings }) => Object.entries<string>(settings))),
    { pathDelim: "." }
  )

/** New simulators of all providers: some logins work once. */
const world = Effect.gen(function* () {
  yield* TestClock.setTime(endsAt)
  const simulators = yield* simulated
  return { provider: inProcessClient(simulators), config: configOf(simulators) }
})

/** Reads the whole history of a source through a client, and answers the number of its records. */
const pull = (definition: AnySourceDefinition, config: ConfigProvider.ConfigProvider, client: HttpClient.HttpClient) =>
  Effect.gen(function* () {
    const source = yield* definition.make
    const steps: ReadonlyArray<Step<WriterServices>> = Array.from(
      yield* Stream.runCollect(source.pull({ cursor: Option.none(), full: true }))
    )
    return steps.reduce((sum, { seen }) => sum + seen, 0)
  }).pipe(
    Effect.provide(
      Layer.mergeAll(
        memoryTokens,
        InThisThread.layer,
        Layer.succeed(HttpClient.HttpClient, client),
        Layer.succeed(Calendar, berlin)
      )
    ),
    Effect.withConfigProvider(config),
    (reading) => inTime(reading as Effect.Effect<number, unknown>)
  )

/** The sources that pull, and that the settings of the simulators set up. */
const isSimulated = ({ enrichesOnly, missing, schedule }: AnySourceDefinition) =>
  Effect.map(missing, (names) => names.length === 0 && Option.isSome(schedule) && !enrichesOnly)

const sources = await Effect.runPromise(
  Effect.flatMap(simulated, (simulators) =>
    Effect.withConfigProvider(Effect.provide(Effect.filter(all, isSimulated), memoryTokens), configOf(simulators))
  )
)

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
