import { type AttendingStore, type Fact, plain } from "@daybook/core/attending"
import { Clock, type Context, Effect, Option } from "effect"
import { pictureColumn, pictureOf, toPicture } from "../entities.js"
import { type RowOf, date, nullable, number, oneOf, text } from "../kit/columns.js"
import { countOf, every, ifPresent, pageOf, paged } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { appearanceBody, game, player, team } from "./documents.js"
import { isAttended } from "./rows.js"

type Store = Queries<Context.Tag.Service<AttendingStore>>

const playerColumns = { id: number, player, team: nullable(team), silo: pictureColumn }

const appearanceColumns = { body: appearanceBody, gameTeam: nullable(team) }

/** Of `player`, a row of attending_players. */
const selectPlayer = sql`
  player.id, player.body AS player, ${pictureOf("attending", "player", "player.id")} AS silo,
  (SELECT team.body FROM attending_teams AS team
    WHERE team.league = player.league AND team.team_id = player.team_id) AS team`

/** Of `appearance` and its `player`. */
const selectAppearance = sql`
  appearance.body,
  (SELECT team.body FROM attending_teams AS team
    WHERE team.league = player.league AND team.team_id = (appearance.body ->> 'teamId')::int) AS game_team`

const toPlayer = ({ id, player, silo, team }: RowOf<typeof playerColumns>): Fact.PlayerFact => ({
  id,
  player,
  team,
  silo: toPicture("attending", "player", id, silo)
})

/** The players of an event's game. The home team comes last, as in box scores. */
export const playersIn = (event: number) =>
  Effect.map(
    sql({ ...playerColumns, ...appearanceColumns })`
      SELECT ${selectPlayer}, ${selectAppearance}
      FROM attending_events AS event
      JOIN attending_appearances AS appearance
        ON appearance.source = event.external_source AND appearance.game_id = event.external_id
      JOIN attending_players AS player ON player.id = appearance.player_id
      WHERE event.id = ${event} ORDER BY appearance.place, player.id`,
    (rows) => rows.map(({ body, gameTeam: team, ...row }) => ({ ...body, team, player: toPlayer(row) }))
  )

/** Whether the player appeared in an attended game. */
const isSeen = (now: number) => sql`EXISTS (
  SELECT FROM attending_appearances AS appearance
  JOIN attending_events AS event ON event.external_source = appearance.source AND event.external_id = appearance.game_id
  WHERE event.doubt IS NULL AND ${isAttended(now)} AND appearance.player_id = player.id)`

export const players: Pick<Store, "players" | "player" | "played"> = {
  players: (of) =>
    Effect.gen(function* () {
      const where = every([
        isSeen(yield* Clock.currentTimeMillis),
        ifPresent(of.league, (league) => sql`player.league = ${league}`),
        ifPresent(of.teamId, (team) => sql`player.team_id = ${team}::bigint`),
        ifPresent(of.name, (name) => sql`strpos(player.plain_name, ${plain(name)}) > 0`)
      ])
      const rows = sql({ ...playerColumns, total: number })`
          SELECT player.total, ${selectPlayer}
          FROM (
            SELECT player.*, count(*) OVER () AS total FROM attending_players AS player WHERE ${where}
            ORDER BY player.sort_name, player.id ${pageOf(of.page)}
          ) AS player ORDER BY player.sort_name, player.id`
      return yield* paged(
        of.page,
        rows,
        toPlayer,
        countOf(sql`SELECT count(*) FROM attending_players AS player WHERE ${where}`)
      )
    }),
  player: (id) =>
    Effect.gen(function* () {
      const [row] = yield* sql(playerColumns)`
          SELECT ${selectPlayer} FROM attending_players AS player
          WHERE player.id = ${id} AND ${isSeen(yield* Clock.currentTimeMillis)}`
      return Option.map(Option.fromNullable(row), toPlayer)
    }),
  played: (id, season) =>
    Effect.gen(function* () {
      const rows = yield* sql({
        ...appearanceColumns,
        eventId: number,
        date,
        title: text,
        game,
        mySide: nullable(oneOf(["home", "away"]))
      })`
          SELECT ${selectAppearance}, event.id AS event_id, event.date, event.title, event.game, event.my_side
          FROM attending_appearances AS appearance
          JOIN attending_players AS player ON player.id = appearance.player_id
          JOIN attending_events AS event
            ON event.external_source = appearance.source AND event.external_id = appearance.game_id
          WHERE player.id = ${id} AND event.doubt IS NULL AND event.game IS NOT NULL
            AND ${isAttended(yield* Clock.currentTimeMillis)}
            AND ${every([ifPresent(season, (of) => sql`event.season = ${of}`)])}
          ORDER BY event.date DESC, event.at DESC NULLS LAST, event.id DESC`
      return rows.map(({ body, gameTeam: team, ...row }): Fact.PlayedFact => ({
        ...row,
        appearance: { ...body, team }
      }))
    })
}
