import { Schema } from "effect"
import { isLocalDate, LocalDate, yearOf } from "../../shared/LocalDate.js"
import { Text, Timestamp, iso } from "../../shared/fields.js"
import type { MentionFact, MergeFact, PendingFact } from "../facts.js"
import { eventTypes } from "../kinds.js"

const EventType = Schema.Literal(...eventTypes)
  .annotations({ message: () => ({ message: `must be one of ${eventTypes.slice(0, 8).join(", ")} and ${eventTypes.length - 8} more, which /docs lists`, override: true }) })
const Name = Schema.Trim.pipe(Schema.minLength(1), Schema.maxLength(500))

const [firstYear, lastYear] = [1900, 2100]
const isNear = (date: LocalDate): boolean => yearOf(date) >= firstYear && yearOf(date) <= lastYear

/** A day that an event can be on: further away is a slip of the hand, and instants there are beyond what the database tells. */
const Day = LocalDate.pipe(Schema.filter((date) => isNear(date) || `must be a day from ${firstYear} to ${lastYear}`))

/** `1998-07-01`, `1998-07-01T10:00:00-07:00`; not all that JavaScript takes for a date, such as `5`. */
const isMoment = (text: string): boolean => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text) ?? []
  return day !== undefined && isLocalDate(day) && isNear(day) && (time === undefined || !Number.isNaN(Date.parse(text)))
}

const mention = {
  id: Schema.Number,
  source: Schema.String,
  title: Text,
  event_date: Schema.NullOr(LocalDate),
  venue_name: Text,
  said_at: Timestamp,
  excerpt: Schema.NullOr(Schema.String.annotations({ description: "What a mail says, where it was kept" }))
}

/** What waits for a decision, in `GET /v1/admin/attending/pending`. */
export const PendingMention = Schema.Struct({
  ...mention,
  event_type: Schema.NullOr(EventType),
  reason: Schema.Literal("unread", "undated", "unconfirmed"),
  detail: Schema.NullOr(Schema.String.annotations({ description: "Why a mail was not read, and what to do next; null where it was read" }))
}).annotations({ identifier: "PendingMention" })
export type PendingMention = typeof PendingMention.Type

/** An event that several mentions came to. Any of them is taken out by its `id`. */
export const EventMerge = Schema.Struct({
  event_id: Schema.Number,
  title: Schema.String,
  event_date: LocalDate,
  external_id: Text,
  external_source: Text,
  mentions: Schema.Array(Schema.Struct({ ...mention, reason: Text }))
}).annotations({ identifier: "EventMerge" })
export type EventMerge = typeof EventMerge.Type

const mentionView = (of: MentionFact) => ({
  id: of.id, source: of.source, title: of.title, event_date: of.date, venue_name: of.venue, said_at: iso(of.saidAt), excerpt: of.excerpt
})

export const pendingView = (of: PendingFact): PendingMention => ({ ...mentionView(of), event_type: of.kind, reason: of.doubt, detail: of.detail })

export const mergeView = (of: MergeFact): EventMerge => ({
  event_id: of.eventId,
  title: of.title,
  event_date: of.date,
  external_id: of.external?.id ?? null,
  external_source: of.external?.source ?? null,
  mentions: of.mentions.map((one) => ({ ...mentionView(one), reason: one.reason }))
})

/** What the person adds when they promote: whatever the mention does not say. */
export const PromotionBody = Schema.Struct({
  event_type: Schema.optional(EventType),
  title: Schema.optional(Name),
  event_date: Schema.optional(Day)
}).annotations({ identifier: "EventPromotion" })
export type PromotionBody = typeof PromotionBody.Type

/** What the person says of an event: whether they were there. Null takes it back. */
export const PresenceBody = Schema.Struct({ attended: Schema.NullOr(Schema.Boolean) }).annotations({ identifier: "EventPresence" })

const Cents = Schema.Int.pipe(Schema.between(0, 2_147_483_647))

/** An order, as it is given by hand. */
const ManualTicket = Schema.Struct({
  vendor: Schema.optionalWith(Name, { default: () => "manual" }),
  order_id: Schema.optional(Name),
  section: Schema.optional(Name),
  row: Schema.optional(Name),
  seats: Schema.optional(Schema.Array(Name).pipe(Schema.maxItems(100))),
  quantity: Schema.optional(Schema.Int.pipe(Schema.between(1, 1_000))),
  total_price_cents: Schema.optional(Cents),
  currency: Schema.optional(Schema.String.pipe(Schema.pattern(/^[A-Z]{3}$/, { message: () => "must be three capital letters, such as USD" }))),
  purchased_at: Schema.optional(Schema.String.pipe(
    Schema.filter((text) => isMoment(text) || "must be an ISO 8601 day or timestamp"),
    Schema.annotations({ description: "ISO 8601 day or timestamp" })
  ))
}).annotations({ identifier: "ManualTicket" })

interface Named {
  readonly event_date: LocalDate
  readonly end_date?: LocalDate | undefined
  readonly title?: string | undefined
  readonly home_team?: string | undefined
  readonly away_team?: string | undefined
  readonly game_id?: string | undefined
  readonly performers?: ReadonlyArray<string> | undefined
}

/** What cannot be meant: an event that ends before it begins, one team alone, or nothing to call it by. */
const contradictionIn = (event: Named) => {
  const { away_team: away, end_date: end, game_id: game, home_team: home, performers = [], title } = event
  if (end !== undefined && end < event.event_date) return { path: ["end_date"], message: "must not be before event_date" }
  if ((home === undefined) !== (away === undefined)) return { path: [home === undefined ? "home_team" : "away_team"], message: "is missing: a game has two teams" }
  return title === undefined && home === undefined && game === undefined && performers.length === 0
    ? { path: ["title"], message: "is missing: name the event, its teams, its performers or its game_id" }
    : true
}

/** One event by hand: `POST /v1/admin/sync/attending/manual-import`, and an item of `daybook import manual FILE`. */
export const ManualEvent = Schema.Struct({
  event_type: EventType,
  event_date: Day,
  title: Schema.optional(Name),
  time: Schema.optional(Schema.String.pipe(Schema.pattern(/^([01]\d|2[0-3]):[0-5]\d$/, { message: () => "must be a time at the venue as HH:MM" }))),
  end_date: Schema.optional(Day),
  venue_name: Schema.optional(Name),
  city: Schema.optional(Name),
  state: Schema.optional(Name),
  country: Schema.optional(Schema.String.pipe(Schema.pattern(/^[A-Z]{2}$/, { message: () => "must be two capital letters, such as US" }))),
  home_team: Schema.optional(Name),
  away_team: Schema.optional(Name),
  game_id: Schema.optional(Name.annotations({ description: "The league's own id of the game" })),
  performers: Schema.optional(Schema.Array(Name).pipe(Schema.maxItems(50))),
  attended: Schema.optional(Schema.Boolean),
  notes: Schema.optional(Schema.Trim.pipe(Schema.maxLength(5_000))),
  tickets: Schema.optional(Schema.Array(ManualTicket).pipe(Schema.maxItems(50)))
}).pipe(Schema.filter((event) => contradictionIn(event))).annotations({ identifier: "ManualEvent" })
export type ManualEvent = typeof ManualEvent.Type

/** Every home game of a team in a season, save some days: for who has season tickets. */
export const ManualSeason = Schema.Struct({
  event_type: EventType,
  team_id: Schema.Int.pipe(Schema.between(1, 2_147_483_647)),
  season: Schema.Int.pipe(Schema.between(1900, 2100)),
  attendance: Schema.Literal("all_home"),
  exceptions: Schema.optional(Schema.Array(LocalDate).pipe(Schema.maxItems(200)))
}).annotations({ identifier: "ManualSeason" })
export type ManualSeason = typeof ManualSeason.Type

export const ManualImport = Schema.Union(ManualSeason, ManualEvent)
export type ManualImport = typeof ManualImport.Type

/** What an import said that nothing was found for. */
const UnmatchedItem = Schema.Struct({
  event_id: Schema.NullOr(Schema.Number),
  event_date: Schema.NullOr(LocalDate),
  title: Text,
  reason: Schema.String
}).annotations({ identifier: "ManualUnmatched" })
export type Unmatched = typeof UnmatchedItem.Type

export const Imported = Schema.Struct({
  status: Schema.Literal("completed"),
  items_synced: Schema.Number,
  events: Schema.Array(Schema.Number).annotations({ description: "Ids of the events" }),
  unmatched: Schema.Array(UnmatchedItem).annotations({ description: "Games and concerts that no league and no set list is known for, and days that named none" })
}).annotations({ identifier: "ManualImported" })

export const Promoted = Schema.Struct({ status: Schema.Literal("promoted"), event_id: Schema.Number }).annotations({ identifier: "EventPromoted" })
export const Rejected = Schema.Struct({ status: Schema.Literal("rejected"), id: Schema.Number }).annotations({ identifier: "MentionRejected" })
export const Separated = Schema.Struct({ status: Schema.Literal("separated"), id: Schema.Number }).annotations({ identifier: "MentionSeparated" })
export const Reprocessed = Schema.Struct({ status: Schema.Literal("completed"), mentions: Schema.Number, changed: Schema.Number }).annotations({ identifier: "EventsReprocessed" })
