/** What is stored as JSON: the reports of sources and providers, each as it came. Their columns check every member. */
import {
  type Appearance,
  type Batting,
  type Biography,
  type Concert,
  type External,
  type Game,
  type GameDetails,
  type Mention,
  type Order,
  type PerformerMention,
  type Pitching,
  type Player,
  type Promotion,
  type Side,
  type Team,
  type VenueMention,
  awardFields,
  battingFields,
  biographyFields,
  decisionFields,
  decisions,
  eventTypes,
  externalFields,
  gameFigures,
  gameStates,
  inningFields,
  leagues,
  mentionStates,
  orderFields,
  performerFields,
  pitchingFields,
  playerNames,
  starterFields,
  teamFields,
  venueMentionFields
} from "@daybook/core/attending"
import {
  boolean,
  date,
  instant,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  text
} from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"

export const venueMention = object<VenueMention>(columnsOf(venueMentionFields))
export const performerMentions = list(object<PerformerMention>(columnsOf(performerFields)))
export const sideNames = object({ home: text, away: text })
export const team = object<Team>(columnsOf(teamFields))
const external = object<External>(columnsOf(externalFields))

const side = object<Side>({
  team: object({ id: number, name: text, abbreviation: nullable(text) }),
  score: nullable(number),
  isWinner: optional(boolean)
})

const appearance = {
  teamId: number,
  isHome: boolean,
  batting: nullable(object<Batting>(columnsOf(battingFields))),
  pitching: nullable(object<Pitching>(columnsOf(pitchingFields))),
  fielding: nullable(record(number)),
  decision: nullable(oneOf(decisions)),
  notable: boolean
}
/** An appearance in a box score, whose player has a row of its own. */
export const appearanceBody = object<Omit<Appearance, "player">>(appearance)

export const player = object<Player>({
  ...columnsOf(playerNames),
  league: oneOf(leagues),
  id: number,
  espnId: nullable(number),
  firstName: nullable(text),
  lastName: nullable(text),
  primaryTeamId: nullable(number),
  biography: nullable(
    object<Biography>({ ...columnsOf(biographyFields), awards: list(object(columnsOf(awardFields))) })
  ),
  photoSilo: nullable(text),
  photoFull: nullable(text)
})

/** A stored game has no appearances: they are rows of their own. */
const details = object<GameDetails>({
  ...columnsOf(gameFigures),
  linescore: list(object(columnsOf(inningFields))),
  startingPitchers: nullable(object(columnsOf(starterFields))),
  decisions: nullable(object(columnsOf(decisionFields))),
  appearances: list(object<Appearance>({ ...appearance, player }))
})

export const game = object<Game>({
  external,
  league: oneOf(leagues),
  season: number,
  gameType: nullable(text),
  state: oneOf(gameStates),
  date,
  at: nullable(instant),
  number,
  series: nullable(text),
  home: side,
  away: side,
  venue: nullable(venueMention),
  details: nullable(details),
  makesUpFor: optional(external)
})

export const concert = object<Concert>({
  id: text,
  date,
  artist: object({ name: text, mbid: nullable(text) }),
  venue: nullable(venueMention),
  tour: nullable(text),
  url: text,
  songs: list(object({ name: text, cover: nullable(text), encore: nullable(number), tape: boolean }))
})

/** A mention as stored. `isTransferred` is called `handedOn` there. */
export type MentionBody = Omit<Mention, "isTransferred"> & { readonly handedOn?: boolean }

export const toBody = ({ isTransferred, ...mention }: Mention): MentionBody =>
  isTransferred === undefined ? mention : { ...mention, handedOn: isTransferred }

export const toMention = ({ handedOn, ...body }: MentionBody): Mention =>
  handedOn === undefined ? body : { ...body, isTransferred: handedOn }

export const mentionBody = object<MentionBody>({
  key: text,
  saidAt: instant,
  state: oneOf(mentionStates),
  kind: nullable(oneOf(eventTypes)),
  title: nullable(text),
  date: nullable(date),
  lastDate: nullable(date),
  time: nullable(text),
  at: nullable(instant),
  venue: nullable(venueMention),
  performers: performerMentions,
  teams: nullable(sideNames),
  external: nullable(external),
  orders: list(object<Order>(columnsOf(orderFields))),
  handedOn: optional(boolean),
  isMove: optional(boolean),
  isAddition: optional(boolean),
  attended: nullable(boolean),
  notes: nullable(text),
  routine: optional(boolean),
  formerDates: optional(list(date)),
  evidence: nullable(
    object<NonNullable<Mention["evidence"]>>({
      hash: text,
      parser: number,
      excerpt: nullable(text),
      reason: optional(nullable(text))
    })
  )
})

export const promotion = object<Promotion>({
  kind: nullable(oneOf(eventTypes)),
  title: nullable(text),
  date: nullable(date)
})
