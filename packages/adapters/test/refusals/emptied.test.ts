import { type Source, type Step, SyncEngine, type SyncOptions, isSourceFailure, syncDefaults } from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Cause, type ConfigProvider, type Context, Effect, Exit, Layer, Option, Ref, Stream } from "effect"
import { type Memory, call, emptyMemory, engineOver } from "../../../core/test/sync/Memory.js"
import type { AnySourceDefinition, WriterServices } from "../../../sources/src/SourceDefinitions.js"
import { inTime } from "../../../sources/test/support/inTime.js"
import { memoryTokens } from "../../../sources/test/support/tokens.js"
import { emptying } from "./support/emptied.js"
import { environment, pullingSources, worldUntil } from "./support/providers.js"

/** Records of former syncs: more than may be removed without confirmation. */
const earlier = 11

/** The end of the history: some providers have records only in the later one. */
const ends = ["2024-01-21T08:00:00Z", "2024-11-21T08:00:00Z"].map((text) => Date.parse(text))

const sources = await Effect.runPromise(pullingSources)

/** The source with a memory in place of its domain: it stores the number of records that each page has. */
const inMemory = (memory: Memory, source: Source<WriterServices>, services: Context.Context<never>): Source<never> => ({
  ...source,
  pull: (request) =>
    Stream.map(
      Stream.provideContext(source.pull(request), services as Context.Context<WriterServices>),
      (step: Step<WriterServices>): Step<never> => ({
        ...step,
        apply: call(memory, "apply", "inside", () => {
          const { records } = memory.data
          for (let index = 0; index < step.seen; index++) records.set(String(records.size), "")
          return { added: step.seen, changed: 0, present: [], missing: [] }
        })
      })
    ),
  pullDays: Option.none(),
  importFile: Option.none(),
  enrichments: [],
  lists: Option.none(),
  remove: (keys) => call(memory, "remove", "inside", () => keys.length),
  count: Effect.sync(() => memory.data.records.size),
  recount: Effect.void
})

/** Syncs a source into the memory, from a provider that answers or one whose lists are empty. */
const syncing =
  (
    definition: AnySourceDefinition,
    memory: Memory,
    config: ConfigProvider.ConfigProvider,
    tokens: Layer.Layer<Tokens>
  ) =>
  (client: HttpClient.HttpClient, options: Partial<SyncOptions> = {}) =>
    Effect.gen(function* () {
      const source = yield* definition.make
      const engine = yield* SyncEngine
      const copy = inMemory(memory, source, yield* Effect.context<never>())
      const seen = yield* Ref.make(0)
      yield* engine.sync(copy, {
        ...syncDefaults("schedule"),
        ...options,
        onProgress: (progress) => Ref.set(seen, progress.seen)
      })
      return { seen: yield* Ref.get(seen), mayListNothing: source.mayListNothing === true }
    }).pipe(
      Effect.provide(engineOver(memory)),
      Effect.provide(environment(client, tokens)),
      Effect.withConfigProvider(config),
      (work) => Effect.map(inTime(work), ({ exit }) => exit)
    )

const failureOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : null

/** A source that has read all of the first history with records twice: some ask for more at the first time. */
const afterTwoSyncs = (definition: AnySourceDefinition) =>
  Effect.gen(function* () {
    for (const endsAt of ends) {
      const { config, provider } = yield* worldUntil(endsAt)
      // Some logins work once: what one run is given, the next one needs.
      const tokens = Layer.succeedContext(yield* Layer.build(memoryTokens))
      const memory = emptyMemory()
      const sync = syncing(definition, memory, config, tokens)
      yield* yield* sync(provider, { full: true })
      const { mayListNothing, seen } = yield* yield* sync(provider, { full: true })
      // The records of former syncs are more than may be removed without confirmation.
      for (let index = 0; index < earlier; index++) memory.data.records.set(`earlier ${index}`, "")
      if (seen > 0) return { memory, mayListNothing, provider, seen, sync }
    }
    return yield* Effect.dieMessage(`the simulator of ${definition.id} has no records`)
  })

describe("a provider whose lists are suddenly empty", () => {
  it.scoped.each(sources.map((one) => [one.id, one] as const))(
    "makes the runs of %s that read everything fail, and nothing is removed",
    ([, definition]) =>
      Effect.gen(function* () {
        const { mayListNothing, memory, provider, seen, sync } = yield* afterTwoSyncs(definition)
        const before = structuredClone(memory.data)
        const full = yield* sync(emptying(provider), { full: true })
        if (mayListNothing) expect(full).toMatchObject({ _tag: "Success", value: { seen: 0 } })
        else {
          expect(failureOf(full)).toSatisfy(isSourceFailure)
          expect(memory.data).toStrictEqual(before)
          expect(memory.runs.at(-1)).toMatchObject({ status: "failed" })
        }
        // The memory is as it was, so the provider is read again as if nothing had been.
        const again = yield* yield* sync(provider, { full: true })
        expect(again.seen).toBe(seen)
        const next = yield* sync(emptying(provider))
        // Only what a cursor bounds may be empty.
        if (before.cursors.size === 0 && !mayListNothing) expect(failureOf(next)).toSatisfy(isSourceFailure)
        expect(memory.log).not.toContain("remove")
        expect(yield* sync(provider)).toMatchObject({ _tag: "Success" })
      }),
    120_000
  )
})
