import { type Page, type PullRequest, type SourceFailure } from "@daybook/core/sync"
import { type WatchingRecord, watchingWriter, watchRank } from "@daybook/core/watching"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import { pulling } from "../kit/SourceDefinition.js"
import * as Letterboxd from "./client.js"
import { exportFile, recognise } from "./exportFile.js"
import { itemRecord, type Feed } from "./wire.js"

const Cursor = Schema.parseJson(
  Schema.Struct({ etag: Schema.NullOr(Schema.String), modified: Schema.NullOr(Schema.String) })
)

const pull = (
  letterboxd: Letterboxd.Letterboxd,
  { cursor, full }: PullRequest
): Stream.Stream<Page<WatchingRecord>, SourceFailure> => {
  const lastVersion = full ? Option.none() : Option.flatMap(cursor, Schema.decodeOption(Cursor))
  return Stream.unwrap(
    Effect.gen(function* () {
      const answer = yield* letterboxd.feed(Option.getOrNull(lastVersion))
      const asOf = yield* Clock.currentTimeMillis
      return answer === null
        ? Stream.empty
        : Stream.make({
            ...pageOf(answer.feed, Schema.encodeSync(Cursor)(answer.version)),
            fullListing: { asOf, completeLists: [], isLive: true }
          })
    })
  )
}

const endOfTime = 253_402_300_799_000

/**
 * Oldest first, so that the newer of two entries for one viewing wins. The feed is complete from its oldest item on.
 */
const pageOf = ({ items }: Feed, cursor: string): Page<WatchingRecord> => {
  const oldest = items.reduce((least, { publishedAt }) => Math.min(least, publishedAt ?? -Infinity), Infinity)
  return {
    records: items.toReversed().flatMap((item) => itemRecord(item) ?? []),
    deleted: [],
    covers: Number.isFinite(oldest) ? Option.some({ from: oldest + 1, to: endOfTime }) : Option.none(),
    cursor: Option.some(cursor),
    total: Option.some(items.length)
  }
}

/** The film diary: the newest entries from the feed, all of them from the account export. */
export const letterboxd = pulling({
  id: "letterboxd",
  about: {
    title: "Letterboxd",
    brings: "Films you watched, with ratings and reviews.",
    exports: "https://letterboxd.com/settings/data/"
  },
  // A diary has days, and the best ratings and reviews. Its ratings of viewings are with these.
  rank: watchRank({ rank: 80, isDiary: true, naming: 1, names: "exact", rates: ["title"] }),
  writer: watchingWriter,
  syncType: "letterboxd_rss",
  schedule: { cron: "17 */6 * * *", zone: "UTC" },
  settings: Letterboxd.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(Letterboxd.make(values), (letterboxd) => ({
      pull: (request: PullRequest) => pull(letterboxd, request),
      // The feed has the newest entries only.
      mayListNothing: true
    })),
  importFile: exportFile,
  recognise
})
