import type { Concert } from "../concerts.js"
import type { Game } from "../games.js"
import type { Node } from "./nodes.js"
import { byKey, first, type Thread } from "./threads.js"
import type { Told } from "./Told.js"

/** Whose word goes first: the person's own, the seller's, a list of what was attended, a calendar's. */
export const weightOf = ({ mention, source }: Told): number =>
  source === "manual" ? 0 : mention.orders.length > 0 ? 1 : mention.attended === true || mention.external !== null ? 2 : 3

/** A cluster by its parts, best word first. */
export interface Parts {
  readonly threads: ReadonlyArray<Thread>
  readonly told: ReadonlyArray<Told>
  readonly game: Game | null
  readonly concerts: ReadonlyArray<Concert>
}

export const partsOf = (cluster: ReadonlyArray<Node>): Parts => {
  const threads = cluster.flatMap((node) => node.is === "thread" ? [node.thread] : [])
  const best = (thread: Thread) => Math.min(...thread.told.map(weightOf))
  return {
    threads: threads.toSorted((a, b) => best(a) - best(b) || b.told[0]!.mention.saidAt - a.told[0]!.mention.saidAt || (a.key < b.key ? -1 : 1)),
    told: threads.flatMap(({ told }) => told).toSorted((a, b) => weightOf(a) - weightOf(b) || b.mention.saidAt - a.mention.saidAt || byKey(a, b)),
    game: first(cluster, (node) => node.is === "game" ? node.game : null),
    concerts: cluster.flatMap((node) => node.is === "concert" ? [node.concert] : [])
  }
}
