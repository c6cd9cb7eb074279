import { Schema } from "effect"
import { Id, Num, Rows, Text } from "../kit/schemas.js"

const { Array: List, Boolean: Flag, Struct, Union, optional } = Schema
const maybe = <A, I>(schema: Schema.Schema<A, I>) => optional(Schema.NullOr(schema))

/** `"24"` in scoreboards, `{"value":24.0,"displayValue":"24"}` in schedules. */
const Score = Union(Text, Num, Struct({ value: maybe(Num), displayValue: maybe(Text) }))
export type Score = typeof Score.Type

const Logo = Struct({ href: Text, rel: maybe(List(Text)) })

/** Ids are texts; colours have no `#`. */
export const TeamWire = Struct({
  id: Text,
  location: maybe(Text),
  name: maybe(Text),
  nickname: maybe(Text),
  abbreviation: maybe(Text),
  displayName: maybe(Text),
  shortDisplayName: maybe(Text),
  color: maybe(Text),
  alternateColor: maybe(Text),
  /** In team lists and pages. */
  logos: maybe(List(Logo)),
  /** On scoreboards. */
  logo: maybe(Text)
})
export type TeamWire = typeof TeamWire.Type

export const Teams = Struct({
  sports: List(Struct({ leagues: List(Struct({ teams: maybe(Rows(Struct({ team: TeamWire }))) })) }))
})

export const VenueWire = Struct({
  fullName: maybe(Text),
  capacity: maybe(Num),
  address: maybe(Struct({ city: maybe(Text), state: maybe(Text), country: maybe(Text) }))
})
export type VenueWire = typeof VenueWire.Type

/** A team's page with its home venue. */
export const OneTeam = Struct({ team: Struct({ franchise: maybe(Struct({ venue: maybe(VenueWire) })) }) })

const Competition = Struct({
  id: maybe(Text),
  /** No seconds: "2026-10-04T20:05Z". */
  date: maybe(Text),
  attendance: maybe(Num),
  /** False while the time is undecided. */
  timeValid: maybe(Flag),
  venue: maybe(VenueWire),
  /** `winner` also after a shootout or a forfeit, whose scores may be equal. */
  competitors: List(
    Struct({ homeAway: Text, score: maybe(Score), winner: maybe(Flag), shootoutScore: maybe(Num), team: TeamWire })
  ),
  status: maybe(
    Struct({
      period: maybe(Num),
      type: maybe(Struct({ name: maybe(Text), state: maybe(Text), completed: maybe(Flag) }))
    })
  )
})
export type Competition = typeof Competition.Type

const Season = Struct({ year: Id, type: maybe(Num), slug: maybe(Text) })
export type Season = typeof Season.Type

/**
 * One game of a scoreboard.
 *
 * {"id":"401772938","date":"2026-10-04T20:05Z","name":"Los Angeles Chargers at Seattle Seahawks",
 * "season":{"year":2026,"type":2,"slug":"regular-season"},
 * "competitions":[{"id":"401772938","attendance":68740,"timeValid":true,
 * "venue":{"id":"3673","fullName":"Lumen Field","address":{"city":"Seattle","state":"WA","country":"USA"}},
 * "competitors":[{"homeAway":"home","winner":true,"score":"24",
 * "team":{"id":"26","displayName":"Seattle Seahawks","abbreviation":"SEA"}}, …],
 * "status":{"type":{"name":"STATUS_FINAL","state":"post","completed":true}}}]}
 */
export const EventWire = Struct({ id: Text, date: maybe(Text), season: maybe(Season), competitions: List(Competition) })
export type EventWire = typeof EventWire.Type

/** A day without games has an empty list. An answer without a list says nothing of the day. */
export const Scoreboard = Struct({ events: Rows(EventWire) })

const Athlete = Struct({
  id: maybe(Text),
  displayName: maybe(Text),
  fullName: maybe(Text),
  firstName: maybe(Text),
  lastName: maybe(Text),
  jersey: maybe(Text),
  headshot: maybe(Union(Text, Struct({ href: maybe(Text) }))),
  position: maybe(Struct({ abbreviation: maybe(Text) }))
})
export type Athlete = typeof Athlete.Type

const BoxPlayers = Struct({
  team: TeamWire,
  statistics: maybe(
    List(Struct({ athletes: maybe(List(Struct({ athlete: maybe(Athlete), didNotPlay: maybe(Flag) }))) }))
  )
})

/** Soccer lists substitutes on the bench, too. */
const Roster = Struct({
  team: TeamWire,
  roster: maybe(
    List(
      Struct({
        athlete: maybe(Athlete),
        starter: maybe(Flag),
        jersey: maybe(Text),
        position: maybe(Struct({ abbreviation: maybe(Text) })),
        subbedIn: maybe(Union(Flag, Struct({ didSub: maybe(Flag) })))
      })
    )
  )
})

export const Summary = Struct({
  header: maybe(Struct({ id: Text, season: maybe(Season), competitions: List(Competition) })),
  gameInfo: maybe(
    Struct({
      attendance: maybe(Num),
      venue: maybe(VenueWire),
      weather: maybe(Struct({ displayValue: maybe(Text), temperature: maybe(Num) }))
    })
  ),
  boxscore: maybe(Struct({ players: maybe(List(BoxPlayers)) })),
  rosters: maybe(List(Roster))
})
export type Summary = typeof Summary.Type

/** Conferences and divisions as a tree with teams as leaves. */
export interface Group {
  readonly name?: string | null | undefined
  readonly children?: ReadonlyArray<Group> | null | undefined
  readonly standings?:
    | { readonly entries?: ReadonlyArray<{ readonly team: { readonly id: string } }> | null | undefined }
    | null
    | undefined
}

interface GroupWire {
  readonly name?: string | number | null | undefined
  readonly children?: ReadonlyArray<GroupWire> | null | undefined
  readonly standings?:
    | { readonly entries?: ReadonlyArray<{ readonly team: { readonly id: string | number } }> | null | undefined }
    | null
    | undefined
}

export const Standings: Schema.Schema<Group, GroupWire> = Struct({
  name: maybe(Text),
  children: maybe(List(Schema.suspend((): Schema.Schema<Group, GroupWire> => Standings))),
  standings: maybe(Struct({ entries: maybe(List(Struct({ team: Struct({ id: Text }) }))) }))
})
