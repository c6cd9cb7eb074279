import type { Side } from "../games.js"
import { categoryOf, gameOf } from "../kinds.js"
import { externalKey, pairKey, type Ground } from "./Told.js"
import { type Node, keysOf } from "./nodes.js"
import { callsTeam } from "./sports.js"
import type { Thread } from "./threads.js"
import { has, likeness, plain, sameVenue, wordsOf } from "./words.js"

type Of<Is extends Node["is"]> = Extract<Node, { readonly is: Is }>

/** From here on two nodes are of one event. */
export const enough = 30
/** One provider's id beats whatever else is said. */
const certain = 1_000
/** Shows at one place that begin further apart are two; games have gates that open early. Minutes. */
const apartBy = { sports: 170, else: 91 } as const

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type Dated = Pick<Node, "days">
const sharesDay = (a: Dated, b: Dated): boolean => a.days.some((day) => b.days.includes(day))
const venues = (a: Node, b: Node): "same" | "other" | "unknown" => a.venue === null || b.venue === null ? "unknown" : sameVenue(a.venue, b.venue) ? "same" : "other"

/** How sure two nodes are of one event; below `enough` they are not joined. */
export const score = (a: Node, b: Node, ground: Ground): number => {
  if (isOf(a, b) || isOf(b, a)) return certain
  if (!sharesDay(a, b)) return 0
  if (a.is === "thread") return b.is === "thread" ? threads(a, b) : b.is === "game" ? playing(a, b, ground) : performing(a, b)
  if (b.is === "thread") return score(b, a, ground)
  return a.is === "concert" && b.is === "concert" && venues(a, b) === "same" ? enough + 1 : 0
}

const isOf = (a: Node, b: Node): boolean =>
  a.is === "thread" && a.thread.externals.map(externalKey).some((key) => b.is === "thread" ? b.thread.externals.some((other) => externalKey(other) === key) : key === b.key)

/** What can never be one event, whatever stands between. */
export const conflict = (a: Node, b: Node, ground: Ground): boolean => {
  if (ground.apart.size > 0 && keysOf(a).some((one) => keysOf(b).some((other) => ground.apart.has(pairKey(one, other))))) return true
  if (a.is === "thread" && b.is === "thread") return threadsConflict(a.thread, b.thread)
  if (a.is === "game" || b.is === "game") return a.is === b.is || a.is === "concert" || b.is === "concert" || gameConflict(a, b, ground)
  if (a.is === "concert" && b.is === "concert") return plain(a.concert.artist.name) === plain(b.concert.artist.name)
  return concertConflict(a.is === "thread" ? a.thread : null) || concertConflict(b.is === "thread" ? b.thread : null)
}

const gameConflict = (a: Node, b: Node, ground: Ground): boolean => {
  if (a.is === "game" && b.is === "thread") return gameConflict(b, a, ground)
  if (a.is !== "thread" || b.is !== "game") return true
  if (isOf(a, b)) return false
  const teams = named(a, b, ground)
  const hours = hoursApart(a, b)
  return !sharesDay(a, b) || (a.thread.kind !== null && a.thread.kind !== gameOf(b.game.league)) || (teams.both && !(teams.home && teams.away)) || (hours !== null && hours > 4 && b.game.date === a.thread.date)
}

/** Hours from what is said to when the league had the game begin on that day: a game that was moved began at another time before. */
const hoursApart = ({ thread }: Of<"thread">, { dated, game }: Of<"game">): number | null => {
  const { at } = dated.find(({ date }) => date === thread.date) ?? game
  return thread.at === null || at === null ? null : Math.abs(thread.at - at) / hourMs
}

const concertConflict = (thread: Thread | null): boolean => thread !== null && thread.kind !== null && categoryOf(thread.kind) === "sports"

/**
 * Minutes between two beginnings on one day: between the instants where both are known, else on the venue's clock. What is
 * said of two days meets only in a game that its league moved, and then the old time says nothing of the new one.
 */
const timesApart = (a: Thread, b: Thread): number | null => {
  if (a.days.length > 1 || b.days.length > 1 || !sharesDay(a, b)) return null
  if (a.at !== null && b.at !== null) return Math.abs(a.at - b.at) / minuteMs
  return a.minutes === null || b.minutes === null ? null : Math.abs(a.minutes - b.minutes)
}

const isSports = (thread: Thread): boolean => thread.teams !== null || (thread.kind !== null && categoryOf(thread.kind) === "sports")

const threadsConflict = (a: Thread, b: Thread): boolean => {
  const minutes = timesApart(a, b)
  if (minutes !== null && minutes >= (isSports(a) || isSports(b) ? apartBy.sports : apartBy.else)) return true
  if (a.kind !== null && b.kind !== null && a.kind !== b.kind && (isSports(a) || isSports(b))) return true
  const others = a.externals.filter((one) => b.externals.some((two) => one.source === two.source && one.id !== two.id))
  if (others.length > 0 && (others[0]!.source !== "setlist_fm" || likeness(a.words, b.words) > 0.9)) return true
  return a.hasOrder && b.hasOrder && likeness(a.words, b.words) < 0.34 && !(isRange(a) || isRange(b))
}

const isRange = (thread: Thread): boolean => thread.days.length > 1

const threads = (a: Of<"thread">, b: Of<"thread">): number => {
  const alike = likeness(a.thread.words, b.thread.words)
  const minutes = timesApart(a.thread, b.thread)
  const at = venues(a, b)
  // Of what goes by other names one has a ticket: two calendar rows of one room and hour are two.
  if (alike < 0.34) return at === "same" && a.thread.hasOrder !== b.thread.hasOrder && minutes !== null && minutes <= 30 ? enough + 5 : at === "same" && bill(a.thread, b.thread) ? enough : 0
  return 40 * alike + (at === "same" ? 25 : at === "other" ? -40 : 0) + (minutes === null ? 0 : minutes <= 15 ? 15 : 5)
    - (a.thread.kind !== null && b.thread.kind !== null && a.thread.kind !== b.thread.kind ? 20 : 0)
}

/** Acts of one evening, each of which is listed by itself. */
const bill = (a: Thread, b: Thread): boolean => a.kind === "concert" && b.kind === "concert" && a.minutes === b.minutes && !(a.hasOrder && b.hasOrder)

/** Whether a team is called that: by its name, a part that tells it, or its letters. */
const isCalled = (side: Side, name: ReadonlySet<string>, written: string): boolean => {
  const words = wordsOf(written)
  const nickname = wordsOf(side.team.name.split(" ").at(-1) ?? "")
  return has(name, words) || has(words, name) || has(words, nickname) || (side.team.abbreviation !== null && plain(written) === plain(side.team.abbreviation))
}

const nicknameOf = ({ team }: Side): string => team.name.split(" ").at(-1) ?? ""

/** Which sides of a game a thread names. */
export const named = ({ thread }: Of<"thread">, node: Of<"game">, { rules }: Pick<Ground, "rules">) => {
  const { game } = node
  const told = thread.teams
  const isOwn = (side: Side) => rules.teams.some((team) => team.league === game.league && team.id === side.team.id)
  const isShort = (side: Side, title: string) => isOwn(side) && callsTeam(title, nicknameOf(side))
  if (told !== null) {
    const calls = (side: Side, name: ReadonlySet<string>) =>
      [told.home, told.away].some((written) => isCalled(side, name, written) || isShort(side, `${written} game`))
    return { home: calls(game.home, node.home), away: calls(game.away, node.away), both: true }
  }
  const says = (side: Side, name: ReadonlySet<string>) =>
    has(thread.words, wordsOf(nicknameOf(side))) || has(thread.words, name) || isShort(side, thread.title ?? "")
  return { home: says(game.home, node.home), away: says(game.away, node.away), both: false }
}

const playing = (node: Of<"thread">, of: Of<"game">, ground: Ground): number => {
  const { rules } = ground
  const { thread } = node
  const { game } = of
  if (thread.kind !== null && thread.kind !== gameOf(game.league)) return 0
  const teams = named(node, of, ground)
  const at = venues(node, of)
  const mine = (side: Side) => rules.teams.some((team) => team.league === game.league && team.id === side.team.id)
  // "Seahawks" at a bar is the game on its screen.
  const isElsewhere = at === "other" && !thread.hasOrder
  const part = at === "same" && (teams.home || teams.away || thread.kind !== null) ? 45 : isElsewhere ? 0 : (teams.home && mine(game.home)) || (teams.away && mine(game.away)) ? 35 : 0
  const names = teams.home && teams.away ? 60 : teams.both ? 0 : part
  if (names === 0) return 0
  const ahead = hoursApart(node, of)
  const numbered = /\bgame (\d)\b/i.exec(thread.title ?? "")?.[1]
  return Math.max(1, names + (at === "same" ? 10 : 0) + (of.days.includes(thread.date ?? "") ? 5 : 0) - (ahead === null ? game.number : Math.min(25, ahead * 4))
    + (numbered === undefined ? 0 : Number(numbered) === game.number ? 15 : -15))
}

const performing = (node: Of<"thread">, { artist, venue, ...of }: Of<"concert">): number => {
  const { thread } = node
  if (thread.kind !== null && categoryOf(thread.kind) !== "music" && thread.kind !== "other") return 0
  const at = venues(node, { artist, venue, ...of })
  const isNamed = has(thread.words, artist) || thread.performers.some((name) => likeness(wordsOf(name), artist) >= 0.8) || (thread.words.size > 0 && has(artist, thread.words))
  if (isNamed) return 60 + (at === "same" ? 20 : at === "other" ? -35 : 0)
  return at === "same" && (thread.kind === "concert" || isRange(thread)) ? enough + 2 : 0
}
