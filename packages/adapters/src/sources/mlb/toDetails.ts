import type { Appearance, Game, GameDetails, Inning, Player } from "@daybook/core/attending"
import { isoInstant } from "../leagues/isoInstant.js"
import { fieldingOf, isNotable, linesOf } from "./toLines.js"
import { photosOf } from "./toPlayer.js"
import type { BoxPlayer, BoxScore, Feed, Stats } from "./wire.js"

/** What box score and live feed add to a game. A box score may leave out whose it is. */
export const toDetails = (box: BoxScore, feed: Feed, game: Pick<Game, "away" | "home">, photoBaseUrl: string): GameDetails => {
  const info = feed.gameData?.gameInfo
  const decisions = feed.liveData?.decisions ?? null
  const { away, home } = box.teams
  return {
    attendance: info?.attendance ?? null,
    weather: weatherOf(feed),
    durationMinutes: info?.gameDurationMinutes ?? null,
    firstPitch: isoInstant(info?.firstPitch),
    linescore: (feed.liveData?.linescore?.innings ?? []).map(inningOf),
    startingPitchers: { homeId: home.pitchers?.[0] ?? null, awayId: away.pitchers?.[0] ?? null },
    decisions: decisions === null ? null : { winnerId: decisions.winner?.id ?? null, loserId: decisions.loser?.id ?? null, saveId: decisions.save?.id ?? null },
    winningPitcher: decisions?.winner?.fullName ?? null,
    appearances: [
      ...appearancesOf(home, home.team?.id ?? game.home.team.id, true, decisions, photoBaseUrl),
      ...appearancesOf(away, away.team?.id ?? game.away.team.id, false, decisions, photoBaseUrl)
    ]
  }
}

/** Such as "Partly Cloudy, 72 °F, 5 mph, Out To CF". */
const weatherOf = ({ gameData }: Feed): string | null => {
  const { condition, temp, wind } = gameData?.weather ?? {}
  return [condition, temp == null || temp === "" ? null : `${temp} °F`, wind].filter((part) => part != null && part !== "").join(", ") || null
}

type HalfInning = { readonly runs?: number | null | undefined; readonly hits?: number | null | undefined; readonly errors?: number | null | undefined }

const inningOf = ({ away, home, num }: { readonly num: number; readonly home?: HalfInning | null | undefined; readonly away?: HalfInning | null | undefined }): Inning => ({
  inning: num,
  homeRuns: home?.runs ?? null,
  awayRuns: away?.runs ?? null,
  homeHits: home?.hits ?? null,
  awayHits: away?.hits ?? null,
  homeErrors: home?.errors ?? null,
  awayErrors: away?.errors ?? null
})

type Decisions = NonNullable<NonNullable<Feed["liveData"]>["decisions"]> | null

/** Everybody who batted, ran, pitched or fielded; who sat on the bench is left out. */
const appearancesOf = (side: BoxScore["teams"]["home"], teamId: number, isHome: boolean, decisions: Decisions, photoBaseUrl: string): ReadonlyArray<Appearance> =>
  Object.values(side.players).flatMap((one) => {
    const { stats } = one
    const { batting, pitching } = linesOf(stats?.batting, stats?.pitching)
    if (batting === null && pitching === null) return []
    return [{
      player: playerOf(one, teamId, photoBaseUrl),
      teamId,
      isHome,
      batting,
      pitching,
      fielding: fieldingOf(stats?.fielding),
      decision: decisionOf(one.person.id, decisions, stats?.pitching ?? {}),
      notable: isNotable(batting, pitching)
    }]
  })

const playerOf = ({ jerseyNumber, person, position }: BoxPlayer, teamId: number, photoBaseUrl: string): Player => ({
  league: "mlb",
  id: person.id,
  espnId: null,
  fullName: person.fullName ?? `Player ${person.id}`,
  firstName: null,
  lastName: null,
  primaryPosition: position?.abbreviation ?? null,
  primaryNumber: jerseyNumber == null || jerseyNumber === "" ? null : jerseyNumber,
  primaryTeamId: teamId,
  biography: null,
  ...photosOf(person.id, photoBaseUrl)
})

/** Win, loss and save are the game's, in the feed or in the box score; holds and blown saves the box score counts. */
const decisionOf = (id: number, decisions: Decisions, pitching: Stats): Appearance["decision"] => {
  if (decisions?.winner?.id === id) return "W"
  if (decisions?.loser?.id === id) return "L"
  if (decisions?.save?.id === id) return "SV"
  const counted = counts.find(([name]) => Number(pitching[name] ?? 0) > 0)?.[1]
  return counted ?? noted(pitching["note"])
}

/** What a box score counts of one game, such as `{"wins":1,"losses":0,"note":"(W, 10-2)"}`. */
const counts = [["wins", "W"], ["losses", "L"], ["saves", "SV"], ["holds", "HLD"], ["blownSaves", "BS"]] as const

const notes: Readonly<Record<string, Appearance["decision"]>> = { W: "W", L: "L", S: "SV", SV: "SV", H: "HLD", HLD: "HLD", BS: "BS" }

/** `(W, 10-2)`, `(S, 31)`, `(BS, 4)(L, 2-3)`: a win or a loss goes before what else is noted. */
const noted = (note: unknown): Appearance["decision"] => {
  const marks = Array.from(String(note ?? "").slice(0, 100).matchAll(/\(([A-Z]{1,3}),/g), ([, mark]) => notes[mark!] ?? null)
  return marks.find((mark) => mark === "W" || mark === "L") ?? marks.find((mark) => mark !== null) ?? null
}
