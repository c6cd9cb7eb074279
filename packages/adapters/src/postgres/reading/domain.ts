import { Effect } from "effect"
import { dayIn, isInAny, isInPeriod, tablesOf } from "../kit/domain.js"
import { sql } from "../kit/sql.js"

export const readingTables = tablesOf({
  domain: "reading",
  exported: [
    { name: "reading_articles", key: ["id"] },
    { name: "reading_saves", key: ["id"] },
    { name: "reading_texts", key: ["article_id"] },
    { name: "reading_highlights", key: ["id"] }
  ],
  logged: sql`
    SELECT 'article', id::text FROM reading_articles WHERE NOT concealed
    UNION ALL SELECT 'highlight', id::text FROM reading_highlights WHERE NOT hidden`,
  activity: sql`
    SELECT CASE WHEN finished_on IS NULL OR bulk THEN 0 ELSE 1 END AS times, coalesce(finished_on, saved_on) AS last
    FROM reading_articles WHERE part.entity_type = 'article' AND id = part.entity_id
    UNION ALL SELECT 0, created_at::date FROM reading_highlights
    WHERE part.entity_type = 'highlight' AND id = part.entity_id`,
  feedFollowsInstants: true,
  rezone: (zone) => {
    const day = (instant: string) => sql`(SELECT ${dayIn(instant)} FROM ${zone} AS zone WHERE ${isInPeriod(instant)})`
    const days = sql`
      saved_on = coalesce(${day("saved_at")}, saved_on), finished_on = coalesce(${day("finished_at")}, finished_on)`
    const moves = sql`${isInAny(zone, "saved_at")} OR ${isInAny(zone, "finished_at")}`
    return Effect.zipRight(
      sql`UPDATE reading_articles SET ${days} WHERE ${moves}`,
      Effect.asVoid(sql`UPDATE reading_saves SET ${days} WHERE ${moves}`)
    )
  }
})
