import type { Game } from "./games.js"
import type { PublishableEvent } from "./store.js"

/** The result of a final game, and whether the owner's side won it; null before. */
export const scoreOf = (game: Game | null, mySide: "home" | "away" | null): PublishableEvent["score"] => {
  if (game === null || game.home.score === null || game.away.score === null || game.state !== "final") return null
  const [home, away] = [game.home.score, game.away.score]
  const ahead = mySide === "home" ? home - away : away - home
  return {
    home: game.home.team.name,
    away: game.away.team.name,
    homeScore: home,
    awayScore: away,
    myTeamWon: mySide === null || ahead === 0 ? null : ahead > 0
  }
}
