import { FeedStore } from "@daybook/core/feed"
import { entityOf } from "@daybook/core/watching"
import type { SqlClient, Statement } from "@effect/sql"
import { Array, Effect } from "effect"
import * as Feed from "../FeedStore.js"
import { locked } from "./locked.js"
import { settleViewings } from "./settleViewings.js"
import { turnedBy } from "./shown.js"
import type { SubjectId } from "./subjects.js"

const atATime = 1_000

/**
 * Gives viewings whose time is known their days in another home zone, and finds viewings and feed entries anew: both go
 * by days. `zone` has rows (since, until, ahead). A diary's days are the same in every zone.
 */
export const rezoneWatching = (sql: SqlClient.SqlClient, zone: Statement.Fragment) =>
  locked(sql)(Effect.gen(function*() {
    const feed = yield* FeedStore
    yield* sql`
      UPDATE watching_reports AS report SET date = ((at AT TIME ZONE 'UTC') + zone.ahead)::date FROM ${zone} AS zone
      WHERE NOT dated AND at >= zone.since AND at < zone.until AND date <> ((at AT TIME ZONE 'UTC') + zone.ahead)::date`
    const subjects = yield* sql<SubjectId>`SELECT DISTINCT title_id, episode_id FROM watching_reports WHERE at IS NOT NULL`
    for (const some of Array.chunksOf(subjects, atATime)) {
      const { retracted, shown } = yield* turnedBy(sql, yield* settleViewings(sql, some), [], [])
      yield* feed.retract("watching", retracted)
      yield* feed.put("watching", shown.map(entityOf).flatMap(({ feed, id, type }) => feed.map((entry) => ({ ...entry, entity: { type, id } }))))
    }
  })).pipe(Effect.provide(Feed.layer))
