import { type Node, concertNode, gameNode, knownGames, threadNode } from "./nodes.js"
import { conflict, enough, score } from "./scores.js"
import { threadsOf } from "./threads.js"
import type { Ground } from "./Told.js"

interface Pair {
  readonly a: Node
  readonly b: Node
  readonly score: number
}

const byKey = (a: Node, b: Node): number => a.key < b.key ? -1 : a.key > b.key ? 1 : 0

/**
 * Joins what belongs together, surest pairs first, unless something in one group conflicts with something in the other.
 * Pairs of equal score go by their keys, so that the order in which anything arrived does not matter.
 */
export const clustersOf = (ground: Ground): ReadonlyArray<ReadonlyArray<Node>> => {
  const nodes = [
    ...threadsOf(ground).map(threadNode),
    ...knownGames(ground.games).map((game) => gameNode(game, ground)),
    ...ground.concerts.map((concert) => concertNode(concert, ground))
  ].toSorted(byKey)
  const groupOf = new Map(nodes.map((node) => [node, [node]]))
  for (const { a, b } of pairs(nodes, ground)) {
    const [one, other] = [groupOf.get(a)!, groupOf.get(b)!]
    if (one === other || one.some((x) => other.some((y) => conflict(x, y, ground)))) continue
    const joined = [...one, ...other].toSorted(byKey)
    joined.forEach((node) => groupOf.set(node, joined))
  }
  return [...new Set(groupOf.values())].filter((group) => group.some(({ is }) => is === "thread"))
}

const pairs = (nodes: ReadonlyArray<Node>, ground: Ground): ReadonlyArray<Pair> => {
  const meeting = new Map<string, Array<Node>>()
  const found = new Map<string, Pair>()
  for (const node of nodes) {
    for (const tie of [...node.days, ...(node.is === "thread" ? node.thread.externals.map(({ id, source }) => `${source}:${id}`) : [node.key])]) {
      const others = meeting.get(tie) ?? []
      for (const other of others) {
        const key = `${other.key}\n${node.key}`
        if (!found.has(key)) found.set(key, { a: other, b: node, score: score(other, node, ground) })
      }
      meeting.set(tie, [...others, node])
    }
  }
  return [...found.values()].filter((pair) => pair.score >= enough)
    .toSorted((x, y) => y.score - x.score || byKey(x.a, y.a) || byKey(x.b, y.b))
}
