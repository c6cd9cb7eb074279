import { type Explanation, reportName } from "@daybook/core/explain"
import { correctionsOnRun, explainRun, explainRunDay, mergeRun, reportNamesOf } from "@daybook/core/running"
import type { Calendar } from "@daybook/core/shared"
import { type Context, Effect, Option } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { countsOf } from "../explain/countsOf.js"
import { number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { lookUp } from "./reports.js"
import { shownRuns } from "./rows.js"
import { placeFinderOf } from "./runs.js"

/** Explains runs and days. */
export const explainRunning = (calendar: Context.Tag.Service<Calendar>) => ({
  records: {
    activity: Effect.fn("running.explain")(function* (id: number) {
      const [run] = yield* sql({ source: text })`SELECT source FROM ${shownRuns} AS run WHERE id = ${id}`
      const existing = (yield* lookUp([id])).get(id)
      if (run === undefined || existing === undefined) return Option.none<Explanation>()
      const { archivedAsOf, reports } = existing
      const madeAt = new Map([
        ...(archivedAsOf === null ? [] : [[reportName(run.source, String(id)), archivedAsOf] as const]),
        ...(reports.recorded ?? []).flatMap(({ asOf, key, source }) =>
          asOf === null ? [] : [[reportName(source, key), asOf] as const]
        )
      ])
      const names = reportNamesOf(run.source, reports)
      const corrections = correctionsOnRun(yield* correctionsOf("running"), names)
      const placeAt = yield* placeFinderOf([reports])
      const explained = { id, source: run.source, reports, madeAt, corrections }
      return Option.fromNullable(explainRun(explained, (reports) => mergeRun(calendar, placeAt, reports)))
    })
  },
  day: Effect.fn("running.explainDay")(function* (date: string) {
    const counts = yield* countsOf(sql`
      SELECT source, CASE WHEN hidden THEN 'hidden' ELSE 'counted' END AS fate FROM running_activities AS run
      WHERE day = ${date}::date AND EXISTS (SELECT FROM running_reports AS report WHERE report.activity_id = run.id)
      UNION ALL
      SELECT recorded.source, CASE WHEN run.hidden OR recorded.discarded THEN 'hidden'
        WHEN recorded.id = run.id THEN 'counted' ELSE 'duplicate' END
      FROM running_recorded AS recorded JOIN running_activities AS run ON run.id = recorded.activity_id
      WHERE run.day = ${date}::date`)
    const discarded = yield* sql({ source: text, key: text })`
      SELECT recorded.source, recorded.key
      FROM running_recorded AS recorded JOIN ${shownRuns} AS run ON run.id = recorded.activity_id
      WHERE run.day = ${date}::date AND recorded.discarded ORDER BY 1, 2`
    return Option.fromNullable(explainRunDay(counts, yield* hidingOfDay(date), discarded))
  })
})

/** The corrections that hide runs of a day. */
const hidingOfDay = Effect.fn("running.hidingOfDay")(function* (date: string) {
  const hidden = yield* sql({ id: number, source: text })`
    SELECT id, source FROM running_activities WHERE day = ${date}::date AND hidden ORDER BY id`
  if (hidden.length === 0) return []
  const existing = yield* lookUp(hidden.map(({ id }) => id))
  const names = hidden.flatMap(({ id, source }) => {
    const run = existing.get(id)
    return run === undefined ? [] : reportNamesOf(source, run.reports)
  })
  return correctionsOnRun(yield* correctionsOf("running"), names).filter(({ kind }) => kind === "hide")
})
