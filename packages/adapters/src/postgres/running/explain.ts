import { type Explanation, reportName } from "@daybook/core/explain"
import { explainRun, refOf } from "@daybook/core/running"
import type { Calendar } from "@daybook/core/shared"
import { type Context, Effect, Option } from "effect"
import { instant, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { lookUp } from "./reports.js"
import { mergerOf } from "./runs.js"

/** Explains runs. */
export const explainRunning = (calendar: Context.Tag.Service<Calendar>) => ({
  records: {
    activity: Effect.fn("running.explain")(function* (id: number) {
      const [run] = yield* sql({ source: text })`SELECT source FROM running_activities WHERE id = ${id}`
      const existing = (yield* lookUp([id])).get(id)
      if (run === undefined || existing === undefined) return Option.none<Explanation>()
      const { archivedAsOf, reports } = existing
      const refs = [
        refOf(run.source, String(id)),
        ...(reports.recorded ?? []).map(({ key, source }) => refOf(source, key))
      ]
      const apart = yield* sql({ ref: text, at: instant })`
        SELECT CASE WHEN one = ANY(${refs}::text[]) THEN other ELSE one END AS ref, decided_at AS at FROM running_apart
        WHERE one = ANY(${refs}::text[]) <> (other = ANY(${refs}::text[])) ORDER BY decided_at, one, other`
      const madeAt = new Map([
        ...(archivedAsOf === null ? [] : [[reportName(run.source, String(id)), archivedAsOf] as const]),
        ...(reports.recorded ?? []).flatMap(({ asOf, key, source }) =>
          asOf === null ? [] : [[reportName(source, key), asOf] as const]
        )
      ])
      const merge = yield* mergerOf(calendar, [reports])
      return Option.fromNullable(explainRun({ id, source: run.source, reports, madeAt, apart }, merge))
    })
  },
  day: Effect.fn("running.explainDay")(function* (date: string) {
    const counts = yield* sql({ source: text, reported: number, counted: number, duplicates: number, hidden: number })`
      SELECT source, count(*) AS reported, count(*) FILTER (WHERE leads) AS counted,
        count(*) FILTER (WHERE NOT leads AND NOT discarded) AS duplicates, count(*) FILTER (WHERE discarded) AS hidden
      FROM (
        SELECT source, true AS leads, false AS discarded FROM running_activities AS run WHERE day = ${date}::date
          AND EXISTS (SELECT FROM running_reports AS report WHERE report.activity_id = run.id)
        UNION ALL
        SELECT recorded.source, recorded.id = run.id, recorded.discarded
        FROM running_recorded AS recorded JOIN running_activities AS run ON run.id = recorded.activity_id
        WHERE run.day = ${date}::date
      ) AS report GROUP BY source ORDER BY source COLLATE "C"`
    return Option.map(counts.length === 0 ? Option.none() : Option.some(counts), (all): Explanation => ({
      sources: all.map(({ reported, source }) => ({
        ...{ source, key: null, firstSeen: null, lastSeen: null },
        reports: reported
      })),
      ...{ fields: {}, merges: [], decisions: [], hiddenBy: [] },
      counts: all
    }))
  })
})
