import { Effect, Option } from "effect"
import { Publisher } from "../publishing/Publisher.js"
import type { Room } from "../sync/Source.js"
import { entityOf } from "./entities.js"
import type { Title, TitleKind, WatchingRecord } from "./records.js"
import { type Turned, WatchingRecords } from "./WatchingRecords.js"

/** Tells the halls what a write changed. Part of the write's transaction. */
export const tell = ({ gone, retracted, shown }: Turned) =>
  Effect.gen(function*() {
    const publisher = yield* Publisher
    yield* publisher.retract("watching", retracted)
    yield* publisher.withdraw("watching", gone)
    yield* publisher.publish("watching", shown.map(entityOf))
  })

/**
 * How reports of viewings become rows. A page's `covers` is a span of when entries were written down at the source, not
 * of when something was watched: a feed shows the newest entries, whatever day they are of.
 */
export const watchingRoom: Room<WatchingRecord, WatchingRecords | Publisher> = {
  domain: "watching",
  apply: (source, page) =>
    Effect.gen(function*() {
      const records = yield* WatchingRecords
      const { applied, turned } = yield* records.put(source, page.records, Option.getOrNull(page.covers), page.list)
      yield* tell(turned)
      return applied
    }),
  remove: (source, keys) =>
    Effect.gen(function*() {
      const records = yield* WatchingRecords
      const { removed, turned } = yield* records.remove(source, keys)
      yield* tell(turned)
      return removed
    }),
  count: (source) => Effect.flatMap(WatchingRecords, (records) => records.count(source)),
  lists: {
    of: (key) => key.startsWith("rating:") ? "ratings" : key.startsWith("seen:") ? "seen" : "viewings",
    counts: (source) => Effect.flatMap(WatchingRecords, (records) => records.counts(source))
  },
  settle: Effect.void
}

/** Takes in what a metadata service says of a film or show. The caller makes it one transaction. */
export const describe = (kind: TitleKind, id: number, title: Title) =>
  Effect.gen(function*() {
    const records = yield* WatchingRecords
    yield* tell(yield* records.describe(kind, id, title))
  })
