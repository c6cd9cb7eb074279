import { tablesOf } from "../kit/domain.js"
import { sql } from "../kit/sql.js"
import { rezoneWatching } from "./rezone.js"

/** Exports each source's reports, and the viewings resolved from them. */
export const watchingTables = tablesOf({
  domain: "watching",
  exported: [
    { name: "watching_titles", key: ["id"] },
    { name: "watching_ids", key: ["kind", "scheme", "value"] },
    { name: "watching_episodes", key: ["id"] },
    { name: "watching_reports", key: ["id"] },
    { name: "watching_watches", key: ["id"] },
    { name: "watching_apart", key: ["first_id", "second_id"] },
    { name: "watching_ratings", key: ["title_id", "source"] }
  ],
  activity: sql`
    SELECT count(*) AS times, max(watch.date) AS last
    FROM watching_titles AS title JOIN watching_watches AS watch ON watch.title_id = title.id
    WHERE title.id = part.entity_id AND title.kind::text = part.entity_type`,
  feedFollowsInstants: false,
  rezone: rezoneWatching
})
