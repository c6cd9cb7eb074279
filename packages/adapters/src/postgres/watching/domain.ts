import { dayIn, isInAny, isInPeriod, tablesOf } from "../kit/domain.js"
import { sql } from "../kit/sql.js"
import { FeedStore } from "@daybook/core/feed"
import { entityOf } from "@daybook/core/watching"
import type { Statement } from "@effect/sql"
import { Array, Effect } from "effect"
import { domainLock } from "../kit/domainLock.js"
import { viewingCounts } from "./counts.js"
import { changesOf } from "./publishable.js"
import { undatedOf } from "./rows.js"
import { subjectColumns } from "./subjects.js"
import { resolveViewings } from "./viewings.js"

const atATime = 1_000

/**
 * Recomputes the days of viewings with a known time in another home time zone, and resolves viewings and feed entries
 * again, because both depend on days. `zone` has rows (since, until, ahead). A diary's days do not depend on the time
 * zone.
 */
const rezoneWatching = (zone: Statement.Fragment) =>
  domainLock("watching")(
    Effect.gen(function* () {
      const feed = yield* FeedStore
      yield* sql`
        UPDATE watching_reports AS report SET date = ${dayIn("at")} FROM ${zone} AS zone
        WHERE NOT dated AND ${isInPeriod("at")} AND date <> ${dayIn("at")}`
      const subjects = yield* sql(subjectColumns)`
        SELECT DISTINCT title_id, episode_id FROM watching_reports WHERE at IS NOT NULL AND ${isInAny(zone, "at")}`
      for (const some of Array.chunksOf(subjects, atATime)) {
        const { retracted, upserted } = yield* changesOf(yield* resolveViewings(some), [], [])
        yield* feed.retract("watching", retracted)
        yield* feed.put(
          "watching",
          upserted
            .map(entityOf)
            .flatMap(({ feed, id, type }) => feed.map((entry) => ({ ...entry, entity: { type, id } })))
        )
      }
    })
  )

/** Exports each source's reports, and the viewings resolved from them. */
export const watchingTables = tablesOf({
  domain: "watching",
  exported: [
    { name: "watching_titles", key: ["id"] },
    { name: "watching_ids", key: ["kind", "scheme", "value"] },
    { name: "watching_namings", key: ["id"] },
    { name: "watching_episodes", key: ["id"] },
    { name: "watching_reports", key: ["id"] },
    { name: "watching_watches", key: ["id"] },
    { name: "watching_ratings", key: ["title_id", "source"] },
    { name: "watching_unnumbered", key: ["id"] },
    { name: "watching_unnumbered_records", key: ["episode_id", "key"] }
  ],
  logged: sql`
    SELECT kind::text, id::text FROM watching_titles AS title
    WHERE EXISTS (SELECT FROM watching_watches WHERE title_id = title.id)
      OR EXISTS (SELECT FROM ${undatedOf("title.id")} AS undated)
    UNION ALL SELECT 'viewing', id::text FROM watching_watches`,
  activity: sql`
    SELECT count(*) AS times, max(watch.date) AS last
    FROM watching_titles AS title JOIN watching_watches AS watch ON watch.title_id = title.id
    WHERE title.id = part.entity_id AND title.kind::text = part.entity_type`,
  feedFollowsInstants: false,
  counts: [viewingCounts],
  rezone: rezoneWatching
})
