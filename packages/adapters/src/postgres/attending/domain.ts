import { publishChanges } from "@daybook/core/attending"
import { Effect } from "effect"
import { tablesOf } from "../kit/domain.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { remerge } from "./remerge.js"

/** Exports mentions, decisions, facts of leagues and setlist.fm, and the resulting events. */
export const attendingTables = tablesOf({
  domain: "attending",
  exported: [
    { name: "attending_mentions", key: ["id"] },
    { name: "attending_games", key: ["source", "game_id", "date"] },
    { name: "attending_concerts", key: ["concert_id"] },
    { name: "attending_teams", key: ["league", "team_id"] },
    { name: "attending_players", key: ["id"] },
    { name: "attending_appearances", key: ["source", "game_id", "player_id"] },
    { name: "attending_venues", key: ["id"] },
    { name: "attending_performers", key: ["id"] },
    { name: "attending_events", key: ["id"] },
    { name: "attending_tickets", key: ["id"] },
    { name: "attending_billings", key: ["event_id", "performer_id"] }
  ],
  logged: sql`
    SELECT 'event', id::text FROM attending_events WHERE doubt IS NULL
    UNION ALL SELECT 'venue', id::text FROM attending_venues WHERE shown
    UNION ALL SELECT 'player', id::text FROM attending_players WHERE shown`,
  activity: sql`
    SELECT 1 AS times, date AS last FROM attending_events WHERE part.entity_type = 'event' AND id = part.entity_id
    UNION ALL SELECT count(*), max(date) FROM attending_events
    WHERE part.entity_type = 'venue' AND venue_id = part.entity_id GROUP BY venue_id
    UNION ALL SELECT count(*), max(event.date)
    FROM attending_billings JOIN attending_events AS event ON event.id = event_id AND event.doubt IS NULL
    WHERE part.entity_type = 'performer' AND performer_id = part.entity_id GROUP BY performer_id
    UNION ALL SELECT count(*), NULL FROM attending_appearances
    WHERE part.entity_type = 'player' AND player_id = part.entity_id GROUP BY player_id`,
  feedFollowsInstants: false,
  /** Merges all events again: the day of an event whose venue has no known time zone is the home time zone's. */
  rezone: () =>
    domainLock("attending")(
      Effect.gen(function* () {
        const events = yield* remerge
        yield* publishChanges(yield* events.of(null))
      })
    )
})
