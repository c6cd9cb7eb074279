import type { LocalDate } from "../../shared/LocalDate.js"
import type { EventType } from "../kinds.js"
import { fromOrdinal } from "../../shared/LocalDate.js"
import type { External, Mention } from "../model.js"
import { type MergeInput, type StoredMention, daysOf, mentionKey, orderKeys, pairKey } from "./model.js"
import { isTransfer, provesOrder } from "./orders.js"
import { likeness, containsPhrase, venueName, wordsOf } from "./words.js"

/** Mentions that certainly belong together: those of one order, or a single row. The latest mention wins. */
export interface Thread {
  /** The key of its first mention. */
  readonly key: string
  /** Newest first. */
  readonly mentions: ReadonlyArray<StoredMention>
  readonly state: Mention["state"]
  readonly kind: EventType | null
  readonly date: LocalDate | null
  readonly days: ReadonlyArray<LocalDate>
  /** Days of a calendar row before it was moved. */
  readonly formerDays: ReadonlyArray<LocalDate>
  /** Minutes from midnight at the venue. */
  readonly minutes: number | null
  readonly at: number | null
  readonly words: ReadonlySet<string>
  readonly title: string | null
  readonly venue: string | null
  readonly teams: { readonly home: string; readonly away: string } | null
  readonly performers: ReadonlyArray<string>
  readonly externals: ReadonlyArray<External>
  /** Whether a seller reports it, including transferred tickets. */
  readonly isSold: boolean
  /** Whether tickets were bought. */
  readonly hasOrder: boolean
}

export const byKey = (a: StoredMention, b: StoredMention): number =>
  mentionKey(a) < mentionKey(b) ? -1 : mentionKey(a) > mentionKey(b) ? 1 : 0
const newestFirst = (a: StoredMention, b: StoredMention) => b.mention.saidAt - a.mention.saidAt || byKey(a, b)

/** The first result that is not null. */
export const first = <A, B>(items: ReadonlyArray<A>, pick: (one: A) => B | null): B | null => {
  for (const one of items) {
    const result = pick(one)
    if (result !== null) return result
  }
  return null
}

/** Whether a calendar row was moved away from the day of a ticket, after the ticket was bought as far as is known. */
export const movedAway = (row: Thread, ticket: Thread): boolean => {
  const [said, bought] = [row, ticket].map(({ mentions }) => mentions[0]!.mention.saidAt)
  return (
    !row.isSold &&
    ticket.hasOrder &&
    (said === 0 || said! >= bought!) &&
    row.formerDays.some((day) => ticket.days.includes(day))
  )
}

/** The threads of all mentions, except unread and rejected ones and rows that the rules ignore. */
export const threadsOf = (input: MergeInput): ReadonlyArray<Thread> => {
  const readMentions = input.mentions
    .filter(
      (one) => !one.rejected && (one.mention.state !== "unread" || one.promotion !== null) && !isIgnored(one, input)
    )
    .toSorted(byKey)
  return groupByOrder(readMentions)
    .flatMap((group) => (group.length === 1 ? [group] : splitByShow(group)))
    .flatMap((mentions) => withoutSeparated(mentions, input.apart))
    .map((mentions) => threadOf(mentions, input))
}

/**
 * Whether a calendar row's title contains an ignored word. In manual entries, tickets and lists the word is part of a
 * name.
 */
const isIgnored = ({ mention, presence, promotion, source }: StoredMention, { rules }: MergeInput): boolean =>
  source !== "manual" &&
  promotion === null &&
  presence === null &&
  mention.orders.length === 0 &&
  mention.attended !== true &&
  mention.external === null &&
  mention.evidence === null &&
  containsPhrase(mention.title ?? "", rules.ignore)

/** Splits a group so that no part contains a separated pair. */
const withoutSeparated = (
  mentions: ReadonlyArray<StoredMention>,
  apart: ReadonlySet<string>
): ReadonlyArray<ReadonlyArray<StoredMention>> => {
  const parts: Array<Array<StoredMention>> = []
  for (const one of mentions) {
    const part = parts.find((others) =>
      others.every((other) => !apart.has(pairKey(mentionKey(one), mentionKey(other))))
    )
    if (part === undefined) parts.push([one])
    else part.push(one)
  }
  return parts
}

/** Groups mentions that share an order, directly or transitively. */
const groupByOrder = (mentions: ReadonlyArray<StoredMention>): ReadonlyArray<ReadonlyArray<StoredMention>> => {
  const byOrder = new Map<string, Array<StoredMention>>()
  const all: Array<Array<StoredMention>> = []
  for (const one of mentions) {
    const keys = orderKeys(one.mention)
    const linked = [
      ...new Set(
        keys
          .flatMap((key) => byOrder.get(key) ?? [])
          .flatMap((other) => all.find((group) => group.includes(other)) ?? [])
      )
    ]
    // Most rows of a calendar have no order: looking through all groups for each of them takes quadratic time.
    const groupsOf = linked.length === 0 ? [] : all.filter((group) => linked.some((other) => group.includes(other)))
    const group = [...groupsOf.flat(), one]
    groupsOf.forEach((old) => all.splice(all.indexOf(old), 1))
    all.push(group)
    keys.forEach((key) => byOrder.set(key, [...(byOrder.get(key) ?? []), one]))
  }
  return all
}

/** Splits an order with tickets to several shows: matches each message with the shows of earlier messages. */
const splitByShow = (group: ReadonlyArray<StoredMention>): ReadonlyArray<ReadonlyArray<StoredMention>> => {
  const result: Array<Array<StoredMention>> = []
  for (const message of messages(group)) {
    const before = result.map((show) => [...show])
    for (const one of message) {
      const fits = before
        .map((show, place) => ({ place, fit: fitOf(show, one.mention, message.length > 1) }))
        .filter(({ fit }) => fit > 0)
      // What changes an order of one show is about that show, whatever it calls it.
      const only = before.length === 1 && message.length === 1 && isChange(one) ? { place: 0 } : undefined
      const best = only ?? fits.toSorted((a, b) => b.fit - a.fit || a.place - b.place)[0]
      const same = result.slice(before.length).find((show) => isSameShow(show[0]!.mention, one.mention))
      if (best !== undefined) result[best.place]!.push(one)
      else if (same !== undefined) same.push(one)
      else result.push([one])
    }
  }
  return result
}

/** Groups mentions by message, oldest first. Mentions of one source at one instant are one message. */
const messages = (group: ReadonlyArray<StoredMention>): ReadonlyArray<ReadonlyArray<StoredMention>> => {
  const byTime = new Map<string, Array<StoredMention>>()
  for (const one of group.toSorted((a, b) => a.mention.saidAt - b.mention.saidAt || byKey(a, b))) {
    const message = one.mention.evidence?.hash ?? `${one.source} ${one.mention.saidAt}`
    byTime.set(message, [...(byTime.get(message) ?? []), one])
  }
  return [...byTime.values()]
}

const isChange = (one: StoredMention): boolean =>
  isTransfer(one) ||
  one.mention.isMove === true ||
  one.mention.state === "cancelled" ||
  one.mention.state === "postponed"

const isSameShow = (a: Mention, b: Mention): boolean =>
  a.date === b.date && a.time === b.time && (a.title === null || b.title === null || a.title === b.title)

/** How well a later mention matches a show; 0 if it belongs to another show. */
const fitOf = (show: ReadonlyArray<StoredMention>, mention: Mention, oneOfSeveral: boolean): number => {
  const [last] = show.toSorted(newestFirst)
  const previous = last!.mention
  const sameDate = mention.date === null || previous.date === null || previous.date === mention.date
  const sameTime = mention.time === null || previous.time === null || previous.time === mention.time
  const alike =
    mention.title === null || previous.title === null ? 0.5 : likeness(wordsOf(mention.title), wordsOf(previous.title))
  if (alike < 0.34 || (oneOfSeveral && !(sameDate && sameTime))) return 0
  return 1 + alike + (sameDate ? 2 : 0) + (sameTime ? 1 : 0)
}

const dayMs = 86_400_000

const minutesOf = (time: string | null): number | null => {
  const match = /^(\d{1,2}):(\d{2})/.exec(time ?? "")
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

const threadOf = (group: ReadonlyArray<StoredMention>, input: MergeInput): Thread => {
  const mentions = group.toSorted(newestFirst)
  const reported = <A>(pick: (mention: Mention) => A | null): A | null =>
    first(mentions, ({ mention }) => pick(mention))
  const promoted = <A>(pick: (promotion: NonNullable<StoredMention["promotion"]>) => A | null): A | null =>
    first(mentions, ({ promotion }) => (promotion === null ? null : pick(promotion)))
  const dated = mentions.find(({ mention }) => mention.date !== null || mention.at !== null)?.mention
  const at = dated?.at ?? null
  // Convert a start that is only an instant to local time at the venue.
  const localStart =
    dated === undefined || dated.date !== null || at === null
      ? null
      : at +
        input.aheadAt(
          at,
          reported((mention) => mention.venue?.zone ?? null)
        )
  const date =
    promoted((by) => by.date) ??
    dated?.date ??
    (localStart === null ? null : fromOrdinal(Math.floor(localStart / dayMs)))
  const title = promoted((by) => by.title) ?? reported((mention) => mention.title)
  const venue = reported((mention) => mention.venue)
  const performers =
    reported((mention) => (mention.performers.length > 0 ? mention.performers.map(({ name }) => name) : null)) ?? []
  const teams = reported((mention) => mention.teams)
  return {
    key: mentionKey(group.toSorted(byKey)[0]!),
    mentions,
    state: mentions[0]!.mention.state,
    kind: promoted((by) => by.kind) ?? reported((mention) => mention.kind),
    date,
    days: daysOf(date, dated?.lastDate ?? null),
    formerDays: mentions.flatMap(({ mention }) => (mention.state === "confirmed" ? (mention.formerDates ?? []) : [])),
    minutes:
      localStart === null
        ? minutesOf(dated?.time ?? null)
        : Math.floor((localStart - Math.floor(localStart / dayMs) * dayMs) / 60_000),
    at,
    words: wordsOf([title ?? "", ...performers, teams?.home ?? "", teams?.away ?? ""].join(" ")),
    title,
    venue: venue === null ? null : venueName(venue.name, input.rules),
    teams,
    performers,
    externals: mentions.flatMap(({ mention }) => mention.external ?? []),
    isSold: mentions.some(({ mention }) => mention.orders.length > 0),
    hasOrder: mentions.some(provesOrder)
  }
}
