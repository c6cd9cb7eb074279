import type { LocalDate } from "../../shared/LocalDate.js"
import type { Game } from "../games.js"
import type { Concert } from "../model.js"
import { type MergeInput, type StoredMention, concertKey, externalKey, mentionKey } from "./model.js"
import { isTransfer } from "./orders.js"
import { type Thread, byKey } from "./threads.js"
import { venueName, wordsOf } from "./words.js"

/** A game with all its dates and ids. */
export interface DatedGame {
  /** Its current state. */
  readonly game: Game
  /** One for each date, including those from which it was rescheduled. */
  readonly dated: ReadonlyArray<Game>
  /** `externalKey` of each of its ids, the one of `game` first. */
  readonly ids: ReadonlyArray<string>
}

interface Common {
  /** The permanent key. */
  readonly key: string
  readonly days: ReadonlyArray<LocalDate>
  /** The venue's name according to the rules. */
  readonly venue: string | null
  /** The days of all reports of its event. A title that a correction gives names the event on each of them. */
  readonly eventDays?: ReadonlyArray<LocalDate>
}

/** A candidate for an event: a thread of mentions, a league's game, or a concert of the set-list service. */
export type Node =
  | (Common & { readonly is: "thread"; readonly thread: Thread })
  | (Common &
      DatedGame & { readonly is: "game"; readonly home: ReadonlySet<string>; readonly away: ReadonlySet<string> })
  | (Common & { readonly is: "concert"; readonly concert: Concert; readonly artist: ReadonlySet<string> })

type NodeOf<Is extends Node["is"]> = Extract<Node, { readonly is: Is }>

export const threadNode = (thread: Thread): NodeOf<"thread"> => ({
  is: "thread",
  key: thread.key,
  days: thread.days,
  venue: thread.venue,
  thread
})

export const gameNode = ({ dated, game, ids }: DatedGame, { rules }: MergeInput): NodeOf<"game"> => ({
  is: "game",
  key: externalKey(game.external),
  days: [...new Set(dated.map(({ date }) => date))].toSorted(),
  venue: game.venue === null ? null : venueName(game.venue.name, rules),
  game,
  dated,
  ids,
  home: wordsOf(game.home.team.name),
  away: wordsOf(game.away.team.name)
})

export const concertNode = (concert: Concert, { rules }: MergeInput): Node => ({
  is: "concert",
  key: concertKey(concert),
  days: [concert.date],
  venue: concert.venue === null ? null : venueName(concert.venue.name, rules),
  concert,
  artist: wordsOf(concert.artist.name)
})

/** The keys of a node in the owner's decisions. */
export const keysOf = (node: Node): ReadonlyArray<string> =>
  node.is === "thread" ? node.thread.mentions.map(mentionKey) : node.is === "game" ? node.ids : [node.key]

/**
 * Groups the rows of rescheduled games, and postponed games with their make-up games. The current row is the one
 * played, else that of the newest date.
 */
export const groupGames = (games: ReadonlyArray<Game>): ReadonlyArray<DatedGame> => {
  const replaced = new Map(
    games.flatMap(({ external, makesUpFor }) =>
      makesUpFor == null ? [] : [[externalKey(external), externalKey(makesUpFor)] as const]
    )
  )
  const byKey = new Map<string, Array<Game>>()
  for (const game of games) {
    const key = firstIdOf(externalKey(game.external), replaced)
    byKey.set(key, [...(byKey.get(key) ?? []), game])
  }
  return [...byKey.values()].map((rows) => {
    const dated = rows.toSorted(
      (a, b) =>
        weight[b.state] - weight[a.state] ||
        (a.date < b.date ? 1 : a.date > b.date ? -1 : externalKey(a.external) < externalKey(b.external) ? -1 : 1)
    )
    return { game: dated[0]!, dated, ids: [...new Set(dated.map(({ external }) => externalKey(external)))] }
  })
}

/** The id under which a game was first scheduled. */
const firstIdOf = (key: string, replaced: ReadonlyMap<string, string>): string => {
  const seen = new Set<string>()
  let id = key
  for (let before = replaced.get(id); before !== undefined && !seen.has(id); before = replaced.get(id)) {
    seen.add(id)
    id = before
  }
  return id
}

const weight = { final: 4, live: 3, scheduled: 2, abandoned: 1, cancelled: 1, postponed: 0 } as const

/** Between sellers and lists: a cancellation knows the order, and names the event as it likes. */
const afterOrders = 1.5

/** The precedence of a mention: manual entry, seller, list of attended events, calendar. Lower is first. */
export const precedenceOf = (storedMention: StoredMention): number =>
  storedMention.source === "manual"
    ? 0
    : isTransfer(storedMention)
      ? 3
      : storedMention.mention.orders.length > 0
        ? storedMention.mention.state === "cancelled" || storedMention.mention.state === "postponed"
          ? afterOrders
          : 1
        : listPrecedence(storedMention.mention)

const listPrecedence = ({ attended, external }: StoredMention["mention"]): number =>
  attended === true || external !== null ? 2 : 3

/** Whether a report proves more than that somebody wanted to go: a ticket, a list, or the owner's own word. */
const isCertain = (one: StoredMention): boolean =>
  one.promotion !== null || one.presence !== null || isTransfer(one) || precedenceOf(one) < 3

/** The postponed game that rows without a ticket name, if none of them names the day on which it was played. */
const postponedFor = (threads: ReadonlyArray<Thread>, { dated, game }: DatedGame): Game | null => {
  if (threads.some(({ days, mentions }) => days.includes(game.date) || mentions.some(isCertain))) return null
  return (
    dated.find(({ date, state }) => state === "postponed" && threads.some(({ days }) => days.includes(date))) ?? null
  )
}

/** A cluster by kind of node, each ordered by precedence. */
export interface Parts {
  readonly threads: ReadonlyArray<Thread>
  readonly mentions: ReadonlyArray<StoredMention>
  readonly game: Game | null
  /** Whether `game` is the postponed one of a row without a ticket, which was played on another day. */
  readonly isRainedOut: boolean
  readonly concerts: ReadonlyArray<Concert>
}

export const partsOf = (cluster: ReadonlyArray<Node>): Parts => {
  const threads = cluster.flatMap((node) => (node.is === "thread" ? [node.thread] : []))
  const best = (thread: Thread) => Math.min(...thread.mentions.map(precedenceOf))
  const played = cluster.find((node) => node.is === "game") ?? null
  const postponed = played === null ? null : postponedFor(threads, played)
  return {
    threads: threads.toSorted(
      (a, b) =>
        best(a) - best(b) || b.mentions[0]!.mention.saidAt - a.mentions[0]!.mention.saidAt || (a.key < b.key ? -1 : 1)
    ),
    mentions: threads
      .flatMap(({ mentions }) => mentions)
      .toSorted((a, b) => precedenceOf(a) - precedenceOf(b) || b.mention.saidAt - a.mention.saidAt || byKey(a, b)),
    game: postponed ?? played?.game ?? null,
    isRainedOut: postponed !== null,
    concerts: cluster.flatMap((node) => (node.is === "concert" ? [node.concert] : []))
  }
}
