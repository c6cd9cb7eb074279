import type { LocalDate } from "../../shared/LocalDate.js"
import type { Concert } from "../concerts.js"
import type { Game } from "../games.js"
import type { Thread } from "./threads.js"
import { concertKey, externalKey, type Ground, mentionKey } from "./Told.js"
import { venueName, wordsOf } from "./words.js"

/** A game, whatever dates its league gave it. */
export interface KnownGame {
  /** As it stands now. */
  readonly game: Game
  /** One for each date that its league gave it, among them the one it was moved from. */
  readonly dated: ReadonlyArray<Game>
}

interface Common {
  /** Names it for good. */
  readonly key: string
  readonly days: ReadonlyArray<LocalDate>
  /** As the rules name it. */
  readonly venue: string | null
}

/** What may belong to one event: what was said, a league's game, a concert of the set-list service. */
export type Node =
  | Common & { readonly is: "thread"; readonly thread: Thread }
  | Common & KnownGame & { readonly is: "game"; readonly home: ReadonlySet<string>; readonly away: ReadonlySet<string> }
  | Common & { readonly is: "concert"; readonly concert: Concert; readonly artist: ReadonlySet<string> }

type Of<Is extends Node["is"]> = Extract<Node, { readonly is: Is }>

export const threadNode = (thread: Thread): Of<"thread"> => ({ is: "thread", key: thread.key, days: thread.days, venue: thread.venue, thread })

export const gameNode = ({ dated, game }: KnownGame, { rules }: Ground): Of<"game"> => ({
  is: "game",
  key: externalKey(game.external),
  days: [...new Set(dated.map(({ date }) => date))].toSorted(),
  venue: game.venue === null ? null : venueName(game.venue.name, rules),
  game,
  dated,
  home: wordsOf(game.home.team.name),
  away: wordsOf(game.away.team.name)
})

export const concertNode = (concert: Concert, { rules }: Ground): Node => ({
  is: "concert",
  key: concertKey(concert),
  days: [concert.date],
  venue: concert.venue === null ? null : venueName(concert.venue.name, rules),
  concert,
  artist: wordsOf(concert.artist.name)
})

/** What decisions of the person name a node by. */
export const keysOf = (node: Node): ReadonlyArray<string> => node.is === "thread" ? node.thread.told.map(mentionKey) : [node.key]

/** A game that was moved: what its league says of its newest date, or of the date on which it was played. */
export const knownGames = (games: ReadonlyArray<Game>): ReadonlyArray<KnownGame> => {
  const byKey = new Map<string, Array<Game>>()
  for (const game of games) {
    const key = externalKey(game.external)
    byKey.set(key, [...(byKey.get(key) ?? []), game])
  }
  return [...byKey.values()].map((rows) => ({
    game: rows.toSorted((a, b) => weight[b.state] - weight[a.state] || (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))[0]!,
    dated: rows
  }))
}

const weight = { final: 4, live: 3, scheduled: 2, cancelled: 1, postponed: 0 } as const
