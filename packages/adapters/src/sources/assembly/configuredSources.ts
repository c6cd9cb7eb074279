import type { AttendingEnrichmentStore, AttendingWriteServices, RuleBook } from "@daybook/core/attending"
import type { CollectingRecords } from "@daybook/core/collecting"
import type { ListeningEnrichmentStore, ListeningWriteServices } from "@daybook/core/listening"
import type { Publisher } from "@daybook/core/publishing"
import type { ArticleBodies, ReadingWriteServices } from "@daybook/core/reading"
import type { RunningRecords } from "@daybook/core/running"
import { Calendar, type Transaction } from "@daybook/core/shared"
import { type DataVersions, type SourceEntry, Sources, provide } from "@daybook/core/sync"
import type { WatchingEnrichmentStore, WatchingRecords } from "@daybook/core/watching"
import { provideReceiver, type ReceiverEntry, Receivers } from "@daybook/core/webhooks"
import { Context, Effect, Layer, Option } from "effect"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import { definitions } from "../index.js"
import { type SourceDefinition, scheduleSetting } from "../kit/SourceDefinition.js"

/** The services that store the records of any source. */
type WriterServices =
  | ListeningWriteServices
  | ListeningEnrichmentStore
  | RunningRecords
  | WatchingRecords
  | WatchingEnrichmentStore
  | CollectingRecords
  | ReadingWriteServices
  | AttendingWriteServices
  | AttendingEnrichmentStore
  | RuleBook
  | ArticleBodies
  | DocumentParser
  | Publisher
  | Transaction
  | DataVersions

const entryOf = (definition: SourceDefinition<WriterServices>) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<WriterServices>()
    const { zone } = yield* Calendar
    const missing = yield* definition.missing
    const schedule = Option.flatten(
      yield* Effect.transposeOption(Option.map(scheduleSetting(definition), ({ config }) => config))
    )
    const source = missing.length === 0 ? Option.some(provide(yield* definition.make, context)) : Option.none()
    return {
      id: definition.id,
      domain: definition.domain,
      missing,
      schedule: Option.map(schedule, (given) => ({ zone, ...given })),
      enrichesOnly: definition.enrichesOnly,
      source,
      archive: provide(definition.archive, context)
    } satisfies SourceEntry
  })

const receiverOf = (definition: SourceDefinition<WriterServices>, { source }: SourceEntry) =>
  Effect.gen(function* () {
    if (definition.receiver === undefined || Option.isNone(source)) return []
    const receiver = provideReceiver(yield* definition.receiver, yield* Effect.context<WriterServices>())
    return [{ receiver, source: source.value } satisfies ReceiverEntry]
  })

/** Every source as configured by the settings, and the webhook receivers among them. */
export const layer = Layer.effectContext(
  Effect.gen(function* () {
    const entries = yield* Effect.forEach(definitions, entryOf)
    const receivers = yield* Effect.forEach(definitions, (definition, index) => receiverOf(definition, entries[index]!))
    return Context.make(Sources, entries).pipe(Context.add(Receivers, receivers.flat()))
  })
)
