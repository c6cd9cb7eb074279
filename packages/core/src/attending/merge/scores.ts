import type { Game, Side } from "../games.js"
import { localInstant } from "../../shared/DateRange.js"
import { toOrdinal } from "../../shared/LocalDate.js"
import { categoryOf, gameOf } from "../kinds.js"
import { setListProvider } from "../model.js"
import { externalKey, pairKey, type MergeInput } from "./model.js"
import { type Node, keysOf } from "./nodes.js"
import { callsByName, otherNames, sideCallsByName } from "../teamNames.js"
import { callsTeam } from "./sports.js"
import { type Thread, first, movedAway } from "./threads.js"
import { has, likeness, plain, sameVenue, wordsOf } from "./words.js"

type NodeOf<Is extends Node["is"]> = Extract<Node, { readonly is: Is }>

/** Two nodes with at least this score belong to one event. */
export const joinScore = 30
/** The score of a shared provider's id, which outweighs all other evidence. */
const certain = 1_000
/** Minutes. Shows whose starts differ by this much are two events. The gates of games open earlier. */
const minGap = { sports: 170, else: 91 } as const

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type Dated = Pick<Node, "days">
const sharesDay = (a: Dated, b: Dated): boolean => a.days.some((day) => b.days.includes(day))
const venues = (a: Node, b: Node): "same" | "other" | "unknown" =>
  a.venue === null || b.venue === null ? "unknown" : sameVenue(a.venue, b.venue) ? "same" : "other"

/** The score of two nodes. They are joined only from `joinScore` on. */
export const score = (a: Node, b: Node, input: MergeInput): number => {
  if (sharesId(a, b) || sharesId(b, a)) return certain
  if (!sharesDay(a, b))
    return a.is === "thread" && b.is === "thread" && (movedAway(a.thread, b.thread) || movedAway(b.thread, a.thread))
      ? threadScore(a, b)
      : 0
  if (a.is === "thread")
    return b.is === "thread" ? threadScore(a, b) : b.is === "game" ? gameScore(a, b, input) : concertScore(a, b)
  if (b.is === "thread") return score(b, a, input)
  return a.is === "concert" && b.is === "concert" && venues(a, b) === "same" ? joinScore + 1 : 0
}

const sharesId = (a: Node, b: Node): boolean =>
  a.is === "thread" &&
  a.thread.externals
    .map(externalKey)
    .some((key) =>
      b.is === "thread" ? b.thread.externals.some((other) => externalKey(other) === key) : keysOf(b).includes(key)
    )

/** Whether the owner separated two nodes. */
export const isSeparated = (a: Node, b: Node, { apart }: Pick<MergeInput, "apart">): boolean =>
  apart.size > 0 && keysOf(a).some((one) => keysOf(b).some((other) => apart.has(pairKey(one, other))))

/** Whether two nodes can never belong to one event, not even transitively. */
export const conflict = (a: Node, b: Node, input: MergeInput): boolean => {
  if (isSeparated(a, b, input)) return true
  if (a.is === "thread" && b.is === "thread") return threadsConflict(a.thread, b.thread)
  if (a.is === "game" || b.is === "game")
    return a.is === b.is || a.is === "concert" || b.is === "concert" || gameConflict(a, b, input)
  if (a.is === "concert" && b.is === "concert") return plain(a.concert.artist.name) === plain(b.concert.artist.name)
  return concertConflict(a.is === "thread" ? a.thread : null) || concertConflict(b.is === "thread" ? b.thread : null)
}

const gameConflict = (a: Node, b: Node, input: MergeInput): boolean => {
  if (a.is === "game" && b.is === "thread") return gameConflict(b, a, input)
  if (a.is !== "thread" || b.is !== "game") return true
  if (sharesId(a, b)) return false
  const teams = namedSides(a, b, input)
  const hours = hoursApart(a, b, input)
  return (
    !sharesDay(a, b) ||
    (a.thread.kind !== null && a.thread.kind !== gameOf(b.game.league)) ||
    (teams.both && !(teams.home && teams.away)) ||
    (hours !== null && hours > 4 && b.game.date === a.thread.date)
  )
}

/**
 * Hours between the reported start and the league's start on that day. A rescheduled game has a start for each date. A
 * ticket has the time on the clock of the venue.
 */
const hoursApart = (
  { thread }: NodeOf<"thread">,
  { dated, game }: NodeOf<"game">,
  { aheadAt }: Pick<MergeInput, "aheadAt">
): number | null => {
  const { at, venue } = dated.find(({ date }) => date === thread.date) ?? game
  const zone = venue?.zone ?? game.venue?.zone ?? first(thread.mentions, ({ mention }) => mention.venue?.zone ?? null)
  const wall =
    thread.minutes === null || thread.date === null || zone === null
      ? null
      : toOrdinal(thread.date) * 24 * hourMs + thread.minutes * minuteMs
  const start = thread.at ?? (wall === null ? null : localInstant({ offsetAt: (when) => aheadAt(when, zone) }, wall))
  return start === null || at === null ? null : Math.abs(start - at) / hourMs
}

const concertConflict = (thread: Thread | null): boolean =>
  thread !== null && thread.kind !== null && categoryOf(thread.kind) === "sports"

/**
 * Minutes between two starts on the same day: between the instants if both are known, else in local time. Null for
 * different days: these meet only in a rescheduled game, whose old time says nothing about the new one.
 */
const timesApart = (a: Thread, b: Thread): number | null => {
  if (a.days.length > 1 || b.days.length > 1 || !sharesDay(a, b)) return null
  if (a.at !== null && b.at !== null) return Math.abs(a.at - b.at) / minuteMs
  return a.minutes === null || b.minutes === null ? null : Math.abs(a.minutes - b.minutes)
}

const isSports = (thread: Thread): boolean =>
  thread.teams !== null || (thread.kind !== null && categoryOf(thread.kind) === "sports")

const threadsConflict = (a: Thread, b: Thread): boolean => {
  const minutes = timesApart(a, b)
  if (minutes !== null && minutes >= (isSports(a) || isSports(b) ? minGap.sports : minGap.else)) return true
  if (a.kind !== null && b.kind !== null && a.kind !== b.kind && (isSports(a) || isSports(b))) return true
  const others = a.externals.filter((one) => b.externals.some((two) => one.source === two.source && one.id !== two.id))
  if (others.length > 0 && (others[0]!.source !== setListProvider || likeness(a.words, b.words) > 0.9)) return true
  return a.isSold && b.isSold && likeness(a.words, b.words) < 0.34 && !(isRange(a) || isRange(b))
}

const isRange = (thread: Thread): boolean => thread.days.length > 1

const threadScore = (a: NodeOf<"thread">, b: NodeOf<"thread">): number => {
  const alike = likeness(a.thread.words, b.thread.words)
  const minutes = timesApart(a.thread, b.thread)
  const at = venues(a, b)
  // With different names, one of them must have a ticket: two calendar rows at one venue and hour are two events.
  if (alike < 0.34)
    return at === "same" && a.thread.isSold !== b.thread.isSold && minutes !== null && minutes <= 30
      ? joinScore + 5
      : at === "same" && isSameBill(a.thread, b.thread)
        ? joinScore
        : 0
  return (
    40 * alike +
    (at === "same" ? 25 : at === "other" ? -40 : 0) +
    (minutes === null ? 0 : minutes <= 15 ? 15 : 5) -
    (a.thread.kind !== null && b.thread.kind !== null && a.thread.kind !== b.thread.kind ? 20 : 0)
  )
}

/** Acts of one evening that are listed separately. */
const isSameBill = (a: Thread, b: Thread): boolean =>
  a.kind === "concert" && b.kind === "concert" && a.minutes === b.minutes && !(a.isSold && b.isSold)

/** Whether a text names a team: by its name, its nickname, its abbreviation, or a name that it had in the season. */
const isCalled = (side: Side, name: ReadonlySet<string>, text: string, { league, season }: Game): boolean => {
  const words = wordsOf(text)
  const nickname = wordsOf(side.team.name.split(" ").at(-1) ?? "")
  return (
    has(name, words) ||
    has(words, name) ||
    has(words, nickname) ||
    (side.team.abbreviation !== null && plain(text) === plain(side.team.abbreviation)) ||
    sideCallsByName(text, otherNames(league, side.team.name, season).own)
  )
}

const nicknameOf = ({ team }: Side): string => team.name.split(" ").at(-1) ?? ""

/** Which teams of a game a thread names. */
export const namedSides = (
  { thread }: NodeOf<"thread">,
  node: NodeOf<"game">,
  { rules }: Pick<MergeInput, "rules">
) => {
  const { game } = node
  const teams = thread.teams
  const isOwn = (side: Side) => rules.teams.some((team) => team.league === game.league && team.id === side.team.id)
  const isShort = (side: Side, title: string) => isOwn(side) && callsTeam(title, nicknameOf(side))
  if (teams !== null) {
    const calls = (side: Side, name: ReadonlySet<string>) =>
      [teams.home, teams.away].some((text) => isCalled(side, name, text, game) || isShort(side, `${text} game`))
    return { home: calls(game.home, node.home), away: calls(game.away, node.away), both: true }
  }
  const says = (side: Side, name: ReadonlySet<string>) =>
    has(thread.words, wordsOf(nicknameOf(side))) ||
    has(thread.words, name) ||
    isShort(side, thread.title ?? "") ||
    callsByName(thread.title ?? "", otherNames(game.league, side.team.name, game.season).distinct)
  return { home: says(game.home, node.home), away: says(game.away, node.away), both: false }
}

const gameScore = (node: NodeOf<"thread">, gameNode: NodeOf<"game">, input: MergeInput): number => {
  const { rules } = input
  const { thread } = node
  const { game } = gameNode
  if (thread.kind !== null && thread.kind !== gameOf(game.league)) return 0
  const teams = namedSides(node, gameNode, input)
  const at = venues(node, gameNode)
  const mine = (side: Side) => rules.teams.some((team) => team.league === game.league && team.id === side.team.id)
  // "Seahawks" at a bar means the game on its screen.
  const isElsewhere = at === "other" && !thread.hasOrder
  const part =
    at === "same" && (teams.home || teams.away || thread.kind !== null)
      ? 45
      : isElsewhere
        ? 0
        : (teams.home && mine(game.home)) || (teams.away && mine(game.away))
          ? 35
          : 0
  const names = teams.home && teams.away ? 60 : teams.both ? 0 : part
  if (names === 0) return 0
  const hours = hoursApart(node, gameNode, input)
  const gameNumber = /\bgame (\d)\b/i.exec(thread.title ?? "")?.[1]
  return Math.max(
    1,
    names +
      (at === "same" ? 10 : 0) +
      (gameNode.days.includes(thread.date ?? "") ? 5 : 0) -
      (hours === null ? game.number : Math.min(25, hours * 4)) +
      (gameNumber === undefined ? 0 : Number(gameNumber) === game.number ? 15 : -15)
  )
}

const concertScore = (node: NodeOf<"thread">, { artist, venue, ...of }: NodeOf<"concert">): number => {
  const { thread } = node
  if (thread.kind !== null && categoryOf(thread.kind) !== "music" && thread.kind !== "other") return 0
  const at = venues(node, { artist, venue, ...of })
  const isNamed =
    has(thread.words, artist) ||
    thread.performers.some((name) => likeness(wordsOf(name), artist) >= 0.8) ||
    (thread.words.size > 0 && has(artist, thread.words))
  if (isNamed) return 60 + (at === "same" ? 20 : at === "other" ? -35 : 0)
  return at === "same" && (thread.kind === "concert" || isRange(thread)) ? joinScore + 2 : 0
}
