import type { Appearance, Game, GameDetails, Player } from "@daybook/core/attending"
import type { EspnLeague } from "./leagues.js"
import { ofEvent, toGame } from "./toGames.js"
import type { Athlete, EventWire, Summary } from "./wire.js"

/** The game of a summary, with its players once it is final; null unless two teams play. */
export const ofSummary = (summary: Summary, league: EspnLeague): Game | null => {
  const { gameInfo, header } = summary
  const competition = header?.competitions[0]
  if (header == null || competition === undefined) return null
  const game = toGame(
    {
      id: header.id,
      date: competition.date ?? null,
      season: header.season ?? null,
      competition,
      venue: gameInfo?.venue ?? competition.venue ?? null
    },
    league
  )
  return game === null ? null : { ...game, details: game.state === "final" ? detailsOf(summary, game) : null }
}

/** The same from a scoreboard, which has no players. */
export const ofScoreboard = (event: EventWire, league: EspnLeague): Game | null => {
  const game = ofEvent(event, league)
  return game === null || game.state !== "final"
    ? game
    : { ...game, details: { ...noDetails, attendance: positive(event.competitions[0]?.attendance) } }
}

const noDetails: GameDetails = {
  attendance: null,
  weather: null,
  durationMinutes: null,
  firstPitch: null,
  linescore: [],
  startingPitchers: null,
  decisions: null,
  winningPitcher: null,
  appearances: []
}

const detailsOf = (summary: Summary, game: Game): GameDetails => ({
  ...noDetails,
  attendance: positive(summary.gameInfo?.attendance ?? summary.header?.competitions[0]?.attendance),
  weather: weatherOf(summary),
  appearances: appearancesOf(summary, game)
})

/** 0 means not counted. */
const positive = (count: number | null | undefined): number | null => (count != null && count > 0 ? count : null)

const weatherOf = ({ gameInfo }: Summary): string | null => {
  const { displayValue, temperature } = gameInfo?.weather ?? {}
  return (
    [displayValue, temperature == null ? null : `${temperature} °F`]
      .filter((part) => part != null && part !== "")
      .join(", ") || null
  )
}

/** Each player once, although several tables name them. */
const appearancesOf = (summary: Summary, game: Game): ReadonlyArray<Appearance> => {
  const played = [...inBoxScore(summary), ...inRosters(summary)].flatMap(({ athlete, teamId }) => {
    const player = playerOf(athlete, Number(teamId), game)
    return player === null ? [] : [player]
  })
  return [...new Map(played.map((player) => [player.id, player])).values()].map((player) => ({
    player,
    teamId: player.primaryTeamId!,
    isHome: player.primaryTeamId === game.home.team.id,
    batting: null,
    pitching: null,
    fielding: null,
    decision: null,
    notable: false
  }))
}

const inBoxScore = ({ boxscore }: Summary) =>
  (boxscore?.players ?? []).flatMap(({ statistics, team }) =>
    (statistics ?? []).flatMap(({ athletes }) =>
      (athletes ?? []).flatMap(({ athlete, didNotPlay }) =>
        athlete == null || didNotPlay === true ? [] : [{ athlete, teamId: team.id }]
      )
    )
  )

/** Starters and substitutes. */
const inRosters = ({ rosters }: Summary) =>
  (rosters ?? []).flatMap(({ roster, team }) =>
    (roster ?? []).flatMap(({ athlete, jersey, position, starter, subbedIn }) => {
      const cameOn = typeof subbedIn === "object" ? subbedIn?.didSub === true : subbedIn === true
      return athlete == null || !(starter === true || cameOn)
        ? []
        : [
            {
              athlete: { ...athlete, jersey: athlete.jersey ?? jersey, position: athlete.position ?? position },
              teamId: team.id
            }
          ]
    })
  )

const playerOf = (
  { displayName, firstName, fullName, headshot, id, jersey, lastName, position }: Athlete,
  teamId: number,
  game: Game
): Player | null => {
  const name = displayName ?? fullName ?? null
  const picture = typeof headshot === "string" ? headshot : (headshot?.href ?? null)
  // Team rows of a table have negative ids.
  if (name === null || !/^\d{1,9}$/.test(id ?? "") || (teamId !== game.home.team.id && teamId !== game.away.team.id))
    return null
  return {
    league: game.league,
    id: Number(id),
    espnId: Number(id),
    fullName: name,
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    primaryPosition: position?.abbreviation ?? null,
    primaryNumber: jersey == null || jersey === "" ? null : jersey,
    primaryTeamId: teamId,
    biography: null,
    photoSilo: picture,
    photoFull: null
  }
}
