import { type Appearance, type AttendingStore, type Fact, type Game, type Player, type PlayersOf, type Team, plain } from "@daybook/core/attending"
import { offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { Clock, type Context, Effect, Option } from "effect"
import { type PictureColumn, pictureOf, toPicture } from "../../pictures.js"
import { countOf, type InAll, paged } from "../../paged.js"
import { storage } from "../../storage.js"
import { isAttended } from "./columns.js"

type Store = Context.Tag.Service<AttendingStore>
type Body = Omit<Appearance, "player">

interface PlayerRow {
  readonly id: number
  readonly player: Player
  readonly team: Team | null
  readonly silo: PictureColumn
}

/** For `attending_players AS player`. */
const playerColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  player.id, player.body AS player, ${pictureOf(sql, "attending", "player", "player.id")} AS silo,
  (SELECT team.body FROM attending_teams AS team WHERE team.league = player.league AND team.team_id = player.team_id) AS team`

const gameTeam = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  (SELECT team.body FROM attending_teams AS team WHERE team.league = player.league AND team.team_id = (appearance.body ->> 'teamId')::int) AS game_team`

const toPlayer = ({ id, player, silo, team }: PlayerRow): Fact.PlayerFact => ({ id, player, team, silo: toPicture("attending", "player", id, silo) })

/** Who appeared in an event's game, home team last as box scores have it. */
export const playersIn = (sql: SqlClient.SqlClient, event: number) =>
  Effect.map(
    sql<PlayerRow & { body: Body; gameTeam: Team | null }>`
      SELECT ${playerColumns(sql)}, appearance.body, ${gameTeam(sql)}
      FROM attending_events AS event
      JOIN attending_appearances AS appearance ON appearance.source = event.external_source AND appearance.game_id = event.external_id
      JOIN attending_players AS player ON player.id = appearance.player_id
      WHERE event.id = ${event} ORDER BY appearance.place, player.id`,
    (rows) => rows.map(({ body, gameTeam: team, ...row }) => ({ ...body, team, player: toPlayer(row) }))
  )

export const players = (sql: SqlClient.SqlClient): Pick<Store, "players" | "player" | "played"> => {
  const games = (now: number) => sql`
    FROM attending_appearances AS appearance
    JOIN attending_events AS event ON event.external_source = appearance.source AND event.external_id = appearance.game_id
    WHERE event.doubt IS NULL AND ${isAttended(sql, now)} AND appearance.player_id`
  const seen = (now: number) => sql`EXISTS (SELECT ${games(now)} = player.id)`
  return {
    players: (of) =>
      storage("AttendingStore.players")(Effect.gen(function*() {
        const where = sql.and([seen(yield* Clock.currentTimeMillis), ...filters(sql, of)])
        const rows = sql<InAll<PlayerRow>>`
          SELECT player.total, ${playerColumns(sql)}
          FROM (
            SELECT player.*, count(*) OVER () AS total FROM attending_players AS player WHERE ${where}
            ORDER BY player.sort_name, player.id LIMIT ${of.page.limit} OFFSET ${offsetOf(of.page)}
          ) AS player ORDER BY player.sort_name, player.id`
        return yield* paged(of.page, rows, toPlayer, countOf(sql, sql`SELECT count(*) FROM attending_players AS player WHERE ${where}`))
      })),
    player: (id) =>
      storage("AttendingStore.player")(Effect.gen(function*() {
        const [row] = yield* sql<PlayerRow>`SELECT ${playerColumns(sql)} FROM attending_players AS player WHERE player.id = ${id} AND ${seen(yield* Clock.currentTimeMillis)}`
        return Option.map(Option.fromNullable(row), toPlayer)
      })),
    played: (id, season) =>
      storage("AttendingStore.played")(Effect.gen(function*() {
        const rows = yield* sql<{ body: Body; gameTeam: Team | null; eventId: number; date: string; title: string; game: Game; mySide: "home" | "away" | null }>`
          SELECT appearance.body, ${gameTeam(sql)}, event.id AS event_id, event.date, event.title, event.game, event.my_side
          FROM attending_appearances AS appearance
          JOIN attending_players AS player ON player.id = appearance.player_id
          JOIN attending_events AS event ON event.external_source = appearance.source AND event.external_id = appearance.game_id
          WHERE player.id = ${id} AND event.doubt IS NULL AND event.game IS NOT NULL AND ${isAttended(sql, yield* Clock.currentTimeMillis)}
            AND ${season === null ? sql`true` : sql`event.season = ${season}`}
          ORDER BY event.date DESC, event.at DESC NULLS LAST, event.id DESC`
        return rows.map(({ body, gameTeam: team, ...row }): Fact.PlayedFact => ({ ...row, appearance: { ...body, team } }))
      }))
  }
}

const filters = (sql: SqlClient.SqlClient, { league, name, teamId }: PlayersOf): ReadonlyArray<Statement.Fragment> => [
  ...(league === null ? [] : [sql`player.league = ${league}`]),
  ...(teamId === null ? [] : [sql`player.team_id = ${teamId}::bigint`]),
  ...(name === null ? [] : [sql`strpos(player.plain_name, ${plain(name)}) > 0`])
]
