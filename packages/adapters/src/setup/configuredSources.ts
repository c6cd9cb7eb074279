import type { Calendar, StorageFailure } from "@daybook/core/shared"
import { type SourceEntry, Sources, SourceSetups, provide } from "@daybook/core/sync"
import { provideReceiver, type ReceiverEntry, Receivers, type ReceiverSlot } from "@daybook/core/webhooks"
import type { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { type ConfigError, Context, Effect, Layer, Option } from "effect"
import { settingsOf, SourceConfig, live } from "@daybook/sources/kit"
import { setupOf } from "./setups.js"
import { type AnySourceDefinition, SourceDefinitions, type WriterServices } from "@daybook/sources/built-in"

/** A source as the settings make it. */
interface Assembled {
  readonly entry: SourceEntry
  readonly receiver: ReceiverEntry | undefined
  /** What it was made of. It is made again if that changes. */
  readonly madeOf: string
}

const entryOf = (definition: AnySourceDefinition, setup: Effect.Effect.Success<ReturnType<typeof setupOf>>) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<WriterServices>()
    const source = setup.missing.length === 0 ? Option.some(provide(yield* definition.make, context)) : Option.none()
    return { ...setup, source, archive: provide(definition.archive, context) } satisfies SourceEntry
  })

const receiverOf = (definition: AnySourceDefinition, { source }: SourceEntry) =>
  Effect.gen(function* () {
    if (definition.receiver === undefined || Option.isNone(source)) return undefined
    const receiver = provideReceiver(yield* definition.receiver, yield* Effect.context<WriterServices>())
    return { receiver, source: source.value } satisfies ReceiverEntry
  })

/** Assembles a source, unless what it is made of is the same as before. */
const assemble = (definition: AnySourceDefinition, before: Assembled | undefined) =>
  Effect.gen(function* () {
    const { valueOf } = yield* SourceConfig
    const setup = yield* setupOf(definition)
    const madeOf = JSON.stringify([setup, settingsOf(definition).map(({ name }) => valueOf(name) ?? null)])
    if (before?.madeOf === madeOf) return before
    const entry = yield* entryOf(definition, setup)
    return { entry, receiver: yield* receiverOf(definition, entry), madeOf } satisfies Assembled
  })

/**
 * Assembles a source of all settings. A stored setting that no longer suits must not stop the host: without it the
 * source is as the environment has it.
 */
const assembleWithStored = (definition: AnySourceDefinition, before: Assembled | undefined) =>
  Effect.flatMap(SourceConfig, ({ read, readEnvironment, valueOf }) => {
    const hasStored = settingsOf(definition).some(({ name }) => valueOf(name) !== undefined)
    return hasStored
      ? Effect.catchTag(read(assemble(definition, before)), "ConfigError", (error) =>
          Effect.zipRight(
            Effect.logWarning(`the stored settings of ${definition.id} do not suit: ${messageOf(error)}`),
            readEnvironment(assemble(definition, undefined))
          )
        )
      : read(assemble(definition, before))
  })

const messageOf = (failure: ConfigError.ConfigError | StorageFailure) =>
  "message" in failure ? failure.message : "a setting is not valid"

type AssemblyServices = WriterServices | SourceConfig | Calendar | Tokens | HttpClient.HttpClient

/** Every source as configured by the settings, and the webhook receivers among them. They follow the settings. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const all = yield* SourceDefinitions
    const config = yield* SourceConfig
    const context = yield* Effect.context<AssemblyServices>()
    const assembled = new Map<string, Assembled>()
    const renew = (definition: AnySourceDefinition) =>
      Effect.map(
        assembleWithStored(definition, assembled.get(definition.id)),
        (one) => void assembled.set(definition.id, one)
      )
    yield* Effect.forEach(all, renew, { discard: true })
    const follow = Effect.forEach(
      all,
      (definition) => Effect.catchAll(renew(definition), (failure) => Effect.logWarning(messageOf(failure))),
      { discard: true }
    )
    yield* config.onChange(Effect.provide(follow, context))
    const entries = all.map(({ id }) => live(() => assembled.get(id)!.entry))
    const slots = all.flatMap(({ id, receiver }): ReadonlyArray<ReceiverSlot> =>
      receiver === undefined ? [] : [{ source: id, current: () => assembled.get(id)?.receiver }]
    )
    return Context.make(Sources, entries).pipe(Context.add(SourceSetups, entries), Context.add(Receivers, slots))
  })
)
