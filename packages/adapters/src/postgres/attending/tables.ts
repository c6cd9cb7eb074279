import type { ExportTable } from "../ExportTable.js"

/** What attending stores: what was said and decided, what leagues and set lists know, and the events that were made of it. */
export const attendingTables: ReadonlyArray<ExportTable> = [
  { name: "attending_mentions", key: ["id"] },
  { name: "attending_apart", key: ["one", "other"] },
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
]
