import type { Explanation } from "@daybook/core/explain"
import { type TitleKind, explainTitle, explainViewing, subjectKey } from "@daybook/core/watching"
import { Effect, Option } from "effect"
import { instant, nullable, number, real } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { watchSource } from "./rows.js"
import { explainedReportsOf, separatedReports } from "./viewings.js"

const viewing = Effect.fn("watching.explainViewing")(function* (id: number) {
  const [subject] = yield* sql({ titleId: number, episodeId: nullable(number) })`
    SELECT title_id, episode_id FROM watching_watches WHERE id = ${id}`
  if (subject === undefined) return Option.none<Explanation>()
  const reports = yield* explainedReportsOf([subject])
  const separated = yield* separatedReports(reports.map((report) => report.id))
  return Option.fromNullable(explainViewing(id, reports, separated, subjectKey(subject)))
})

const title = (kind: TitleKind) =>
  Effect.fn("watching.explainTitle")(function* (id: number) {
    const titles = yield* sql`SELECT FROM watching_titles WHERE id = ${id} AND kind = ${kind}`
    if (titles.length === 0) return Option.none<Explanation>()
    const reports = yield* sql({
      source: watchSource,
      reports: number,
      firstSeen: nullable(instant),
      lastSeen: nullable(instant)
    })`
      SELECT source, count(*) AS reports, min(logged_at) AS first_seen, max(logged_at) AS last_seen
      FROM watching_reports WHERE title_id = ${id} AND NOT dismissed GROUP BY source ORDER BY source`
    const ratings = yield* sql({ source: watchSource, rating: real })`
      SELECT source, rating FROM watching_ratings WHERE title_id = ${id}`
    return Option.some(explainTitle(reports, ratings))
  })

/** Explains films, shows and viewings. */
export const explainWatching = { records: { viewing, movie: title("movie"), show: title("show") } }
