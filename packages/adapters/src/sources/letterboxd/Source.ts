import type { Publisher } from "@daybook/core/publishing"
import { type Page, type PullRequest, source, type SourceFailure } from "@daybook/core/sync"
import { type WatchingRecord, type WatchingRecords, watchingRoom } from "@daybook/core/watching"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import type { SourceDefinition } from "../SourceDefinition.js"
import { exportFile } from "./exportFile.js"
import type { Feed } from "./feed.js"
import * as Letterboxd from "./Letterboxd.js"
import { missing, settings } from "./settings.js"
import { ofItem } from "./toRecords.js"

const id = "letterboxd"

const stored = { id, room: watchingRoom, syncType: "letterboxd_rss", importFile: Option.some(exportFile) }

const Cursor = Schema.parseJson(Schema.Struct({ etag: Schema.NullOr(Schema.String), modified: Schema.NullOr(Schema.String) }))

const pull = (letterboxd: Letterboxd.Letterboxd, { cursor, full }: PullRequest): Stream.Stream<Page<WatchingRecord>, SourceFailure> => {
  const known = full ? Option.none() : Option.flatMap(cursor, Schema.decodeOption(Cursor))
  return Stream.unwrap(Effect.gen(function*() {
    const found = yield* letterboxd.feed(Option.getOrNull(known))
    const asOf = yield* Clock.currentTimeMillis
    return found === null ? Stream.empty : Stream.make({ ...pageOf(found.feed, Schema.encodeSync(Cursor)(found.version)), list: { asOf, whole: [], isLive: true } })
  }))
}

const endOfTime = 253_402_300_799_000

/** Oldest first, so that of two entries for one viewing the newer stands. What was logged after the oldest item is all there. */
const pageOf = ({ items }: Feed, cursor: string): Page<WatchingRecord> => {
  const oldest = items.reduce((least, { publishedAt }) => Math.min(least, publishedAt ?? -Infinity), Infinity)
  return {
    records: items.toReversed().flatMap((item) => ofItem(item) ?? []),
    gone: [],
    covers: Number.isFinite(oldest) ? Option.some({ from: oldest + 1, to: endOfTime }) : Option.none(),
    cursor: Option.some(cursor),
    total: Option.some(items.length)
  }
}

/** The film diary: the newest entries by its feed, all of them by the account export. */
export const letterboxd: SourceDefinition<WatchingRecords | Publisher> = {
  id,
  domain: "watching",
  schedule: Option.some({ cron: "17 */6 * * *", zone: "UTC" }),
  follows: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.flatMap(settings, (values) =>
    Effect.map(Letterboxd.make(values), (letterboxd) => source({ ...stored, pull: (request) => pull(letterboxd, request) }))),
  archive: source({ ...stored, pull: () => Stream.empty })
}
