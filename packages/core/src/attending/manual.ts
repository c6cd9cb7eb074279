import { unknownOf } from "../kit/record.js"
import { type EventType, categoryOf, leagueOf } from "./kinds.js"
import type { Game } from "./games.js"
import { namesIn } from "./merge/titles.js"
import {
  type External,
  type Mention,
  type Order,
  type PerformerMention,
  type VenueMention,
  mention,
  setListProvider,
  venueMentionFields
} from "./model.js"
import type { ManualEvent } from "./views/admin.js"

const noonOf = (date: string): number => Date.parse(`${date}T12:00:00Z`)

/** Games outside the supported leagues have no external id. */
const externalOf = (kind: EventType, id: string): External | null =>
  leagueOf(kind) !== null
    ? { source: kind === "mlb_game" ? "mlb_stats_api" : "espn", id }
    : categoryOf(kind) === "sports"
      ? null
      : { source: setListProvider, id }

/** A concert without performers gets the performer that its title names. */
const performersOf = ({ event_type: kind, performers, title }: ManualEvent): ReadonlyArray<string> =>
  performers !== undefined && performers.length > 0
    ? performers
    : kind === "concert" && title !== undefined
      ? [namesIn(title).at(-1)!]
      : []

const performerType = (kind: EventType): PerformerMention["type"] =>
  kind === "concert"
    ? "musical_artist"
    : kind === "comedy"
      ? "comedian"
      : kind === "theater"
        ? "theater_company"
        : "other"

const orderOf = (ticket: NonNullable<ManualEvent["tickets"]>[number]): Order => ({
  vendor: ticket.vendor ?? "manual",
  orderId: ticket.order_id ?? null,
  section: ticket.section ?? null,
  row: ticket.row ?? null,
  seats: ticket.seats ?? [],
  quantity: ticket.quantity ?? null,
  totalCents: ticket.total_price_cents ?? null,
  currency: ticket.currency ?? null,
  purchasedAt: ticket.purchased_at === undefined ? null : Date.parse(ticket.purchased_at)
})

const venueOf = ({ city, country, state, venue_name: name }: ManualEvent): VenueMention | null =>
  name === undefined
    ? null
    : { ...unknownOf(venueMentionFields), name, city: city ?? null, state: state ?? null, country: country ?? null }

/** A manual event as a mention. Its key is made of day, kind and name, so that repeated imports are idempotent. */
export const manualMention = (event: ManualEvent): Mention => {
  const teams =
    event.home_team === undefined || event.away_team === undefined
      ? null
      : { home: event.home_team, away: event.away_team }
  const name =
    event.game_id ?? event.title ?? (teams === null ? (event.performers?.[0] ?? "") : `${teams.away} at ${teams.home}`)
  return mention({
    key: [event.event_date, event.time ?? "", event.event_type, name.toLowerCase()].join("|"),
    saidAt: noonOf(event.event_date),
    kind: event.event_type,
    title: event.title ?? null,
    date: event.event_date,
    lastDate: event.end_date ?? null,
    time: event.time ?? null,
    venue: venueOf(event),
    performers: performersOf(event).map((one, place) => ({
      name: one,
      type: performerType(event.event_type),
      role: place === 0 ? "headliner" : "support",
      mbid: null
    })),
    teams,
    external: event.game_id === undefined ? null : externalOf(event.event_type, event.game_id),
    orders: (event.tickets ?? []).map(orderOf),
    attended: event.attended ?? true,
    notes: event.notes ?? null
  })
}

/** A home game attended with season tickets. */
export const seasonMention = (game: Game, kind: EventType): Mention => ({
  ...manualMention({
    event_type: kind,
    event_date: game.date,
    game_id: game.external.id,
    home_team: game.home.team.name,
    away_team: game.away.team.name
  }),
  key: `season|${game.external.source}|${game.external.id}`,
  at: game.at,
  venue: game.venue
})
