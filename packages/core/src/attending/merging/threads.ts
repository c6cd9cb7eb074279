import type { LocalDate } from "../../shared/LocalDate.js"
import type { EventType } from "../kinds.js"
import type { External, Mention } from "../records.js"
import { fromOrdinal } from "../../shared/LocalDate.js"
import { type Ground, type Told, daysOf, mentionKey, orderKeys, pairKey } from "./Told.js"
import { likeness, mentions, venueName, wordsOf } from "./words.js"

/** Mentions that speak of one thing for sure: one order at a seller, or one row. What was said last counts. */
export interface Thread {
  /** Of its first mention. */
  readonly key: string
  /** What was said last comes first. */
  readonly told: ReadonlyArray<Told>
  readonly state: Mention["state"]
  readonly kind: EventType | null
  readonly date: LocalDate | null
  readonly days: ReadonlyArray<LocalDate>
  /** Minutes from midnight at the venue. */
  readonly minutes: number | null
  readonly at: number | null
  readonly words: ReadonlySet<string>
  readonly title: string | null
  readonly venue: string | null
  readonly teams: { readonly home: string; readonly away: string } | null
  readonly performers: ReadonlyArray<string>
  readonly externals: ReadonlyArray<External>
  readonly hasOrder: boolean
}

export const byKey = (a: Told, b: Told): number => mentionKey(a) < mentionKey(b) ? -1 : mentionKey(a) > mentionKey(b) ? 1 : 0
const newestFirst = (a: Told, b: Told) => b.mention.saidAt - a.mention.saidAt || byKey(a, b)

/** The first answer that is not null. */
export const first = <A, B>(of: ReadonlyArray<A>, ask: (one: A) => B | null): B | null => {
  for (const one of of) {
    const answer = ask(one)
    if (answer !== null) return answer
  }
  return null
}

/** Threads of the mentions that were read, not rejected, and no rows that the rules leave out. */
export const threadsOf = (ground: Ground): ReadonlyArray<Thread> => {
  const read = ground.told.filter((one) => !one.rejected && (one.mention.state !== "unread" || one.promotion !== null) && !isLeftOut(one, ground)).toSorted(byKey)
  return groups(read).flatMap((group) => group.length === 1 ? [group] : shows(group)).flatMap((told) => kept(told, ground.apart)).map((told) => threadOf(told, ground))
}

/** A row of a calendar whose title has a word of what is no event; where the person, a seller or a list speaks, the word is a name. */
const isLeftOut = ({ mention, presence, promotion, source }: Told, { rules }: Ground): boolean =>
  source !== "manual" && promotion === null && presence === null && mention.orders.length === 0 && mention.attended !== true && mention.external === null &&
  mention.evidence === null && mentions(mention.title ?? "", rules.ignore)

/** Without pairs that the person took apart. */
const kept = (told: ReadonlyArray<Told>, apart: ReadonlySet<string>): ReadonlyArray<ReadonlyArray<Told>> => {
  const parts: Array<Array<Told>> = []
  for (const one of told) {
    const part = parts.find((others) => others.every((other) => !apart.has(pairKey(mentionKey(one), mentionKey(other)))))
    if (part === undefined) parts.push([one])
    else part.push(one)
  }
  return parts
}

/** Mentions that share an order, at whatever remove. */
const groups = (told: ReadonlyArray<Told>): ReadonlyArray<ReadonlyArray<Told>> => {
  const byOrder = new Map<string, Array<Told>>()
  const all: Array<Array<Told>> = []
  for (const one of told) {
    const keys = orderKeys(one.mention)
    const known = [...new Set(keys.flatMap((key) => byOrder.get(key) ?? []).flatMap((other) => all.find((group) => group.includes(other)) ?? []))]
    const groupsOf = all.filter((group) => known.some((other) => group.includes(other)))
    const group = [...groupsOf.flat(), one]
    groupsOf.forEach((old) => all.splice(all.indexOf(old), 1))
    all.push(group)
    keys.forEach((key) => byOrder.set(key, [...(byOrder.get(key) ?? []), one]))
  }
  return all
}

/** One order may hold tickets to several shows: each message is laid beside what the messages before it named. */
const shows = (group: ReadonlyArray<Told>): ReadonlyArray<ReadonlyArray<Told>> => {
  const found: Array<Array<Told>> = []
  for (const message of messages(group)) {
    const before = found.map((show) => [...show])
    for (const one of message) {
      const fits = before.map((show, place) => ({ place, fit: fitOf(show, one.mention, message.length > 1) })).filter(({ fit }) => fit > 0)
      const best = fits.toSorted((a, b) => b.fit - a.fit || a.place - b.place)[0]
      const same = found.slice(before.length).find((show) => isSameShow(show[0]!.mention, one.mention))
      if (best !== undefined) found[best.place]!.push(one)
      else if (same !== undefined) same.push(one)
      else found.push([one])
    }
  }
  return found
}

/** In the order in which they were sent; what was said at one instant by one source is one message. */
const messages = (group: ReadonlyArray<Told>): ReadonlyArray<ReadonlyArray<Told>> => {
  const byTime = new Map<string, Array<Told>>()
  for (const one of group.toSorted((a, b) => a.mention.saidAt - b.mention.saidAt || byKey(a, b))) {
    const of = one.mention.evidence?.hash ?? `${one.source} ${one.mention.saidAt}`
    byTime.set(of, [...(byTime.get(of) ?? []), one])
  }
  return [...byTime.values()]
}

const isSameShow = (a: Mention, b: Mention): boolean => a.date === b.date && a.time === b.time && (a.title === null || b.title === null || a.title === b.title)

/** How well a later word fits what was said of a show; 0 where it is of another. */
const fitOf = (show: ReadonlyArray<Told>, mention: Mention, oneOfSeveral: boolean): number => {
  const [last] = show.toSorted(newestFirst)
  const known = last!.mention
  const sameDate = mention.date === null || known.date === null || known.date === mention.date
  const sameTime = mention.time === null || known.time === null || known.time === mention.time
  const alike = mention.title === null || known.title === null ? 0.5 : likeness(wordsOf(mention.title), wordsOf(known.title))
  if (alike < 0.34 || (oneOfSeveral && !(sameDate && sameTime))) return 0
  return 1 + alike + (sameDate ? 2 : 0) + (sameTime ? 1 : 0)
}

const dayMs = 86_400_000

const minutesOf = (time: string | null): number | null => {
  const match = /^(\d{1,2}):(\d{2})/.exec(time ?? "")
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

const threadOf = (group: ReadonlyArray<Told>, ground: Ground): Thread => {
  const told = group.toSorted(newestFirst)
  const says = <A>(ask: (mention: Mention) => A | null): A | null => first(told, ({ mention }) => ask(mention))
  const promoted = <A>(ask: (promotion: NonNullable<Told["promotion"]>) => A | null): A | null =>
    first(told, ({ promotion }) => promotion === null ? null : ask(promotion))
  const dated = told.find(({ mention }) => mention.date !== null || mention.at !== null)?.mention
  const at = dated?.at ?? null
  // What was told as an instant alone is shown on the clocks of the place.
  const shown = dated === undefined || dated.date !== null || at === null ? null : at + ground.aheadAt(at, says((mention) => mention.venue?.zone ?? null))
  const date = promoted((by) => by.date) ?? dated?.date ?? (shown === null ? null : fromOrdinal(Math.floor(shown / dayMs)))
  const title = promoted((by) => by.title) ?? says((mention) => mention.title)
  const venue = says((mention) => mention.venue)
  const performers = says((mention) => mention.performers.length > 0 ? mention.performers.map(({ name }) => name) : null) ?? []
  const teams = says((mention) => mention.teams)
  return {
    key: mentionKey(group.toSorted(byKey)[0]!),
    told,
    state: told[0]!.mention.state,
    kind: promoted((by) => by.kind) ?? says((mention) => mention.kind),
    date,
    days: daysOf(date, dated?.lastDate ?? null),
    minutes: shown === null ? minutesOf(dated?.time ?? null) : Math.floor((shown - Math.floor(shown / dayMs) * dayMs) / 60_000),
    at,
    words: wordsOf([title ?? "", ...performers, teams?.home ?? "", teams?.away ?? ""].join(" ")),
    title,
    venue: venue === null ? null : venueName(venue.name, ground.rules),
    teams,
    performers,
    externals: told.flatMap(({ mention }) => mention.external ?? []),
    hasOrder: told.some(({ mention }) => mention.orders.length > 0)
  }
}
