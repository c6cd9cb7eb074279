import { dice, hash } from "../sampleOwner/dice.js"
import { type Club } from "../sampleOwner/attending/clubs.js"
import type { Fixture } from "../sampleOwner/attending/fixtures.js"
import type { Place } from "../sampleOwner/attending/places.js"
import { type Athlete, rosterOf } from "../sampleOwner/attending/rosters.js"

const hour = 3_600_000

type State = "pre" | "in" | "post"

const stateOf = ({ at }: Fixture, now: number): State => (at > now ? "pre" : at + 3 * hour > now ? "in" : "post")

/** Games that are far off have no time yet: midnight at the league's office. */
const hasStartTime = ({ at, id }: Fixture, now: number) => at - now < 60 * 24 * hour || id % 3 !== 0

const minute = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`

const dateOf = (fixture: Fixture, now: number) =>
  hasStartTime(fixture, now) ? minute(fixture.at) : `${fixture.date}T05:00Z`

/** Points of both sides, of which no two are alike but in soccer. */
const scoresOf = (seed: number, { id, league }: Fixture): readonly [home: number, away: number] => {
  const chance = dice(seed, "points", id)
  switch (league) {
    case "mls":
      return [chance.pick([0, 1, 1, 2, 3]), chance.pick([0, 0, 1, 2])]
    case "nfl":
    case "ncaaf": {
      const [home, away] = [chance.pick([10, 17, 20, 24, 27, 31]), chance.pick([3, 13, 16, 21, 23, 30])]
      return [home, away]
    }
    case "nhl":
      return [chance.pick([1, 3, 5]), chance.pick([0, 2, 4])]
    default:
      return [78 + 2 * chance.below(20), 77 + 2 * chance.below(20)]
  }
}

const logos = ({ abbreviation, league }: Club, base: string) => [
  {
    href: `${base}/i/teamlogos/${league}/500/${abbreviation.toLowerCase()}.png`,
    alt: "",
    rel: ["full", "default"],
    width: 500,
    height: 500
  },
  {
    href: `${base}/i/teamlogos/${league}/500-dark/${abbreviation.toLowerCase()}.png`,
    alt: "",
    rel: ["full", "dark"],
    width: 500,
    height: 500
  }
]

const common = (club: Club) => ({
  id: String(club.espnId),
  uid: `s:20~l:28~t:${club.espnId}`,
  location: club.location,
  name: club.name,
  abbreviation: club.abbreviation,
  displayName: `${club.location} ${club.name}`,
  shortDisplayName: club.name,
  isActive: true
})

/** Some have no colours. */
const colors = (club: Club) =>
  hash("no colours", club.league, club.espnId) % 9 === 0
    ? {}
    : { color: club.color, alternateColor: club.alternateColor }

export const team = (club: Club, base: string) => ({ ...common(club), ...colors(club), logos: logos(club, base) })

/** A team's own page. */
export const teamPage = (club: Club, base: string) => ({
  ...team(club, base),
  groups: { id: "3", parent: { id: "7" }, isConference: false },
  franchise: { id: String(club.espnId), venue: { ...venue(club.ground), capacity: club.ground.capacity, grass: true } }
})

const venue = ({ city, id, name, state }: Place) => ({
  id: String(id),
  fullName: name,
  address: { city, state, country: "USA" },
  indoor: false
})

const competitor = (
  club: Club,
  homeAway: "home" | "away",
  score: number | null,
  won: boolean | null,
  base: string
) => ({
  id: String(club.espnId),
  uid: `s:20~l:28~t:${club.espnId}`,
  type: "team",
  order: homeAway === "home" ? 0 : 1,
  homeAway,
  ...(won === null ? {} : { winner: won }),
  team: { ...common(club), ...colors(club), logo: logos(club, base)[0]!.href },
  ...(score === null ? { score: "0" } : { score: String(score) }),
  records: [{ name: "overall", type: "total", summary: "2-1" }]
})

const competition = (seed: number, fixture: Fixture, now: number, base: string) => {
  const state = stateOf(fixture, now)
  const [home, away] = state === "pre" ? [null, null] : scoresOf(seed, fixture)
  const won = (one: number | null, other: number | null) =>
    state !== "post" || one === null || other === null ? null : one > other
  return {
    id: String(fixture.id),
    uid: `s:20~l:28~e:${fixture.id}~c:${fixture.id}`,
    date: dateOf(fixture, now),
    attendance: state === "post" ? attendance(fixture) : 0,
    neutralSite: false,
    timeValid: hasStartTime(fixture, now),
    venue: venue(fixture.home.ground),
    competitors: [
      competitor(fixture.home, "home", home, won(home, away), base),
      competitor(fixture.away, "away", away, won(away, home), base)
    ],
    status: {
      clock: 0,
      period: state === "post" ? 4 : 0,
      type:
        state === "post"
          ? {
              id: "3",
              name: fixture.league === "mls" ? "STATUS_FULL_TIME" : "STATUS_FINAL",
              state,
              completed: true,
              description: "Final"
            }
          : state === "in"
            ? { id: "2", name: "STATUS_IN_PROGRESS", state, completed: false, description: "In Progress" }
            : { id: "1", name: "STATUS_SCHEDULED", state, completed: false, description: "Scheduled" }
    }
  }
}

const attendance = ({ home, id }: Fixture) =>
  Math.round(home.ground.capacity * (0.6 + (hash("attendance", id) % 40) / 100))

const seasonOf = ({ season }: Fixture) => ({ year: season, type: 2, slug: "regular-season" })

export const event = (seed: number, fixture: Fixture, now: number, base: string) => ({
  id: String(fixture.id),
  uid: `s:20~l:28~e:${fixture.id}`,
  date: dateOf(fixture, now),
  name: `${fixture.away.location} ${fixture.away.name} at ${fixture.home.location} ${fixture.home.name}`,
  shortName: `${fixture.away.abbreviation} @ ${fixture.home.abbreviation}`,
  season: seasonOf(fixture),
  competitions: [competition(seed, fixture, now, base)]
})

/** The same in a team's schedule, where a score is an object, and absent before the game. */
export const scheduled = (one: ReturnType<typeof event>) => ({
  ...one,
  competitions: one.competitions.map((of) => ({
    ...of,
    competitors: of.competitors.map(({ score, ...rest }) =>
      of.status.type.state === "pre" ? rest : { ...rest, score: { value: Number(score), displayValue: score } }
    )
  }))
})

const athlete = ({ firstName, id, lastName, number, position }: Athlete, base: string) => ({
  id: String(id),
  firstName,
  lastName,
  displayName: `${firstName} ${lastName}`,
  shortName: `${firstName[0]}. ${lastName}`,
  ...(id % 5 === 0 ? {} : { headshot: { href: `${base}/i/headshots/${id}.png`, alt: `${firstName} ${lastName}` } }),
  jersey: number,
  position: { name: position, abbreviation: position }
})

/** The last of each roster stays on the bench. */
const boxPlayers = (seed: number, club: Club, base: string) => {
  const roster = rosterOf(seed, club)
  const rows = roster.map((one, place) => ({
    active: true,
    athlete: athlete(one, base),
    starter: place < 5,
    didNotPlay: place === roster.length - 1,
    stats: []
  }))
  const tables =
    club.league === "nfl" || club.league === "ncaaf"
      ? [
          rows.slice(0, 4).filter(({ didNotPlay }) => !didNotPlay),
          rows.slice(3).filter(({ didNotPlay }) => !didNotPlay)
        ]
      : [rows]
  return { team: common(club), statistics: tables.map((athletes) => ({ keys: [], athletes })) }
}

const lineUp = (seed: number, club: Club, homeAway: string, base: string) => ({
  homeAway,
  team: common(club),
  roster: rosterOf(seed, club).map((one, place) => {
    const {
      headshot: _,
      jersey,
      position,
      ...rest
    } = athlete(one, base) as ReturnType<typeof athlete> & { readonly headshot?: unknown }
    return { active: true, starter: place < 10, jersey, athlete: rest, position, subbedIn: place === 10 }
  })
})

export const summary = (seed: number, fixture: Fixture, now: number, base: string) => {
  const isOver = stateOf(fixture, now) === "post"
  const isSoccer = fixture.league === "mls"
  return {
    header: {
      id: String(fixture.id),
      uid: `s:20~l:28~e:${fixture.id}`,
      season: { year: fixture.season, current: true, type: 2 },
      timeValid: hasStartTime(fixture, now),
      competitions: [competition(seed, fixture, now, base)]
    },
    gameInfo: {
      venue: venue(fixture.home.ground),
      ...(isOver ? { attendance: attendance(fixture) } : {}),
      ...(fixture.league === "nfl" ? { weather: { displayValue: "Cloudy", temperature: 40 + (fixture.id % 30) } } : {})
    },
    ...(isOver && !isSoccer
      ? {
          boxscore: { teams: [], players: [boxPlayers(seed, fixture.away, base), boxPlayers(seed, fixture.home, base)] }
        }
      : { boxscore: { teams: [] } }),
    ...(isOver && isSoccer
      ? { rosters: [lineUp(seed, fixture.home, "home", base), lineUp(seed, fixture.away, "away", base)] }
      : {})
  }
}

/** Conferences, in them divisions where the league has some. */
export const standings = (clubs: ReadonlyArray<Club>) => {
  const entries = (of: ReadonlyArray<Club>) => ({
    standings: { entries: of.map((club) => ({ team: common(club), stats: [] })) }
  })
  const conferences = [...new Set(clubs.map(({ conference }) => conference))]
  return {
    id: "1",
    name: "League",
    children: conferences.map((name) => {
      const of = clubs.filter(({ conference }) => conference === name)
      const divisions = [...new Set(of.map(({ division }) => division))].filter((division) => division !== "")
      return divisions.length === 0
        ? { name, ...entries(of) }
        : {
            name,
            children: divisions.map((division) => ({
              name: division,
              ...entries(of.filter((club) => club.division === division))
            }))
          }
    })
  }
}
