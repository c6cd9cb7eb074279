import { Schema } from "effect"
import { isLocalDate, LocalDate, yearOf } from "../../shared/LocalDate.js"
import { Text, Timestamp, iso, idField, sourceField, field, withExample, titleField } from "../../shared/fields.js"
import type { MentionFact, MergeFact, PendingFact } from "../facts.js"
import { eventTypes } from "../kinds.js"

const EventType = Schema.Literal(...eventTypes).annotations({
  message: () => ({
    message: `must be one of ${eventTypes.slice(0, 8).join(", ")} and ${eventTypes.length - 8} more, which /docs lists`,
    override: true
  })
})
const Name = Schema.Trim.pipe(Schema.minLength(1), Schema.maxLength(500))

const [firstYear, lastYear] = [1900, 2100]
const isPlausible = (date: LocalDate): boolean => yearOf(date) >= firstYear && yearOf(date) <= lastYear

/** A plausible day of an event. Other years are typing errors, and the database may not support their instants. */
const Day = LocalDate.pipe(
  Schema.filter((date) => isPlausible(date) || `must be a day from ${firstYear} to ${lastYear}`)
)

/** `1998-07-01` or `1998-07-01T10:00:00-07:00`. Stricter than `Date.parse`, which accepts `5`. */
const isDayOrTimestamp = (text: string): boolean => {
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text) ?? []
  return (
    day !== undefined && isLocalDate(day) && isPlausible(day) && (time === undefined || !Number.isNaN(Date.parse(text)))
  )
}

const mention = {
  id: idField,
  source: sourceField,
  title: field(Text, "Title", "Violet Chalk"),
  event_date: field(Schema.NullOr(LocalDate), "Date in the venue's time zone", "2026-06-14"),
  venue_name: field(Text, "Name of the venue", "Tidewater Park"),
  said_at: withExample(Timestamp, "2026-05-02T17:30:00.000Z"),
  excerpt: field(
    Schema.NullOr(Schema.String.annotations({ description: "The text of the mail, if it was stored" })),
    "Beginning of the text, at most 12,000 characters",
    "Bakers weigh their flour to the gram."
  )
}

/** A pending mention in `GET /v1/admin/attending/pending`. */
export const PendingMention = Schema.Struct({
  ...mention,
  event_type: field(Schema.NullOr(EventType), "Type of the event"),
  reason: field(Schema.Literal("unread", "undated", "unconfirmed"), "Reason"),
  detail: field(
    Schema.NullOr(
      Schema.String.annotations({
        description: "Why a mail could not be parsed, and what to do next; null if it was parsed"
      })
    ),
    "Why a mail needs a decision; null if the mail was understood",
    "It does not say surely when the event is."
  )
}).annotations({ identifier: "PendingMention" })
export type PendingMention = typeof PendingMention.Type

/** An event with several mentions. Each of them can be separated by its `id`. */
export const EventMerge = Schema.Struct({
  event_id: field(Schema.Number, "Id of the event", 42),
  title: titleField,
  event_date: withExample(LocalDate, "2026-06-14"),
  external_id: field(Text, "Id of the event at the provider of results", "746512"),
  external_source: field(Text, "Provider of the results", "mlb_stats_api"),
  mentions: field(
    Schema.Array(Schema.Struct({ ...mention, reason: field(Text, "Reason", "plays of the children") })),
    "Tickets and calendar entries that report the event"
  )
}).annotations({ identifier: "EventMerge" })
export type EventMerge = typeof EventMerge.Type

const mentionView = (fact: MentionFact) => ({
  id: fact.id,
  source: fact.source,
  title: fact.title,
  event_date: fact.date,
  venue_name: fact.venue,
  said_at: iso(fact.saidAt),
  excerpt: fact.excerpt
})

export const pendingView = (fact: PendingFact): PendingMention => ({
  ...mentionView(fact),
  event_type: fact.kind,
  reason: fact.doubt,
  detail: fact.detail
})

export const mergeView = (fact: MergeFact): EventMerge => ({
  event_id: fact.eventId,
  title: fact.title,
  event_date: fact.date,
  external_id: fact.external?.id ?? null,
  external_source: fact.external?.source ?? null,
  mentions: fact.mentions.map((one) => ({ ...mentionView(one), reason: one.reason }))
})

/** The owner's additions to a promoted mention. */
export const PromotionBody = Schema.Struct({
  event_type: field(Schema.optional(EventType), "Type of the event"),
  title: field(Schema.optional(Name), "Title of the event", "Harbor City at Tidewater"),
  event_date: withExample(Schema.optional(Day), "2026-06-14")
}).annotations({ identifier: "EventPromotion" })
export type PromotionBody = typeof PromotionBody.Type

const Notes = Schema.Trim.pipe(Schema.maxLength(5_000))

/** The owner's decision on an event. Absent members keep their value; null clears the decision. */
export const PresenceBody = Schema.Struct({
  attended: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether the person attended; null: as the sources report",
    true
  ),
  notes: field(
    Schema.optional(Schema.NullOr(Notes)),
    "The person's own notes; empty: none; null: those that the sources report",
    "A gift"
  )
}).annotations({ identifier: "EventPresence" })

const Cents = Schema.Int.pipe(Schema.between(0, 2_147_483_647))

/** An order of a manual event. */
const ManualTicket = Schema.Struct({
  vendor: field(Schema.optional(Name), "Ticket vendor", "ticketmaster"),
  order_id: field(Schema.optional(Name), "Order number", "12-34567/SEA"),
  section: field(Schema.optional(Name), "Section", "118"),
  row: field(Schema.optional(Name), "Row", "12"),
  seats: field(Schema.optional(Schema.Array(Name).pipe(Schema.maxItems(100))), "Seats", ["3"]),
  quantity: field(Schema.optional(Schema.Int.pipe(Schema.between(1, 1_000))), "Count", 2),
  total_price_cents: field(Schema.optional(Cents), "Total price in hundredths of the currency", 12400),
  currency: field(
    Schema.optional(
      Schema.String.pipe(Schema.pattern(/^[A-Z]{3}$/, { message: () => "must be three capital letters, such as USD" }))
    ),
    "ISO 4217 currency code",
    "USD"
  ),
  purchased_at: field(
    Schema.optional(
      Schema.String.pipe(Schema.filter((text) => isDayOrTimestamp(text) || "must be an ISO 8601 day or timestamp"))
    ),
    "Time of purchase",
    "2026-05-02T17:30:00.000Z"
  )
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

/** Rejects an event that ends before it begins, has only one team, or has no name. */
const contradictionIn = (event: Named) => {
  const { away_team: away, end_date: end, game_id: game, home_team: home, performers = [], title } = event
  if (end !== undefined && end < event.event_date)
    return { path: ["end_date"], message: "must not be before event_date" }
  if ((home === undefined) !== (away === undefined))
    return { path: [home === undefined ? "home_team" : "away_team"], message: "is missing: a game has two teams" }
  return title === undefined && home === undefined && game === undefined && performers.length === 0
    ? { path: ["title"], message: "is missing: name the event, its teams, its performers or its game_id" }
    : true
}

/** A manual event: `POST /v1/admin/sync/attending/manual-import`, and an item of `daybook import manual FILE`. */
export const ManualEvent = Schema.Struct({
  event_type: field(EventType, "Type of the event"),
  event_date: Day,
  title: field(Schema.optional(Name), "Title of the event", "Harbor City at Tidewater"),
  time: field(
    Schema.optional(
      Schema.String.pipe(
        Schema.pattern(/^([01]\d|2[0-3]):[0-5]\d$/, { message: () => "must be a time at the venue as HH:MM" })
      )
    ),
    "Start time at the venue, `HH:MM`",
    "19:10"
  ),
  end_date: Schema.optional(Day),
  venue_name: field(Schema.optional(Name), "Name of the venue", "Tidewater Park"),
  city: field(Schema.optional(Name), "City", "Portland"),
  state: field(Schema.optional(Name), "State or region", "Oregon"),
  country: field(
    Schema.optional(
      Schema.String.pipe(Schema.pattern(/^[A-Z]{2}$/, { message: () => "must be two capital letters, such as US" }))
    ),
    "Country",
    "US"
  ),
  home_team: field(Schema.optional(Name), "Home team", "Tidewater Herons"),
  away_team: field(Schema.optional(Name), "Away team", "Harbor City Lanterns"),
  game_id: field(
    Schema.optional(Name.annotations({ description: "The league's own id of the game" })),
    "Id of the game in its league",
    "746512"
  ),
  performers: field(Schema.optional(Schema.Array(Name).pipe(Schema.maxItems(50))), "Performers, headliner first", [
    "Velmora Tide"
  ]),
  attended: field(Schema.optional(Schema.Boolean), "Whether the person attended; false for upcoming events"),
  notes: field(Schema.optional(Notes), "Notes", "A gift"),
  tickets: field(Schema.optional(Schema.Array(ManualTicket).pipe(Schema.maxItems(50))), "Tickets, one entry per order")
})
  .pipe(Schema.filter((event) => contradictionIn(event)))
  .annotations({ identifier: "ManualEvent" })
export type ManualEvent = typeof ManualEvent.Type

/** Every home game of a team in a season, with exceptions: for owners of season tickets. */
export const ManualSeason = Schema.Struct({
  event_type: field(EventType, "Type of the event"),
  team_id: field(Schema.Int.pipe(Schema.between(1, 2_147_483_647)), "Id of the team in its league", 136),
  season: field(Schema.Int.pipe(Schema.between(1900, 2100)), "Year that the league names the season after", 2026),
  attendance: field(Schema.Literal("all_home"), "Number of spectators"),
  exceptions: field(
    Schema.optional(Schema.Array(LocalDate).pipe(Schema.maxItems(200))),
    "Dates of games that were not attended",
    ["2026-06-15"]
  )
}).annotations({ identifier: "ManualSeason" })
export type ManualSeason = typeof ManualSeason.Type

export const ManualImport = Schema.Union(ManualSeason, ManualEvent)
export type ManualImport = typeof ManualImport.Type

/** An item of an import without a match. */
const UnmatchedItem = Schema.Struct({
  event_id: field(Schema.NullOr(Schema.Number), "Id of the event", 42),
  event_date: field(Schema.NullOr(LocalDate), "Date in the venue's time zone", "2026-06-14"),
  title: field(Text, "Title", "Violet Chalk"),
  reason: field(Schema.String, "Reason", "plays of the children")
}).annotations({ identifier: "ManualUnmatched" })
export type Unmatched = typeof UnmatchedItem.Type

export const Imported = Schema.Struct({
  status: field(Schema.Literal("completed"), "Status"),
  items_synced: field(Schema.Number, "Number of records added, changed or removed", 37),
  events: field(Schema.Array(Schema.Number), "Ids of the events", [1]),
  unmatched: Schema.Array(UnmatchedItem).annotations({
    description: "Games and concerts without a match in a league or a set list, and exceptions without a game"
  })
}).annotations({ identifier: "ManualImported" })

export const Promoted = Schema.Struct({
  status: field(Schema.Literal("promoted"), "Status"),
  event_id: field(Schema.Number, "Id of the event", 42)
}).annotations({ identifier: "EventPromoted" })
export const Rejected = Schema.Struct({ status: field(Schema.Literal("rejected"), "Status"), id: idField }).annotations(
  { identifier: "MentionRejected" }
)
export const Separated = Schema.Struct({
  status: field(Schema.Literal("separated"), "Status"),
  id: idField
}).annotations({ identifier: "MentionSeparated" })
export const Reprocessed = Schema.Struct({
  status: field(Schema.Literal("completed"), "Status"),
  mentions: field(Schema.Number, "Tickets and calendar entries that report the event", 3),
  changed: field(Schema.Number, "Number of records changed", 2)
}).annotations({ identifier: "EventsReprocessed" })
