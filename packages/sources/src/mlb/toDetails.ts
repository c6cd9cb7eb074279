import type { Appearance, Game, GameDetails, Inning, Player } from "@daybook/core/attending"
import { isLocalDate } from "@daybook/core/shared"
import { isoInstant } from "../kit/schemas.js"
import { fieldingOf, isNotable, linesOf } from "./toLines.js"
import type { BoxPlayer, BoxScore, Feed, PersonWire, Stats } from "./wire.js"

/** URLs of a player's pictures: cut out, and with background. */
const photosOf = (id: number, baseUrl: string): Pick<Player, "photoFull" | "photoSilo"> => {
  const base = baseUrl.replace(/\/+$/, "")
  return {
    photoSilo: `${base}/w_426,q_100/v1/people/${id}/headshot/silo/current`,
    photoFull: `${base}/w_426,q_100/v1/people/${id}/headshot/67/current`
  }
}

const text = (value: string | null | undefined): string | null =>
  value == null || value.trim() === "" ? null : value.trim()

const dateOf = (value: string | null | undefined): string | null => (value != null && isLocalDate(value) ? value : null)

/** A player from the league's own page. */
export const toPlayer = (person: PersonWire, photoBaseUrl: string): Player => ({
  league: "mlb",
  id: person.id,
  espnId: null,
  fullName: person.fullName,
  firstName: text(person.useName) ?? text(person.firstName),
  lastName: text(person.lastName),
  primaryPosition: text(person.primaryPosition?.abbreviation),
  primaryNumber: text(person.primaryNumber),
  primaryTeamId: person.currentTeam?.id ?? null,
  biography: {
    birthDate: dateOf(person.birthDate),
    birthCity: text(person.birthCity),
    birthStateProvince: text(person.birthStateProvince),
    birthCountry: text(person.birthCountry),
    height: text(person.height),
    weight: person.weight ?? null,
    bats: text(person.batSide?.code),
    throws: text(person.pitchHand?.code),
    debutDate: dateOf(person.mlbDebutDate),
    collegeName: text(person.education?.colleges?.at(-1)?.name),
    awards: (person.awards ?? []).flatMap(({ id, name, season }) => {
      const [award, title, year] = [text(id), text(name), text(season)]
      return award === null || title === null || year === null ? [] : [{ season: year, id: award, name: title }]
    })
  },
  ...photosOf(person.id, photoBaseUrl)
})

/** Details from box score and live feed. A box score may lack team ids. */
export const toDetails = (
  box: BoxScore,
  feed: Feed,
  game: Pick<Game, "away" | "home">,
  photoBaseUrl: string
): GameDetails => {
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
    decisions:
      decisions === null
        ? null
        : {
            winnerId: decisions.winner?.id ?? null,
            loserId: decisions.loser?.id ?? null,
            saveId: decisions.save?.id ?? null
          },
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
  return (
    [condition, temp == null || temp === "" ? null : `${temp} °F`, wind]
      .filter((part) => part != null && part !== "")
      .join(", ") || null
  )
}

type HalfInning = {
  readonly runs?: number | null | undefined
  readonly hits?: number | null | undefined
  readonly errors?: number | null | undefined
}

const inningOf = ({
  away,
  home,
  num
}: {
  readonly num: number
  readonly home?: HalfInning | null | undefined
  readonly away?: HalfInning | null | undefined
}): Inning => ({
  inning: num,
  homeRuns: home?.runs ?? null,
  awayRuns: away?.runs ?? null,
  homeHits: home?.hits ?? null,
  awayHits: away?.hits ?? null,
  homeErrors: home?.errors ?? null,
  awayErrors: away?.errors ?? null
})

type Decisions = NonNullable<NonNullable<Feed["liveData"]>["decisions"]> | null

/** Everyone who batted, ran, pitched or fielded, without the bench. */
const appearancesOf = (
  side: BoxScore["teams"]["home"],
  teamId: number,
  isHome: boolean,
  decisions: Decisions,
  photoBaseUrl: string
): ReadonlyArray<Appearance> =>
  Object.values(side.players).flatMap((one) => {
    const { stats } = one
    const { batting, pitching } = linesOf(stats?.batting, stats?.pitching)
    if (batting === null && pitching === null) return []
    return [
      {
        player: playerOf(one, teamId, photoBaseUrl),
        teamId,
        isHome,
        batting,
        pitching,
        fielding: fieldingOf(stats?.fielding),
        decision: decisionOf(one.person.id, decisions, stats?.pitching ?? {}),
        notable: isNotable(batting, pitching)
      }
    ]
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

/** Win, loss and save come from the feed or the box score; holds and blown saves from the box score. */
const decisionOf = (id: number, decisions: Decisions, pitching: Stats): Appearance["decision"] => {
  if (decisions?.winner?.id === id) return "W"
  if (decisions?.loser?.id === id) return "L"
  if (decisions?.save?.id === id) return "SV"
  const decision = counts.find(([name]) => Number(pitching[name] ?? 0) > 0)?.[1]
  return decision ?? decisionInNote(pitching["note"])
}

/** Counts of one game in a box score, such as `{"wins":1,"losses":0,"note":"(W, 10-2)"}`. */
const counts = [
  ["wins", "W"],
  ["losses", "L"],
  ["saves", "SV"],
  ["holds", "HLD"],
  ["blownSaves", "BS"]
] as const

const notes: Readonly<Record<string, Appearance["decision"]>> = {
  W: "W",
  L: "L",
  S: "SV",
  SV: "SV",
  H: "HLD",
  HLD: "HLD",
  BS: "BS"
}

/** `(W, 10-2)`, `(S, 31)`, `(BS, 4)(L, 2-3)`: wins and losses take precedence. */
const decisionInNote = (note: unknown): Appearance["decision"] => {
  const marks = Array.from(
    String(note ?? "")
      .slice(0, 100)
      .matchAll(/\(([A-Z]{1,3}),/g),
    ([, mark]) => notes[mark!] ?? null
  )
  return marks.find((mark) => mark === "W" || mark === "L") ?? marks.find((mark) => mark !== null) ?? null
}
