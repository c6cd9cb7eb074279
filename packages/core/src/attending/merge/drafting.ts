import type { Game } from "../games.js"
import { type EventType, categoryOf } from "../kinds.js"
import { localInstant } from "../../shared/DateRange.js"
import { addDays, type LocalDate, toOrdinal } from "../../shared/LocalDate.js"
import { person } from "../../explain/index.js"
import { type EventDoubt, type External, type Mention, type VenueMention, setListProvider } from "../model.js"
import { attendanceOf, evidenceOf, latest } from "./attendance.js"
import { correctedVenue, decisionsOf, withPresence } from "./corrected.js"
import { kindOf, performersOf } from "./kinds.js"
import { type Draft, type MergeInput, type StoredMention, concertKey, externalKey, mentionKey } from "./model.js"
import { type Node, type Parts, keysOf, partsOf } from "./nodes.js"
import { ordersOf } from "./orders.js"
import { first, movedAway, type Thread } from "./threads.js"
import { sameVenue, venueName } from "./words.js"

interface SourcedValue<A> {
  readonly value: A
  readonly from: string
}

const firstSourced = <A>(
  mentions: ReadonlyArray<StoredMention>,
  pick: (mention: Mention) => A | null
): SourcedValue<A> | null =>
  first(mentions, (one) => {
    const value = pick(one.mention)
    return value === null ? null : { value, from: mentionKey(one) }
  })

/**
 * The draft of a cluster. Null if there is nothing to list: a calendar row that is not an event, or a cancelled one.
 */
export const draftOf = (reported: ReadonlyArray<Node>, input: MergeInput): Draft | null => {
  const decisions = decisionsOf(reported, input)
  const cluster = withPresence(reported, decisions.presence)
  const parts = partsOf(cluster)
  const { concerts, game, threads, mentions } = parts
  const attendance = attendanceOf(threads, mentions, game)
  if (!attendance.listed) return null
  const reason = kindOf(parts, input)
  const kind = decisions.kindOf(reason.type)
  const evidence = evidenceOf(parts, reason, input)
  if (evidence === "none") return null
  const date =
    game?.date ??
    movedDateOf(threads) ??
    first(threads, (thread) => thread.date) ??
    first(concerts, (concert) => concert.date)
  const fields = fieldsOf(parts, input, kind, decisions.title)
  const venue = fields.venue === null ? null : correctedVenue(fields.venue.value, input)
  const isHidden = decisions.isHidden || venue?.isHidden === true
  const doubt: EventDoubt | null =
    date === null ? "undated" : evidence !== "listed" ? "unconfirmed" : isHidden ? "hidden" : null
  const when = timeOf(parts, input, fields.venue?.value ?? null, date)
  return {
    members: [...new Set(cluster.flatMap((node) => (node.is === "thread" ? keysOf(node) : [])))].toSorted(),
    doubt,
    kind: kind ?? (doubt === null || doubt === "hidden" ? "other" : null),
    title: fields.title.value,
    subtitle: concerts.length === 1 ? concerts[0]!.tour : null,
    date,
    lastDate:
      game === null ? first(threads, ({ days }) => (days.length > 1 && days[0] === date ? days.at(-1)! : null)) : null,
    ...when.time,
    status: attendance.status,
    going: attendance.going,
    external: externalOf(parts),
    game,
    concerts,
    venue: venue?.venue ?? null,
    ...(venue === null || venue.reportedName === null ? null : { reportedVenue: venue.reportedName }),
    teams: fields.teams?.value ?? null,
    mySide: mySideOf(game, input),
    performers: performersOf(parts, kind, input),
    orders: ordersOf(mentions),
    notes: fields.notes?.value ?? null,
    origins: originsOf({ ...fields, ...when.origins }),
    reasons: reasonsOf(cluster)
  }
}

/** The date to which a calendar row was moved from that of the tickets. */
const movedDateOf = (threads: ReadonlyArray<Thread>): LocalDate | null =>
  first(threads, (row) => (threads.some((ticket) => movedAway(row, ticket)) ? row.date : null))

const externalOf = ({ concerts, game, mentions }: Parts): External | null =>
  game?.external ??
  (concerts.length > 0
    ? { source: setListProvider, id: concerts[0]!.id }
    : first(mentions, ({ mention }) => mention.external))

const mySideOf = (game: Game | null, { rules }: MergeInput): "home" | "away" | null => {
  if (game === null) return null
  const isMine = (id: number) => rules.teams.some((team) => team.league === game.league && team.id === id)
  return isMine(game.home.team.id) ? "home" : isMine(game.away.team.id) ? "away" : null
}

const fieldsOf = (parts: Parts, input: MergeInput, kind: EventType | null, title: string | null) => {
  const { mentions } = parts
  return {
    title: title === null ? titleOf(parts, kind) : { value: title, from: person },
    venue: venueOf(parts, input),
    teams: firstSourced(mentions, (mention) => mention.teams),
    notes: notesOf(mentions)
  }
}

/** The owner's notes, else the first of the sources. */
const notesOf = (mentions: ReadonlyArray<StoredMention>): SourcedValue<string> | null => {
  const own = latest(mentions.filter(({ ownNotes }) => ownNotes !== null))
  if (own === undefined) return firstSourced(mentions, (mention) => mention.notes)
  return own.ownNotes === "" ? null : { value: own.ownNotes!, from: mentionKey(own) }
}

const titleOf = ({ concerts, game, mentions }: Parts, kind: EventType | null): SourcedValue<string> => {
  const byHand = firstSourced(
    mentions.filter(({ source }) => source === "manual"),
    (mention) => mention.title
  )
  const promoted = first(mentions, (one) =>
    one.promotion?.title == null ? null : { value: one.promotion.title, from: mentionKey(one) }
  )
  const played =
    game === null
      ? null
      : { value: `${game.away.team.name} at ${game.home.team.name}`, from: externalKey(game.external) }
  const listed = concerts.length === 1 ? { value: concerts[0]!.artist.name, from: concertKey(concerts[0]!) } : null
  const teams =
    kind === null || categoryOf(kind) !== "sports"
      ? null
      : firstSourced(mentions, ({ teams }) => (teams === null ? null : `${teams.away} at ${teams.home}`))
  return (
    promoted ??
    byHand ??
    played ??
    listed ??
    firstSourced(mentions, (mention) => mention.title) ??
    teams ??
    firstSourced(mentions, ({ performers }) => performers[0]?.name ?? null) ?? {
      value: "Untitled",
      from: mentionKey(mentions[0]!)
    }
  )
}

/** The venue of the most authoritative source, completed by other reports of the same venue. */
const venueOf = ({ concerts, game, mentions }: Parts, { rules }: MergeInput): SourcedValue<VenueMention> | null => {
  const all: ReadonlyArray<SourcedValue<VenueMention>> = [
    ...(game?.venue == null ? [] : [{ value: game.venue, from: externalKey(game.external) }]),
    ...concerts.flatMap((concert) =>
      concert.venue === null ? [] : [{ value: concert.venue, from: concertKey(concert) }]
    ),
    ...mentions.flatMap((one) =>
      one.mention.venue === null ? [] : [{ value: one.mention.venue, from: mentionKey(one) }]
    )
  ]
  const [best] = all
  if (best === undefined) return null
  const name = venueName(best.value.name, rules)
  const same = all.filter(({ value }) => sameVenue(venueName(value.name, rules), name)).map(({ value }) => value)
  const firstOf = <K extends keyof VenueMention>(field: K) => first(same, (venue) => venue[field]) as VenueMention[K]
  return {
    from: best.from,
    value: {
      name,
      address: firstOf("address"),
      city: firstOf("city"),
      state: firstOf("state"),
      country: firstOf("country"),
      latitude: firstOf("latitude"),
      longitude: firstOf("longitude"),
      capacity: firstOf("capacity"),
      zone: firstOf("zone")
    }
  }
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** The start with the venue's UTC offset, and the end of the last day there. */
const timeOf = ({ game, threads }: Parts, input: MergeInput, venue: VenueMention | null, date: string | null) => {
  const zone = venue?.zone ?? null
  if (date === null) return { time: { at: null, startsAt: null, over: null }, origins: {} }
  const midnight = toOrdinal(date) * dayMs
  const wallOf = (thread: Thread) =>
    thread.minutes === null ? null : toOrdinal(thread.date!) * dayMs + thread.minutes * minuteMs
  const timed = threads.find((thread) => thread.date === date && (thread.at !== null || thread.minutes !== null))
  const wall = timed === undefined ? null : wallOf(timed)
  const reportedAt = timed === undefined ? null : (timed.at ?? instantOf(wall!, zone, input))
  const at = game?.at ?? (game === null || game.date === timed?.date ? reportedAt : null)
  const ownOffset = timed?.at != null && wall !== null && isPlausibleOffset(wall - timed.at) ? wall - timed.at : null
  const zoneOffset = input.aheadAt(at ?? midnight, zone)
  const isOn = (offset: number) => Math.floor(((at ?? 0) + offset) / dayMs) === toOrdinal(date)
  // A state may have two zones: prefer the written offset if the state's zone yields another day.
  const offset =
    at !== null && ownOffset !== null && (zone === null || (isOn(ownOffset) && !isOn(zoneOffset)))
      ? ownOffset
      : zoneOffset
  const days =
    first(threads, (thread) => (thread.days.length > 1 && thread.days[0] === date ? thread.days.length : null)) ?? 1
  const end = toOrdinal(addDays(date, game === null ? days : 1)) * dayMs
  return {
    time: {
      at,
      startsAt: at === null ? null : isoAt(at, offset),
      over: offset === zoneOffset ? instantOf(end, zone, input) : end - offset
    },
    origins: at === null ? {} : { time: { from: game?.at != null ? externalKey(game.external) : timed!.key } }
  }
}

const isPlausibleOffset = (offset: number) => offset % (15 * minuteMs) === 0 && Math.abs(offset) <= 14 * 60 * minuteMs

/** The instant of a wall-clock time, which is written as if it were UTC. */
const instantOf = (wall: number, zone: string | null, { aheadAt }: MergeInput): number =>
  localInstant({ offsetAt: (at) => aheadAt(at, zone) }, wall)

/** `2026-04-19T13:10:00-07:00`. */
const isoAt = (at: number, offset: number): string => {
  const minutes = Math.abs(Math.round(offset / minuteMs))
  const two = (value: number) => String(value).padStart(2, "0")
  return `${new Date(at + offset).toISOString().slice(0, 19)}${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const originsOf = (
  fields: Readonly<Record<string, { readonly from: string } | null>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).flatMap(([field, one]) => (one === null ? [] : [[field, one.from]])))

/** Why each mention belongs to the cluster. */
const reasonsOf = (cluster: ReadonlyArray<Node>): Readonly<Record<string, string>> => {
  const [anchor] = cluster.filter(({ is }) => is !== "thread")
  return Object.fromEntries(
    cluster.flatMap((node) =>
      node.is !== "thread"
        ? []
        : node.thread.mentions.map((one) => [
            mentionKey(one),
            node.thread.mentions.length > 1
              ? "same order"
              : anchor?.is === "game"
                ? "same game"
                : anchor?.is === "concert"
                  ? "same concert"
                  : "same day, place and name"
          ])
    )
  )
}
