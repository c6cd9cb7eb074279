import { Effect } from "effect"
import { Publisher } from "../publishing/Publisher.js"
import type { Room } from "../sync/Source.js"
import { articleEntity, highlightEntity } from "./entities.js"
import { type Presence, ReadingRecords } from "./ReadingRecords.js"
import type { ReadingRecord } from "./records.js"

/** Shows articles and highlights to feed, search and images as they are now, and takes out what is no longer true. */
export const show = Effect.fn("reading.show")(function*({ articles, highlights, retracted, vanished }: Presence) {
  const publisher = yield* Publisher
  yield* publisher.retract("reading", retracted)
  yield* publisher.publish("reading", [...articles.map(articleEntity), ...highlights.map(highlightEntity)])
  yield* publisher.withdraw("reading", vanished)
})

/** What records of reading go into. */
export type ReadingWrites = ReadingRecords | Publisher

/** How articles, stars and highlights become rows. */
export const readingRoom: Room<ReadingRecord, ReadingWrites> = {
  domain: "reading",
  apply: (source, page) =>
    Effect.gen(function*() {
      const records = yield* ReadingRecords
      const { presence, ...applied } = yield* records.put(source, page.records, page.gone)
      yield* show(presence)
      return applied
    }),
  remove: (source, keys) =>
    Effect.gen(function*() {
      const records = yield* ReadingRecords
      const { presence, removed } = yield* records.remove(source, keys)
      yield* show(presence)
      return removed
    }),
  count: (source) => Effect.flatMap(ReadingRecords, (records) => records.count(source)),
  lists: {
    of: (key) => key.split(":", 1)[0]!,
    counts: (source) => Effect.flatMap(ReadingRecords, (records) => records.lists(source))
  },
  settle: Effect.void
}
