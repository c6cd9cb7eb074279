import { activities } from "@daybook/core/activities"
import { type DeclaredDomain, recordsOf } from "@daybook/core/domain"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { tablesOf } from "../kit/domain.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { moveActivityDays } from "./activityDays.js"
import { tableFor } from "./compile.js"
import { monthCounts, spanCounts } from "./dayCounts.js"
import { movesWith, movingRecords, recomputeDays } from "./days.js"
import { tableOf } from "./shape.js"
import { totalCounts } from "./totals.js"

/** A record counts once, on its day. */
const activityOf = (domain: DeclaredDomain): Statement.Fragment =>
  recordsOf(domain)
    .map((of) => {
      const { day, shown } = tableFor(of)
      return sql`
        SELECT 1 AS times, ${sql.literal(day === null ? "NULL::date" : `item.${day}`)} AS last FROM ${shown} AS item
        WHERE part.entity_type = ${of.record.name} AND item.id = part.entity_id`
    })
    .reduce((all, one) => sql`${all} UNION ALL ${one}`)

/** Every record, under the name of its type. */
const loggedOf = (domain: DeclaredDomain): Statement.Fragment =>
  recordsOf(domain)
    .map((of) => sql`SELECT ${of.record.name}::text, id::text FROM ${tableFor(of).shown} AS item`)
    .reduce((all, one) => sql`${all} UNION ALL ${one}`)

/** What the tables of a declared domain give the shared services. */
export const declaredTables = (domain: DeclaredDomain) =>
  tablesOf({
    domain: domain.name,
    exported: recordsOf(domain).map(({ record }) => ({ name: tableOf(domain.name, record.name), key: ["id"] })),
    logged: loggedOf(domain),
    activity: activityOf(domain),
    counts: recordsOf(domain).flatMap((of) => [totalCounts(of), monthCounts(of), spanCounts(of)]),
    // Entries of days stay on their day; `rezone` moves those of times.
    feedFollowsInstants: false,
    rezone: (zone) =>
      domainLock(domain.name)(
        Effect.zipRight(
          domain.name === activities.name ? moveActivityDays(zone) : Effect.void,
          Effect.forEach(movingRecords(domain), (of) => recomputeDays(of, movesWith(of, zone)), { discard: true })
        )
      )
  })
