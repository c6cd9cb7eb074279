import { Effect, Option } from "effect"
import { Publisher } from "../publishing/Publisher.js"
import { Calendar } from "../shared/Calendar.js"
import type { Room } from "../sync/Source.js"
import { entityOf } from "./entities.js"
import { ListeningRecords } from "./ListeningRecords.js"
import type { Presence } from "./Presence.js"
import type { Play } from "./records.js"

/** Shows what came into the library to feed, search and images, and takes out of them what left it. */
export const show = Effect.fn("listening.show")(function*({ appeared, vanished }: Presence, newSince?: number) {
  if (appeared.length === 0 && vanished.length === 0) return
  const publisher = yield* Publisher
  yield* publisher.publish("listening", appeared.map(entityOf(yield* Calendar, newSince)))
  yield* publisher.withdraw("listening", vanished)
})

/** What records of listening go into. */
export type ListeningWrites = ListeningRecords | Publisher | Calendar

/** How a play becomes rows. Listening sources never report single removals: a play is gone when its span lacks it. */
export const listeningRoom: Room<Play, ListeningWrites> = {
  domain: "listening",
  apply: (source, page) =>
    Effect.gen(function*() {
      const records = yield* ListeningRecords
      const { presence, ...applied } = yield* records.put(source, page.records, Option.getOrNull(page.covers))
      yield* show(presence, page.newSince)
      return applied
    }),
  remove: (source, keys) =>
    Effect.gen(function*() {
      const records = yield* ListeningRecords
      const { presence, removed } = yield* records.remove(source, keys)
      yield* show(presence)
      return removed
    }),
  settle: Effect.flatMap(ListeningRecords, (records) => records.settle),
  count: (source) => Effect.flatMap(ListeningRecords, (records) => records.count(source))
}
