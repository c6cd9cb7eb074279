import { namesIn } from "@daybook/core/attending"
import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc, Schema } from "effect"
import { colorOf, toGame as ofEspn, placesOf, scoreOf } from "../../src/espn/toGames.js"
import { espnLeagues } from "../../src/espn/leagues.js"
import { Scoreboard } from "../../src/espn/wire.js"
import { nextGameCheckAt, nextSearchAt } from "../../src/kit/enrichment/events.js"
import { isOfLeague, speaksOf, teamNames } from "../../src/kit/enrichment/gameMatching.js"
import { toStats } from "../../src/mlb/playerStats.js"
import { Schedule } from "../../src/mlb/wire.js"
import { isNotable, linesOf, outsOf } from "../../src/mlb/toLines.js"
import { namesOf, toGames } from "../../src/mlb/toGames.js"
import { dateOf, eventDate, toConcert, toMention } from "../../src/setlistfm/wire.js"

const nfl = espnLeagues[0]!
const stub = (id: string, homeAway: string, score: unknown) => ({
  homeAway,
  score: score as string,
  team: { id, displayName: `Team ${id}`, abbreviation: "T" }
})
const competition = (more: object) => ({
  competitors: [stub("26", "home", "24"), stub("22", "away", { value: 17, displayValue: "17" })],
  status: { type: { name: "STATUS_FINAL", state: "post", completed: true } },
  ...more
})
const espnGame = (date: string, more: object, state: string | null = "WA") =>
  ofEspn(
    {
      id: "401772938",
      date,
      season: { year: 2026, type: 2 },
      competition: competition(more),
      venue: {
        fullName: "Lumen Field",
        address: state === null ? { country: "USA" } : { city: "Seattle", state, country: "USA" }
      }
    },
    nfl
  )!

describe("innings and counts", () => {
  it("the digit after the point counts outs", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), (outs) => outsOf(`${Math.floor(outs / 3)}.${outs % 3}`) === outs)
    )
    expect([outsOf("6.2"), outsOf("9"), outsOf("-.--"), outsOf(undefined), outsOf("6.3")]).toStrictEqual([
      20, 27, 0, 0, 0
    ])
  })

  it("a player who did not play has no line", () => {
    expect([linesOf({}, {}), linesOf(null, null)]).toStrictEqual([
      { batting: null, pitching: null },
      { batting: null, pitching: null }
    ])
    expect(linesOf({ gamesPlayed: 1, plateAppearances: 1, atBats: 1, avg: ".000" }, {}).batting!.pa).toBe(1)
    // A pitcher whose side has a designated hitter has zeros; one who came to bat or ran has a line, as who ran for
    // another.
    const zeros = { gamesPlayed: 1, plateAppearances: 0, atBats: 0, runs: 0 }
    const pitched = { gamesPlayed: 1, gamesPitched: 1, inningsPitched: "6.0" }
    expect(linesOf(zeros, pitched).batting).toBeNull()
    expect(linesOf({ ...zeros, runs: 1 }, pitched).batting!.r).toBe(1)
    expect(linesOf(zeros, {}).batting!.pa).toBe(0)
  })

  it("recognises notable performances", () => {
    const batting = linesOf({ gamesPlayed: 1 }, null).batting!
    const pitching = linesOf(null, { gamesPlayed: 1, inningsPitched: "7.0" }).pitching!
    expect([
      isNotable({ ...batting, hr: 2 }, null),
      isNotable({ ...batting, h: 3, hr: 1 }, null),
      isNotable(null, pitching),
      isNotable(null, { ...pitching, r: 1 }),
      isNotable(null, { ...pitching, r: 5, k: 10 })
    ]).toStrictEqual([true, false, true, false, true])
  })

  it("a player who changed teams has a total in addition to the parts", () => {
    const split = (team: number | null, hits: number) => ({
      season: "2025",
      stat: { gamesPlayed: 10, hits },
      ...(team === null ? {} : { team: { id: team } })
    })
    const years = {
      stats: [
        {
          type: { displayName: "yearByYear" },
          group: { displayName: "hitting" },
          splits: [split(136, 4), split(108, 5), split(null, 9)]
        }
      ]
    }
    expect(toStats(years, null, 2025).season!.line.batting!.h).toBe(9)
  })
})

describe("a season in the league's statistics", () => {
  // As the API answers for a starter, a reliever of long ago and a two-way player; nothing that is not there is a zero.
  const starter = {
    gamesPlayed: 17,
    gamesStarted: 17,
    runs: 29,
    homeRuns: 13,
    strikeOuts: 123,
    baseOnBalls: 23,
    hits: 72,
    avg: ".195",
    numberOfPitches: 1614,
    era: "2.53",
    inningsPitched: "103.0",
    wins: 10,
    losses: 2,
    saves: 0,
    saveOpportunities: 0,
    holds: 0,
    blownSaves: 0,
    earnedRuns: 29,
    whip: "0.92",
    battersFaced: 396,
    outs: 309,
    gamesPitched: 17,
    strikes: 1035
  }
  const ofOld = {
    gamesPlayed: 40,
    gamesPitched: 40,
    inningsPitched: "61.2",
    wins: 4,
    losses: 5,
    earnedRuns: 20,
    runs: 22,
    hits: 50,
    baseOnBalls: 20,
    strikeOuts: 31,
    homeRuns: 3
  }
  const bat = {
    gamesPlayed: 158,
    plateAppearances: 715,
    atBats: 606,
    runs: 132,
    hits: 193,
    doubles: 36,
    triples: 7,
    homeRuns: 54,
    rbi: 127,
    baseOnBalls: 81,
    strikeOuts: 160,
    stolenBases: 57,
    hitByPitch: 6,
    obp: ".387",
    ops: "1.022"
  }
  const group = (displayName: string, stat: Readonly<Record<string, unknown>>) => ({
    type: { displayName: "career" },
    group: { displayName },
    splits: [{ stat }]
  })
  const careerOf = (...stats: ReadonlyArray<ReturnType<typeof group>>) => toStats({ stats }, null, null).career!

  it("has a pitcher's wins, losses and saves, and null for missing figures", () => {
    expect(careerOf(group("pitching", starter))).toStrictEqual({
      games: 17,
      batting: null,
      pitching: {
        outs: 309,
        bf: 396,
        h: 72,
        r: 29,
        er: 29,
        bb: 23,
        k: 123,
        hr: 13,
        pitches: 1614,
        strikes: 1035,
        decisions: { w: 10, l: 2, sv: 0, hld: 0, bs: 0 }
      }
    })
    expect(careerOf(group("pitching", ofOld)).pitching).toStrictEqual({
      outs: 185,
      bf: null,
      h: 50,
      r: 22,
      er: 20,
      bb: 20,
      k: 31,
      hr: 3,
      pitches: null,
      strikes: null,
      decisions: { w: 4, l: 5, sv: null, hld: null, bs: null }
    })
  })

  it("has both lines of a two-way player, and no zero batting line of a pitcher", () => {
    const both = careerOf(group("hitting", bat), group("pitching", starter))
    expect([
      both.games,
      both.batting?.hr,
      both.batting?.obp,
      both.batting?.ops,
      both.pitching?.decisions.w
    ]).toStrictEqual([158, 54, ".387", "1.022", 10])
    expect(
      careerOf(group("hitting", { gamesPlayed: 17, plateAppearances: 0, atBats: 0 }), group("pitching", starter))
        .batting
    ).toBeNull()
  })
})

describe("schedules", () => {
  const entry = (status: object, more: object = {}) => ({
    gamePk: 746331,
    gameType: "R",
    season: "2024",
    gameDate: "2024-09-26T02:10:00Z",
    officialDate: "2024-09-25",
    status,
    teams: {
      away: { team: { id: 136, name: "Seattle Mariners" } },
      home: { team: { id: 117, name: "Houston Astros" } }
    },
    venue: { id: 2392, name: "Daikin Park" },
    gameNumber: 1,
    ...more
  })
  const one = (status: object, more: object = {}) => toGames([{ date: "2024-09-25", games: [entry(status, more)] }])[0]!

  it("the season is a number, scores appear once played, and the day is the official one", () => {
    const game = one({ abstractGameState: "Preview", codedGameState: "S", startTimeTBD: false })
    expect([game.season, game.date, game.state, game.home.score, game.at]).toStrictEqual([
      2024,
      "2024-09-25",
      "scheduled",
      null,
      Date.parse("2024-09-26T02:10:00Z")
    ])
  })

  it("a placeholder is no time, and a postponed game keeps its old day", () => {
    expect(
      one({ abstractGameState: "Preview", startTimeTBD: true }, { gameDate: "2024-09-25T03:33:00Z" }).at
    ).toBeNull()
    const moved = one(
      { abstractGameState: "Final", codedGameState: "D", detailedState: "Postponed" },
      { officialDate: "2024-09-28" }
    )
    expect([moved.state, moved.date, moved.home.score]).toStrictEqual(["postponed", "2024-09-25", null])
    expect(toGames([])).toStrictEqual([])
  })

  it("an evening in the west is the next day in ESPN's UTC time, but its own day locally", () => {
    expect(espnGame("2026-10-05T03:20Z", {}).date).toBe("2026-10-04")
    expect(espnGame("2026-10-05T06:20Z", {}, null).date).toBe("2026-10-05")
    const later = espnGame("2026-10-04T04:00Z", { timeValid: false, status: { type: { state: "pre" } } })
    expect([later.date, later.at, later.state, later.home.score]).toStrictEqual(["2026-10-04", null, "scheduled", null])
  })

  it("scores are strings, numbers or objects", () => {
    expect([
      scoreOf("24"),
      scoreOf({ value: 17 }),
      scoreOf({ displayValue: "3" }),
      scoreOf(7),
      scoreOf(""),
      scoreOf(null),
      scoreOf("-")
    ]).toStrictEqual([24, 17, 3, 7, null, null, null])
    const game = espnGame("2026-10-04T20:05Z", {})
    expect([game.home.score, game.away.score, game.gameType]).toStrictEqual([24, 17, "regular-season"])
  })

  it("a game that was abandoned or forfeited keeps its status and score", () => {
    const ended = (name: string, completed: boolean, more: object = {}) =>
      espnGame("2026-10-04T20:05Z", { status: { period: 2, type: { name, state: "post", completed } }, ...more })
    const abandoned = ended("STATUS_ABANDONED", false)
    expect([abandoned.state, abandoned.home.score]).toStrictEqual(["abandoned", 24])
    const unplayed = {
      competitors: [stub("26", "home", "0"), stub("22", "away", "0")],
      status: { period: 0, type: { name: "STATUS_ABANDONED", state: "post", completed: false } }
    }
    const never = espnGame("2026-10-04T20:05Z", unplayed)
    expect([never.state, never.home.score]).toStrictEqual(["abandoned", null])
    const forfeit = ended("STATUS_FORFEIT", true, {
      competitors: [
        { ...stub("26", "home", "0"), winner: false },
        { ...stub("22", "away", "0"), winner: true }
      ]
    })
    expect([forfeit.state, forfeit.home.isWinner, forfeit.away.isWinner]).toStrictEqual(["final", undefined, true])
    expect(ended("STATUS_CANCELED", false).state).toBe("cancelled")
  })

  it("a shootout has a winner, a draw none", () => {
    const ended = (home: object, away: object) => {
      const { away: guest, home: host } = espnGame("2026-10-04T20:05Z", {
        competitors: [
          { ...stub("26", "home", "1"), ...home },
          { ...stub("22", "away", "1"), ...away }
        ],
        status: { type: { name: "STATUS_FINAL_PEN", state: "post", completed: true } }
      })
      return [host.score, guest.score, host.isWinner, guest.isWinner]
    }
    expect(ended({ winner: true, shootoutScore: 5 }, { winner: false, shootoutScore: 4 })).toStrictEqual([
      1,
      1,
      true,
      undefined
    ])
    expect(ended({ shootoutScore: 3 }, { shootoutScore: 4 })).toStrictEqual([1, 1, undefined, true])
    expect(ended({ winner: false }, { winner: false })).toStrictEqual([1, 1, undefined, undefined])
    expect(ended({}, {})).toStrictEqual([1, 1, undefined, undefined])
  })

  it("colours get a #, other values are null; conferences contain divisions", () => {
    expect([colorOf("002A5C"), colorOf("#69be28"), colorOf(""), colorOf(undefined), colorOf("red")]).toStrictEqual([
      "#002a5c",
      "#69be28",
      null,
      null,
      null
    ])
    const places = placesOf({
      name: "NFL",
      children: [
        { name: "NFC", children: [{ name: "NFC West", standings: { entries: [{ team: { id: "26" } }] } }] },
        { name: "AFC", standings: { entries: [{ team: { id: "1" } }] } }
      ]
    })
    expect([places.get("26"), places.get("1")]).toStrictEqual([
      { conference: "NFC", division: "NFC West" },
      { conference: "AFC", division: null }
    ])
  })
})

describe("team names and waits", () => {
  it("a side matches a team by whole words in any case, or by its place alone", () => {
    const names = teamNames(["Seattle Mariners", "Mariners"], ["Seattle", "SEA"])
    const sides = ["mariners", "Seattle Mariners (bobblehead)", "Seattle", "sea", "Seattle Seahawks", "marine", ""]
    expect(sides.map((side) => speaksOf(side, names))).toStrictEqual([true, true, true, true, false, false, false])
    const league = [names, teamNames(["Texas Rangers", "Rangers"], ["Texas"])]
    expect(isOfLeague({ teams: { home: "Mariners", away: "Texas" } }, league)).toBe(true)
    expect(isOfLeague({ teams: { home: "Seattle Seahawks", away: "Texas" } }, league)).toBe(false)
    expect(isOfLeague({ teams: null }, league)).toBe(false)
  })

  it("a side matches a team by the names that it had in the season of the event", () => {
    const wire = { id: 114, name: "Cleveland Guardians", teamName: "Guardians", locationName: "Cleveland" }
    const athletics = { id: 133, name: "Athletics", teamName: "Athletics", locationName: "Sacramento" }
    const isCalled = (side: string, team: typeof wire, season: number) => speaksOf(side, namesOf(team, season))
    expect([2016, 2021, 2022].map((season) => isCalled("Cleveland Indians", wire, season))).toStrictEqual([
      true,
      true,
      false
    ])
    expect([2016, 2021, 2022].map((season) => isCalled("Indians", wire, season))).toStrictEqual([true, true, false])
    expect(["A's", "Oakland A’s", "Oakland"].map((side) => isCalled(side, athletics, 2019))).toStrictEqual([
      true,
      true,
      true
    ])
    expect(isCalled("Oakland", athletics, 2025)).toBe(false)
  })

  it("waits grow, and end when a future event is over", () => {
    const event = { at: 1_000_000_000_000, date: "2001-09-09", attempts: 0 }
    const past = [0, 1, 2, 9, 10].map(
      (attempts) => nextSearchAt({ ...event, attempts }, 2_000_000_000_000) - 2_000_000_000_000
    )
    expect(past).toStrictEqual([3, 6, 12, 96, 96].map((days) => days * 86_400_000))
    expect(nextSearchAt({ ...event, attempts: 5 }, event.at - 3_600_000)).toBeLessThanOrEqual(event.at + 86_400_000)
    expect(nextGameCheckAt({ state: "final", at: 0, details: null }, 10) === Number.POSITIVE_INFINITY).toBe(false)
  })
})

describe("set lists", () => {
  it("are searched by the names that a title may contain", () => {
    expect(namesIn("Velmora Tide")).toStrictEqual(["Velmora Tide"])
    for (const title of [
      "Velmora Tide concert",
      "Concert: Velmora Tide",
      "Velmora Tide at The Fillmore",
      "Velmora Tide in concert @ Neumos",
      "Velmora Tide - Summer Tour",
      "Velmora Tide: The Long Way"
    ]) {
      expect(namesIn(title)).toStrictEqual([title, "Velmora Tide"])
    }
    expect(namesIn("Concert")).toStrictEqual(["Concert"])
  })

  const list = {
    id: "63de4613",
    eventDate: "23-08-1964",
    artist: { name: "The Beatles", mbid: "B10BBBFC-CF9E-42E0-BE17-E2C3E1D2600D" },
    venue: {
      name: "Hollywood Bowl",
      city: {
        name: "Hollywood",
        state: "California",
        stateCode: "CA",
        coords: { lat: 34.098, long: -118.329 },
        country: { code: "US" }
      }
    },
    sets: { set: [] },
    url: "https://www.setlist.fm/x"
  }

  it("dates convert in both directions", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }), (day) => {
        const date = day.toISOString().slice(0, 10)
        return dateOf(eventDate(date)) === date
      })
    )
    expect(dateOf("1964-08-23")).toBeNull()
  })

  it("a list without songs is still a concert", () => {
    const concert = toConcert(list)!
    expect([
      concert.date,
      concert.songs,
      concert.artist.mbid,
      concert.venue!.longitude,
      concert.venue!.zone
    ]).toStrictEqual(["1964-08-23", [], "b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d", -118.329, "America/Los_Angeles"])
    expect([toMention(list)!.attended, toMention(list)!.key]).toStrictEqual([true, "63de4613"])
    expect(toConcert({ ...list, eventDate: "soon" })).toBeNull()
  })
})

describe("responses of leagues", () => {
  it("skips an invalid game alone, and accepts numbers as strings", () => {
    const sides = [
      { homeAway: "home", score: 24, team: { id: 26 } },
      { homeAway: "away", score: "17", team: { id: "22" } }
    ]
    const { events } = Schema.decodeUnknownSync(Scoreboard)({
      events: [
        { id: "1", competitions: [{ competitors: [{ homeAway: "away", team: {} }] }] },
        { id: 2, season: { year: "2026" }, competitions: [{ competitors: sides }] }
      ]
    })
    expect(events?.map(({ id, season }) => [id, season?.year])).toStrictEqual([["2", 2026]])
    const game = {
      gamePk: "746331",
      season: 2024,
      status: {},
      teams: { away: { team: { id: 136 }, score: "8" }, home: { team: { id: 117 }, score: 1 } }
    }
    const { dates } = Schema.decodeUnknownSync(Schedule)({
      dates: [{ date: "2024-09-25", games: [{ gamePk: 1, teams: { away: { team: {} } } }, game] }]
    })
    expect(dates[0]?.games.map(({ gamePk, season, teams }) => [gamePk, season, teams.away.score])).toStrictEqual([
      [746331, "2024", 8]
    ])
  })
})
