import { Schema } from "effect"
import { Id, Num, Rows, Text } from "../kit/schemas.js"

const { Array: List, Boolean: Flag, Struct, optional } = Schema
const maybe = <A, I>(schema: Schema.Schema<A, I>) => optional(Schema.NullOr(schema))

const TeamStub = Struct({
  id: Id,
  name: maybe(Text),
  teamName: maybe(Text),
  locationName: maybe(Text),
  abbreviation: maybe(Text)
})
const Person = Struct({ id: Id, fullName: maybe(Text) })

export const VenueWire = Struct({
  id: Id,
  name: maybe(Text),
  location: maybe(
    Struct({
      address1: maybe(Text),
      city: maybe(Text),
      state: maybe(Text),
      stateAbbrev: maybe(Text),
      country: maybe(Text),
      defaultCoordinates: maybe(Struct({ latitude: maybe(Num), longitude: maybe(Num) }))
    })
  ),
  timeZone: maybe(Struct({ id: maybe(Text) })),
  fieldInfo: maybe(Struct({ capacity: maybe(Num) }))
})
export type VenueWire = typeof VenueWire.Type

const Side = Struct({ team: TeamStub, score: maybe(Num), isWinner: maybe(Flag), seriesNumber: maybe(Num) })

/**
 * One entry of a schedule. A postponed game is there twice, with the same `gamePk`.
 *
 *     {"gamePk":746331,"gameType":"R","season":"2024","gameDate":"2024-09-25T18:10:00Z","officialDate":"2024-09-25",
 *      "status":{"abstractGameState":"Final","codedGameState":"F","detailedState":"Final","startTimeTBD":false},
 *      "teams":{"away":{"score":8,"team":{"id":136,"name":"Seattle Mariners"},"isWinner":true},
 *       "home":{"score":1,"team":{"id":117,"name":"Houston Astros"}}},
 *      "venue":{"id":2392,"name":"Daikin Park"},"gameNumber":1,"doubleHeader":"N"}
 */
export const ScheduledGame = Struct({
  gamePk: Id,
  gameType: maybe(Text),
  season: maybe(Text),
  gameDate: maybe(Text),
  officialDate: maybe(Text),
  rescheduleDate: maybe(Text),
  status: Struct({
    abstractGameState: maybe(Text),
    codedGameState: maybe(Text),
    detailedState: maybe(Text),
    startTimeTBD: maybe(Flag)
  }),
  teams: Struct({ away: Side, home: Side }),
  venue: maybe(VenueWire),
  gameNumber: maybe(Num),
  doubleHeader: maybe(Text)
})
export type ScheduledGame = typeof ScheduledGame.Type

/** `dates` is empty on days off. */
export const Schedule = Struct({ dates: List(Struct({ date: Text, games: Rows(ScheduledGame) })) })

const Stats = Schema.Record({ key: Schema.String, value: Schema.Unknown })
/** Counts by name, such as `{"atBats":4,"avg":".250"}`. */
export type Stats = typeof Stats.Type

const BoxPlayer = Struct({
  person: Person,
  jerseyNumber: maybe(Text),
  position: maybe(Struct({ abbreviation: maybe(Text) })),
  battingOrder: maybe(Text),
  stats: maybe(Struct({ batting: maybe(Stats), pitching: maybe(Stats), fielding: maybe(Stats) }))
})
export type BoxPlayer = typeof BoxPlayer.Type

const BoxSide = Struct({
  team: maybe(Struct({ id: Id })),
  players: Schema.Record({ key: Schema.String, value: BoxPlayer }),
  pitchers: maybe(List(Num)),
  batters: maybe(List(Num))
})

/** Players who did not play are listed too, with `"batting":{}`. */
export const BoxScore = Struct({ teams: Struct({ away: BoxSide, home: BoxSide }) })
export type BoxScore = typeof BoxScore.Type

const HalfInning = Struct({ runs: maybe(Num), hits: maybe(Num), errors: maybe(Num) })

/** The parts of a live feed selected by `fields`. */
export const Feed = Struct({
  gameData: maybe(
    Struct({
      gameInfo: maybe(Struct({ attendance: maybe(Num), firstPitch: maybe(Text), gameDurationMinutes: maybe(Num) })),
      weather: maybe(Struct({ condition: maybe(Text), temp: maybe(Text), wind: maybe(Text) }))
    })
  ),
  liveData: maybe(
    Struct({
      linescore: maybe(
        Struct({ innings: maybe(List(Struct({ num: Num, home: maybe(HalfInning), away: maybe(HalfInning) }))) })
      ),
      decisions: maybe(Struct({ winner: maybe(Person), loser: maybe(Person), save: maybe(Person) }))
    })
  )
})
export type Feed = typeof Feed.Type

export const feedFields = [
  "gameData",
  "gameInfo",
  "attendance",
  "firstPitch",
  "gameDurationMinutes",
  "weather",
  "condition",
  "temp",
  "wind",
  "liveData",
  "linescore",
  "innings",
  "num",
  "home",
  "away",
  "runs",
  "hits",
  "errors",
  "decisions",
  "winner",
  "loser",
  "save",
  "id",
  "fullName"
].join(",")

export const TeamWire = Struct({
  id: Id,
  name: maybe(Text),
  teamName: maybe(Text),
  locationName: maybe(Text),
  franchiseName: maybe(Text),
  abbreviation: maybe(Text),
  league: maybe(Struct({ name: maybe(Text) })),
  division: maybe(Struct({ name: maybe(Text) }))
})
export type TeamWire = typeof TeamWire.Type

export const Teams = Struct({ teams: Rows(TeamWire) })

export const PersonWire = Struct({
  id: Id,
  fullName: Text,
  firstName: maybe(Text),
  useName: maybe(Text),
  lastName: maybe(Text),
  primaryNumber: maybe(Text),
  birthDate: maybe(Text),
  birthCity: maybe(Text),
  birthStateProvince: maybe(Text),
  birthCountry: maybe(Text),
  height: maybe(Text),
  weight: maybe(Num),
  currentTeam: maybe(Struct({ id: maybe(Id) })),
  primaryPosition: maybe(Struct({ abbreviation: maybe(Text) })),
  batSide: maybe(Struct({ code: maybe(Text) })),
  pitchHand: maybe(Struct({ code: maybe(Text) })),
  mlbDebutDate: maybe(Text),
  education: maybe(Struct({ colleges: maybe(List(Struct({ name: maybe(Text) }))) })),
  awards: maybe(List(Struct({ id: maybe(Text), name: maybe(Text), season: maybe(Text) })))
})
export type PersonWire = typeof PersonWire.Type

export const People = Struct({ people: Rows(PersonWire) })

export const Venues = Struct({ venues: List(VenueWire) })

const Split = Struct({
  season: maybe(Text),
  stat: Stats,
  team: maybe(Struct({ id: maybe(Id) })),
  split: maybe(Struct({ code: maybe(Text), description: maybe(Text) }))
})
export type Split = typeof Split.Type

/** Sums over games. A player who changed teams has one split per team and one without a team. */
export const PersonStats = Struct({
  stats: List(
    Struct({ type: Struct({ displayName: Text }), group: Struct({ displayName: Text }), splits: List(Split) })
  )
})
export type PersonStats = typeof PersonStats.Type
