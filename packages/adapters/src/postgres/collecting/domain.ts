import { Effect } from "effect"
import { tablesOf } from "../kit/domain.js"
import { sql } from "../kit/sql.js"

export const collectingTables = tablesOf({
  domain: "collecting",
  exported: [
    { name: "collecting_releases", key: ["id"] },
    { name: "collecting_credits", key: ["release_id", "place"] },
    { name: "collecting_copies", key: ["id"] },
    { name: "collecting_wants", key: ["id"] },
    { name: "collecting_films", key: ["id"] },
    { name: "collecting_discs", key: ["id"] },
    { name: "collecting_values", key: ["source"] }
  ],
  activity: sql`
    SELECT 1 AS times, added_at::date AS last FROM collecting_copies
    WHERE part.entity_type = 'release' AND id = part.entity_id
    UNION ALL SELECT 1, collected_at::date FROM collecting_discs
    WHERE part.entity_type = 'media' AND id = part.entity_id`,
  feedFollowsInstants: true,
  // Only instants are stored: queries ask the calendar for their days.
  rezone: () => Effect.void
})
