import { type AttendingChanges, type Draft, billsOf, plainVenueOf } from "@daybook/core/attending"
import type { EntityRef } from "@daybook/core/shared"
import { Effect } from "effect"
import { number, oneOf, texts } from "../kit/columns.js"
import { sql } from "../kit/sql.js"

const picturedTypes = ["venue", "performer", "player"] as const
const reasonColumns = { type: oneOf(picturedTypes), id: number, reasons: texts }

/** Why reports would show some venues, performers and players: by name, and by the games they appeared in. */
const reasonsOf = (pictured: ReadonlyArray<EntityRef>) => {
  const idsOf = (type: (typeof picturedTypes)[number]) =>
    pictured.filter((one) => one.type === type).map(({ id }) => id)
  return sql(reasonColumns)`
    SELECT 'venue' AS type, id, ARRAY['venue:' || plain_name] AS reasons
    FROM attending_venues WHERE id = ANY(${idsOf("venue")}::int[])
    UNION ALL SELECT 'performer', id, ARRAY['name:' || plain_name]
    FROM attending_performers WHERE id = ANY(${idsOf("performer")}::int[])
    UNION ALL SELECT 'player', player_id, array_agg('game:' || source || ':' || game_id)
    FROM attending_appearances WHERE player_id = ANY(${idsOf("player")}::int[]) GROUP BY player_id`
}

const reasonsIn = (reported: ReadonlyArray<Draft>): ReadonlySet<string> => {
  const sureEvents = reported.filter(({ doubt }) => doubt === null)
  const { performers } = billsOf(sureEvents.map(({ performers }, id) => ({ id, performers })))
  return new Set([
    ...performers.map(({ plainName }) => `name:${plainName}`),
    ...sureEvents.map((event) => `venue:${plainVenueOf(event)}`),
    ...sureEvents.flatMap(({ external, going }) =>
      going && external !== null ? [`game:${external.source}:${external.id}`] : []
    )
  ])
}

const keyOf = ({ id, type }: EntityRef) => `${type} ${id}`

/**
 * Conceals the venues, performers and players that reports still show without corrections. Those that only a correction
 * showed stay deleted. `reported` are the events of this write, `allReported` those of all reports.
 */
export const concealReported = Effect.fn("attending.concealReported")(function* <E, R>(
  changes: AttendingChanges,
  reported: ReadonlyArray<Draft>,
  allReported: Effect.Effect<ReadonlyArray<Draft>, E, R>
) {
  const pictured = changes.deleted.filter(({ type }) => type !== "event")
  const rows = pictured.length === 0 ? [] : yield* reasonsOf(pictured)
  const areReported = (drafts: ReadonlyArray<Draft>) => {
    const all = reasonsIn(drafts)
    return rows.filter(({ reasons }) => reasons.some((reason) => all.has(reason)))
  }
  const here = areReported(reported)
  const reportedKeys = new Set((here.length === rows.length ? here : areReported(yield* allReported)).map(keyOf))
  const isConcealed = (one: EntityRef) => reportedKeys.has(keyOf(one))
  return {
    ...changes,
    deleted: changes.deleted.filter((one) => !isConcealed(one)),
    concealed: changes.deleted.filter(isConcealed)
  } satisfies AttendingChanges
})
