import type { AttendingLookups, AttendingWrites, RuleBook } from "@daybook/core/attending"
import type { CollectingRecords } from "@daybook/core/collecting"
import type { Catalogue, ListeningWrites } from "@daybook/core/listening"
import type { Publisher } from "@daybook/core/publishing"
import type { ArticleBodies, ReadingWrites } from "@daybook/core/reading"
import type { RunningRecords } from "@daybook/core/running"
import { Calendar, type Transaction } from "@daybook/core/shared"
import { type DataVersions, type SourceEntry, Sources, provide } from "@daybook/core/sync"
import type { WatchingLookups, WatchingRecords } from "@daybook/core/watching"
import { provideReceiver, type ReceiverEntry, Receivers } from "@daybook/core/webhooks"
import { Context, Effect, Layer, Option } from "effect"
import type { DocumentParser } from "../documents/DocumentParser.js"
import { definitions } from "./index.js"
import { scheduleOf } from "./schedule.js"
import type { SourceDefinition } from "./SourceDefinition.js"

/** Everything that records of any source go into. */
type Rooms =
  | ListeningWrites
  | Catalogue
  | RunningRecords
  | WatchingRecords
  | WatchingLookups
  | CollectingRecords
  | ReadingWrites
  | AttendingWrites
  | AttendingLookups
  | RuleBook
  | ArticleBodies
  | DocumentParser
  | Publisher
  | Transaction
  | DataVersions

const entryOf = (definition: SourceDefinition<Rooms>) =>
  Effect.gen(function*() {
    const context = yield* Effect.context<Rooms>()
    const { zone } = yield* Calendar
    const missing = yield* definition.missing
    const schedule = yield* scheduleOf(definition.id, definition.schedule, zone)
    const source = missing.length === 0 ? Option.some(provide(yield* definition.make, context)) : Option.none()
    return { id: definition.id, domain: definition.domain, missing, schedule, follows: definition.follows, source, archive: provide(definition.archive, context) } satisfies SourceEntry
  })

const receiverOf = (definition: SourceDefinition<Rooms>, { source }: SourceEntry) =>
  Effect.gen(function*() {
    if (definition.receiver === undefined || Option.isNone(source)) return []
    const receiver = provideReceiver(yield* definition.receiver, yield* Effect.context<Rooms>())
    return [{ receiver, source: source.value } satisfies ReceiverEntry]
  })

/** The list of sources, each as far as the settings make it up, and those of them that take webhooks. */
export const layer = Layer.effectContext(Effect.gen(function*() {
  const entries = yield* Effect.forEach(definitions, entryOf)
  const receivers = yield* Effect.forEach(definitions, (definition, index) => receiverOf(definition, entries[index]!))
  return Context.make(Sources, entries).pipe(Context.add(Receivers, receivers.flat()))
}))
