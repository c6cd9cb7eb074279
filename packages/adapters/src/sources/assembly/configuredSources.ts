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
import { Context, Effect, Layer, Option, Config, ConfigError, Cron, Either } from "effect"
import type { Schedule } from "@daybook/core/sync"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import { definitions } from "../index.js"
import type { SourceDefinition } from "../kit/SourceDefinition.js"

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
    const schedule = yield* scheduleOf(definition.id, definition.schedule, zone)
    const source = missing.length === 0 ? Option.some(provide(yield* definition.make, context)) : Option.none()
    return {
      id: definition.id,
      domain: definition.domain,
      missing,
      schedule,
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

/**
 * Reads `DAYBOOK_SCHEDULE_<SOURCE>`: five cron fields and an optional time zone, or `off`. The zone defaults to the
 * home time zone. Without the setting, the source's default schedule applies.
 */
const scheduleOf = (
  source: string,
  standard: Option.Option<Schedule>,
  homeZone: string
): Config.Config<Option.Option<Schedule>> => {
  const name = `DAYBOOK_SCHEDULE_${source.toUpperCase().replaceAll("-", "_")}`
  return Config.mapOrFail(Config.withDefault(Config.string(name), ""), (text) => {
    if (text.trim() === "") return Either.right(standard)
    if (text.trim() === "off") return Either.right(Option.none())
    const words = text.trim().split(/\s+/)
    const schedule = { cron: words.slice(0, 5).join(" "), zone: words[5] ?? homeZone }
    return words.length <= 6 && words.length >= 5 && Either.isRight(Cron.parse(schedule.cron, schedule.zone))
      ? Either.right(Option.some(schedule))
      : Either.left(
          ConfigError.InvalidData(
            [name],
            `${name} is "${text}": give five cron fields and a zone such as "*/15 * * * * Europe/Berlin", or off`
          )
        )
  })
}
