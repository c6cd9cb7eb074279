import type { Game } from "../games.js"
import { type EventType, categoryOf } from "../kinds.js"
import type { External, Mention, VenueMention } from "../records.js"
import { localInstant } from "../../shared/DateRange.js"
import { addDays, toOrdinal } from "../../shared/LocalDate.js"
import type { Doubt, Draft } from "./Draft.js"
import { evidenceOf } from "./evidence.js"
import { standingOf } from "./going.js"
import { kindOf } from "./kinds.js"
import { type Node, keysOf } from "./nodes.js"
import { ordersOf } from "./orders.js"
import { performersOf } from "./performers.js"
import { type Parts, partsOf } from "./parts.js"
import { first, type Thread } from "./threads.js"
import { type Ground, type Told, concertKey, externalKey, mentionKey } from "./Told.js"
import { sameVenue, venueName } from "./words.js"

interface Found<A> {
  readonly value: A
  readonly from: string
}

const said = <A>(told: ReadonlyArray<Told>, ask: (mention: Mention) => A | null): Found<A> | null =>
  first(told, (one) => {
    const value = ask(one.mention)
    return value === null ? null : { value, from: mentionKey(one) }
  })

/** What a cluster comes to; null where it is nothing to show: a row of a calendar that is no event, or one that is off. */
export const draftOf = (cluster: ReadonlyArray<Node>, ground: Ground): Draft | null => {
  const parts = partsOf(cluster)
  const { concerts, game, threads, told } = parts
  const standing = standingOf(threads, told, game)
  if (!standing.listed) return null
  const reason = kindOf(parts, ground)
  const kind = reason.type
  const evidence = evidenceOf(parts, reason, ground)
  if (evidence === "none") return null
  const date = game?.date ?? first(threads, (thread) => thread.date) ?? first(concerts, (concert) => concert.date)
  const doubt: Doubt | null = date === null ? "undated" : evidence === "listed" ? null : "unconfirmed"
  const found = fieldsOf(parts, ground, kind)
  const when = timeOf(parts, ground, found.venue?.value ?? null, date)
  return {
    members: [...new Set(cluster.flatMap((node) => node.is === "thread" ? keysOf(node) : []))].toSorted(),
    doubt,
    kind: kind ?? (doubt === null ? "other" : null),
    title: found.title.value,
    subtitle: concerts.length === 1 ? concerts[0]!.tour : null,
    date,
    lastDate: game === null ? first(threads, ({ days }) => days.length > 1 && days[0] === date ? days.at(-1)! : null) : null,
    ...when.time,
    status: standing.status,
    going: standing.going,
    external: externalOf(parts),
    game,
    concerts,
    venue: found.venue?.value ?? null,
    teams: found.teams?.value ?? null,
    mySide: mySideOf(game, ground),
    performers: performersOf(parts, kind, ground),
    orders: ordersOf(told),
    notes: found.notes?.value ?? null,
    origins: originsOf({ ...found, ...when.found }),
    reasons: reasonsOf(cluster)
  }
}

const externalOf = ({ concerts, game, told }: Parts): External | null =>
  game?.external ?? (concerts.length > 0 ? { source: "setlist_fm", id: concerts[0]!.id } : first(told, ({ mention }) => mention.external))

const mySideOf = (game: Game | null, { rules }: Ground): "home" | "away" | null => {
  if (game === null) return null
  const isMine = (id: number) => rules.teams.some((team) => team.league === game.league && team.id === id)
  return isMine(game.home.team.id) ? "home" : isMine(game.away.team.id) ? "away" : null
}

const fieldsOf = (parts: Parts, ground: Ground, kind: EventType | null) => {
  const { told } = parts
  return {
    title: titleOf(parts, kind),
    venue: venueOf(parts, ground),
    teams: said(told, (mention) => mention.teams),
    notes: said(told, (mention) => mention.notes)
  }
}

const titleOf = ({ concerts, game, told }: Parts, kind: EventType | null): Found<string> => {
  const byHand = said(told.filter(({ source }) => source === "manual"), (mention) => mention.title)
  const promoted = first(told, (one) => one.promotion?.title == null ? null : { value: one.promotion.title, from: mentionKey(one) })
  const played = game === null ? null : { value: `${game.away.team.name} at ${game.home.team.name}`, from: externalKey(game.external) }
  const listed = concerts.length === 1 ? { value: concerts[0]!.artist.name, from: concertKey(concerts[0]!) } : null
  const teams = kind === null || categoryOf(kind) !== "sports" ? null : said(told, ({ teams }) => teams === null ? null : `${teams.away} at ${teams.home}`)
  return promoted ?? byHand ?? played ?? listed ?? said(told, (mention) => mention.title) ?? teams ??
    said(told, ({ performers }) => performers[0]?.name ?? null) ?? { value: "Untitled", from: mentionKey(told[0]!) }
}

/** The venue that goes first, and what others know of the same. */
const venueOf = ({ concerts, game, told }: Parts, { rules }: Ground): Found<VenueMention> | null => {
  const all: ReadonlyArray<Found<VenueMention>> = [
    ...(game?.venue == null ? [] : [{ value: game.venue, from: externalKey(game.external) }]),
    ...concerts.flatMap((concert) => concert.venue === null ? [] : [{ value: concert.venue, from: concertKey(concert) }]),
    ...told.flatMap((one) => one.mention.venue === null ? [] : [{ value: one.mention.venue, from: mentionKey(one) }])
  ]
  const [best] = all
  if (best === undefined) return null
  const name = venueName(best.value.name, rules)
  const same = all.filter(({ value }) => sameVenue(venueName(value.name, rules), name)).map(({ value }) => value)
  const known = <K extends keyof VenueMention>(field: K) => first(same, (venue) => venue[field]) as VenueMention[K]
  return {
    from: best.from,
    value: {
      name, address: known("address"), city: known("city"), state: known("state"), country: known("country"),
      latitude: known("latitude"), longitude: known("longitude"), capacity: known("capacity"), zone: known("zone")
    }
  }
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** When it begins, with the offset of the venue's clocks, and when its last day there is over. */
const timeOf = ({ game, threads }: Parts, ground: Ground, venue: VenueMention | null, date: string | null) => {
  const zone = venue?.zone ?? null
  if (date === null) return { time: { at: null, startsAt: null, over: null }, found: {} }
  const midnight = toOrdinal(date) * dayMs
  const wallOf = (thread: Thread) => thread.minutes === null ? null : toOrdinal(thread.date!) * dayMs + thread.minutes * minuteMs
  const timed = threads.find((thread) => thread.date === date && (thread.at !== null || thread.minutes !== null))
  const wall = timed === undefined ? null : wallOf(timed)
  const told = timed === undefined ? null : timed.at ?? instantOf(wall!, zone, ground)
  const at = game?.at ?? (game === null || game.date === timed?.date ? told : null)
  const own = timed?.at != null && wall !== null && plausible(wall - timed.at) ? wall - timed.at : null
  const there = ground.aheadAt(at ?? midnight, zone)
  const isOn = (ahead: number) => Math.floor(((at ?? 0) + ahead) / dayMs) === toOrdinal(date)
  // A state may keep two zones: what is written holds where the state's would make another day of it.
  const ahead = at !== null && own !== null && (zone === null || (isOn(own) && !isOn(there))) ? own : there
  const days = first(threads, (thread) => thread.days.length > 1 && thread.days[0] === date ? thread.days.length : null) ?? 1
  const end = toOrdinal(addDays(date, game === null ? days : 1)) * dayMs
  return {
    time: { at, startsAt: at === null ? null : isoAt(at, ahead), over: ahead === there ? instantOf(end, zone, ground) : end - ahead },
    found: at === null ? {} : { time: { from: game?.at != null ? externalKey(game.external) : timed!.key } }
  }
}

const plausible = (ahead: number) => ahead % (15 * minuteMs) === 0 && Math.abs(ahead) <= 14 * 60 * minuteMs

/** Of a wall-clock time, as if written in UTC. */
const instantOf = (wall: number, zone: string | null, { aheadAt }: Ground): number =>
  localInstant({ offsetAt: (at) => aheadAt(at, zone) }, wall)

/** `2026-04-19T13:10:00-07:00`. */
const isoAt = (at: number, ahead: number): string => {
  const minutes = Math.abs(Math.round(ahead / minuteMs))
  const two = (value: number) => String(value).padStart(2, "0")
  return `${new Date(at + ahead).toISOString().slice(0, 19)}${ahead < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const originsOf = (found: Readonly<Record<string, { readonly from: string } | null>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(found).flatMap(([field, one]) => one === null ? [] : [[field, one.from]]))

/** Why each mention belongs to the rest. */
const reasonsOf = (cluster: ReadonlyArray<Node>): Readonly<Record<string, string>> => {
  const [anchor] = cluster.filter(({ is }) => is !== "thread")
  return Object.fromEntries(cluster.flatMap((node) => node.is !== "thread" ? [] : node.thread.told.map((one) => [
    mentionKey(one),
    node.thread.told.length > 1 ? "same order" : anchor?.is === "game" ? "same game" : anchor?.is === "concert" ? "same concert" : "same day, place and name"
  ])))
}
