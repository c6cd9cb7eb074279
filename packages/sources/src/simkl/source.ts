import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { type WatchingRecord, watchingWriter, watchRank } from "@daybook/core/watching"
import { Array, Clock, Duration, Effect, Option, Schema, Stream } from "effect"
import { pageOf } from "../kit/exportFile/exportPages.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as Simkl from "./client.js"
import { connect, settings } from "./login.js"
import { recordsOf } from "./wire.js"

/** Simkl's times of the last changes at the last full reading, and the time of that reading (epoch milliseconds). */
const Cursor = Schema.parseJson(Schema.Struct({ changed: Schema.String, at: Schema.Number }))

/** Unchanged lists are read again after this time. */
const staleAfter = Duration.toMillis("6 days")
const perPage = 500

/** Everything, if anything changed: a part of the lists would not show which marks were made at once. */
const pull = (simkl: Simkl.Simkl, { cursor, full }: PullRequest): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const changed = yield* simkl.changed
      const now = yield* Clock.currentTimeMillis
      const last = full ? null : Option.getOrNull(Option.flatMap(cursor, Schema.decodeOption(Cursor)))
      if (changed !== null && last?.changed === changed && now - last.at < staleAfter) return Stream.empty
      const { ratings, unreadable, viewings } = recordsOf(yield* simkl.allItems)
      if (unreadable > 0) yield* Effect.logWarning(`simkl: ${unreadable} entries could not be read and were left out`)
      const pages = Array.chunksOf(viewings, perPage).map((part) => ({
        ...pageOf(part),
        total: Option.some(viewings.length)
      }))
      return Stream.fromIterable([
        ...pages,
        {
          ...pageOf(ratings),
          readsAll: true,
          fullListing: { asOf: now, completeLists: unreadable === 0 ? ["ratings"] : [], isLive: true },
          cursor: changed === null ? Option.none() : Option.some(Schema.encodeSync(Cursor)({ changed, at: now }))
        }
      ])
    })
  )

/** What you watched and rated, from Simkl. */
export const simkl = pulling({
  id: "simkl",
  about: {
    title: "Simkl",
    brings: "Films, episodes and anime that you watched, and your ratings.",
    keys: "https://simkl.com/settings/developer/"
  },
  // Marks, from here on: when somebody said that something was seen.
  rank: watchRank({ rank: 110, naming: -4, rates: ["viewings", "title"] }),
  writer: watchingWriter,
  syncType: "simkl_history",
  schedule: { cron: "20 5 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(Simkl.make(values), (simkl) => ({ pull: (request: PullRequest) => pull(simkl, request) })),
  connect
})
