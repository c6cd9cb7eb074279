import type { Fact, ReadingStore } from "@daybook/core/reading"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { storage } from "../../storage.js"
import { within } from "./articles.js"

const none: Fact.Totals = { articles: 0, finished: 0, reading: 0, highlights: 0, words: 0, averageMinutes: null }
/** Words a minute (contract §6). */
const pace = 238

/** Sums, days, and what articles have in common. */
export const totals = (sql: SqlClient.SqlClient): Pick<ReadingStore["Type"], "totals" | "days" | "daySpans" | "tags" | "domains"> => {
  /** Finished in earnest: not put away in bulk. */
  const finished = sql`status = 'finished' AND NOT bulk`
  return {
    totals: (range) =>
      storage("ReadingStore.totals")(Effect.map(
        sql<Fact.Totals>`
          SELECT count(*) AS articles, count(*) FILTER (WHERE status = 'reading') AS reading, coalesce(sum(word_count), 0) AS words,
            avg(ceil(word_count / ${pace}::float8)) AS average_minutes,
            (SELECT count(*) FROM reading_articles WHERE ${sql.and([finished, ...within(sql, "finished_at", range)])}) AS finished,
            (SELECT count(*) FROM reading_highlights WHERE ${sql.and([sql`true`, ...within(sql, "created_at", range)])}) AS highlights
          FROM reading_articles WHERE ${sql.and([sql`true`, ...within(sql, "saved_at", range)])}`,
        ([row]) => row ?? none
      )),
    days: (from, to) =>
      storage("ReadingStore.days")(sql<Fact.DayCount>`
        SELECT date, sum(saved) AS saved, sum(finished) AS finished FROM (
          SELECT saved_on AS date, count(*) AS saved, 0 AS finished FROM reading_articles WHERE saved_on >= ${from} AND saved_on < ${to} GROUP BY saved_on
          UNION ALL
          SELECT finished_on, 0, count(*) FROM reading_articles WHERE ${finished} AND finished_on >= ${from} AND finished_on < ${to} GROUP BY finished_on
        ) AS day GROUP BY date ORDER BY date`),
    daySpans: (until) =>
      storage("ReadingStore.daySpans")(sql<Fact.FinishedDays>`
        SELECT min(date) AS start, max(date) AS end, sum(finished) AS finished FROM (
          SELECT finished_on AS date, count(*) AS finished, finished_on - (row_number() OVER (ORDER BY finished_on))::int AS span
          FROM reading_articles WHERE ${finished} AND finished_on <= ${until} GROUP BY finished_on
        ) AS day GROUP BY span ORDER BY start`),
    tags: (saved, limit) =>
      storage("ReadingStore.tags")(sql<Fact.NameCount>`
        SELECT tag AS name, count(*) AS count FROM reading_articles, unnest(tags) AS tag
        WHERE ${sql.and([sql`true`, ...within(sql, "saved_at", saved)])}
        GROUP BY tag ORDER BY count DESC, tag COLLATE "C" ${limit === null ? sql`` : sql`LIMIT ${limit}`}`),
    domains: (saved, limit) =>
      storage("ReadingStore.domains")(sql<Fact.NameCount>`
        SELECT domain AS name, count(*) AS count FROM reading_articles
        WHERE ${sql.and([sql`domain IS NOT NULL`, ...within(sql, "saved_at", saved)])}
        GROUP BY domain ORDER BY count DESC, domain COLLATE "C" LIMIT ${limit}`)
  }
}
