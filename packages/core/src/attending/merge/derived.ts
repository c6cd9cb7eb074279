import { Array } from "effect"
import { categoryOf, leagueOf, seasonOf } from "../kinds.js"
import type { PerformerMention, VenueMention } from "../model.js"
import type { Draft } from "./model.js"
import { plain } from "./words.js"

/** A stored mention and its current event. */
export interface LinkedMention {
  readonly id: number
  /** `mentionKey` of the mention. */
  readonly name: string
  readonly eventId: number | null
  readonly reason: string | null
}

/** A draft and the id of its event. */
export interface PlacedDraft {
  readonly draft: Draft
  readonly id: number
}

/**
 * Which drafts keep the id of an existing event. An event keeps its id while it has any of its mentions. If several ids
 * qualify, the oldest wins; if several drafts do, the one with the oldest mention.
 */
export const keepIds = (
  mentions: ReadonlyArray<LinkedMention>,
  drafts: ReadonlyArray<Draft>,
  existing: ReadonlySet<number>
): ReadonlyMap<Draft, number> => {
  const eventOf = new Map(mentions.map(({ eventId, name }) => [name, eventId]))
  const ageOf = new Map(mentions.map(({ id, name }) => [name, id]))
  const age = ({ members }: Draft) => Math.min(...members.map((name) => ageOf.get(name) ?? Infinity))
  const usedIds = new Set<number>()
  const reusedIds = new Map<Draft, number>()
  for (const draft of drafts.toSorted((a, b) => age(a) - age(b))) {
    const free = draft.members
      .flatMap((name) => eventOf.get(name) ?? [])
      .filter((id) => existing.has(id) && !usedIds.has(id))
    if (free.length === 0) continue
    const id = Math.min(...free)
    usedIds.add(id)
    reusedIds.set(draft, id)
  }
  return reusedIds
}

/** A mention with its event as it is reported, without corrections. */
export interface StoredLink extends LinkedMention {
  readonly reportedEventId: number | null
}

const placesOf = (placed: ReadonlyArray<PlacedDraft>) =>
  new Map(placed.flatMap((one) => one.draft.members.map((name) => [name, one] as const)))

/** The mentions whose events, or the reason for them, change. A mention without a draft has no event. */
export const changedLinks = (
  mentions: ReadonlyArray<StoredLink>,
  reported: ReadonlyArray<PlacedDraft>,
  visible: ReadonlyArray<PlacedDraft>
): ReadonlyArray<Omit<StoredLink, "name">> => {
  const [reportedOf, visibleOf] = [placesOf(reported), placesOf(visible)]
  return mentions.flatMap(({ eventId, id, name, reason, reportedEventId }) => {
    const place = visibleOf.get(name)
    const link = {
      eventId: place?.id ?? null,
      reportedEventId: reportedOf.get(name)?.id ?? null,
      reason: place?.draft.reasons[name] ?? null
    }
    return link.eventId === eventId && link.reportedEventId === reportedEventId && link.reason === reason
      ? []
      : [{ id, ...link }]
  })
}

/** The name by which events at one venue are found; null without a venue. */
export const plainVenueOf = ({ reportedVenue, venue }: Draft): string | null =>
  venue === null ? null : plain(reportedVenue ?? venue.name)

/** Values by which events are found. */
export const searchValues = (draft: Draft) => ({
  category: draft.kind === null ? null : categoryOf(draft.kind),
  plainVenue: plainVenueOf(draft),
  season: seasonIn(draft),
  sides: sidesOf(draft),
  homeId: draft.game?.home.team.id ?? null,
  awayId: draft.game?.away.team.id ?? null
})

/** The season as its league defines it; for a game of an unknown league, by its day. */
const seasonIn = ({ date, game, kind }: Draft): number | null => {
  const league = kind === null ? null : leagueOf(kind)
  return game?.season ?? (league === null || date === null ? null : seasonOf(league, date))
}

/** The names of both teams, one per line. */
const sidesOf = ({ game, teams }: Draft): string | null => {
  if (game !== null) return [game.home.team.name, game.away.team.name].map(plain).join("\n")
  return teams === null ? null : [teams.home, teams.away].map(plain).join("\n")
}

/** A performer on the bill of an event. `place` counts from 0, `plainName` identifies the performer. */
export interface Billing extends PerformerMention {
  readonly eventId: number
  readonly place: number
  readonly plainName: string
}

/**
 * The bills of events, and each performer on them once, ordered by plain name. A name that occurs twice on a bill keeps
 * its first place.
 */
export const billsOf = (
  events: ReadonlyArray<{ readonly id: number; readonly performers: ReadonlyArray<PerformerMention> }>
): { readonly bills: ReadonlyArray<Billing>; readonly performers: ReadonlyArray<Billing> } => {
  const bills = events.flatMap(({ id, performers }) =>
    Array.dedupeWith(
      performers
        .map((one, place) => ({ eventId: id, place, ...one, plainName: plain(one.name) }))
        .filter(({ plainName }) => plainName !== ""),
      (one, other) => one.plainName === other.plainName
    )
  )
  const byName = new Map(bills.toReversed().map((one) => [one.plainName, one]))
  return { bills, performers: [...byName.values()].toSorted((a, b) => (a.plainName < b.plainName ? -1 : 1)) }
}

/** The venue that an event names. */
export interface EventPlace {
  readonly id: number
  readonly plainVenue: string
  readonly venue: VenueMention
}

/** Events at one venue. */
export interface VenueEvents {
  readonly plainName: string
  /** Empty if no event names a city. */
  readonly plainCity: string
  /** Whether all events of this venue's name are here. */
  readonly isOnlyCity: boolean
  readonly events: ReadonlyArray<number>
  readonly details: Omit<VenueMention, "address" | "zone">
}

/**
 * Groups events by venue, newest first. Venues of one name in different cities are two. If only one city is named, it
 * applies to all of them. Each detail is that of the newest event that has it.
 */
export const venuesOf = (places: ReadonlyArray<EventPlace>): ReadonlyArray<VenueEvents> =>
  Object.values(Array.groupBy(places, ({ plainVenue }) => plainVenue))
    .flatMap(byCity)
    .map(({ events, ...group }) => ({
      ...group,
      plainName: events[0].plainVenue,
      events: events.map(({ id }) => id),
      details: detailsOf(events.map(({ venue }) => venue))
    }))

const byCity = (places: Array.NonEmptyReadonlyArray<EventPlace>) => {
  const cityOf = ({ venue }: EventPlace) => (venue.city === null ? "" : plain(venue.city))
  const cities = [...new Set(places.map(cityOf).filter((city) => city !== ""))]
  if (cities.length <= 1) return [{ plainCity: cities[0] ?? "", isOnlyCity: true, events: places }]
  return Object.entries(Array.groupBy(places, cityOf)).map(([plainCity, events]) => ({
    plainCity,
    isOnlyCity: false,
    events
  }))
}

const detailsOf = (mentioned: ReadonlyArray<VenueMention>): VenueEvents["details"] => {
  const newestOf = <K extends keyof VenueMention>(field: K) =>
    mentioned.map((venue) => venue[field]).find((value) => value !== null) ?? null
  return {
    name: mentioned[0]!.name,
    city: newestOf("city"),
    state: newestOf("state"),
    country: newestOf("country"),
    latitude: newestOf("latitude"),
    longitude: newestOf("longitude"),
    capacity: newestOf("capacity")
  }
}
