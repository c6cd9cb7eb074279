import { picture } from "../picture.js"
import type { Read } from "../Read.js"
import { sql } from "../sql.js"
import { paged } from "./paged.js"

const attended = sql`doubt IS NULL AND going AND status = 'scheduled' AND over <= now()`

/** Everybody who was seen, from the games that were attended on. */
export const attending = (): ReadonlyArray<Read> => [
  paged("/players?limit=100", sql`
    SELECT player.*, team.body AS team, ${picture("attending", "player", sql`player.id`)} FROM (
      SELECT player.* FROM attending_players AS player WHERE id IN (
        SELECT player_id FROM attending_events AS event JOIN attending_appearances AS appearance ON appearance.source = event.external_source AND appearance.game_id = event.external_id WHERE ${attended}
      ) ORDER BY sort_name, id LIMIT 100
    ) AS player LEFT JOIN attending_teams AS team ON team.league = player.league AND team.team_id = player.team_id ORDER BY sort_name, id`,
    sql`SELECT count(DISTINCT player_id) FROM attending_events AS event JOIN attending_appearances AS appearance ON appearance.source = event.external_source AND appearance.game_id = event.external_id WHERE ${attended}`)
]
