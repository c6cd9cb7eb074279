import { Effect } from "effect"
import { relationsOf, withDecisions, withEventDays } from "./corrected.js"
import { draftOf } from "./drafting.js"
import { type Draft, type MergeInput, type StoredMention, mentionKey } from "./model.js"
import { type Node, concertNode, gameNode, groupGames, keysOf, threadNode } from "./nodes.js"
import { conflict, isSeparated, joinScore, score } from "./scores.js"
import { threadsOf } from "./threads.js"

interface Pair {
  readonly a: Node
  readonly b: Node
  readonly score: number
}

const byKey = (a: Node, b: Node): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/** Whether the owner's word does not make two nodes one: they separated them, or an event would be two games. */
const isForbidden = (a: Node, b: Node, input: MergeInput): boolean =>
  isSeparated(a, b, input) || (a.is === "game" && b.is === "game")

/**
 * Clusters the nodes of each event. A name that a correction gives an event names it on all days of the event. The
 * first clustering finds these days: there a given name counts only on the days of its own report.
 */
export const clustersOf = (input: MergeInput): ReadonlyArray<ReadonlyArray<Node>> => {
  const nodes = [
    ...threadsOf(input).map(threadNode),
    ...groupGames(input.games).map((game) => gameNode(game, input)),
    ...input.concerts.map((concert) => concertNode(concert, input))
  ].toSorted(byKey)
  const scored = pairs(nodes, input)
  const clusters = joinNodes(nodes, scored, input)
  const named = withEventDays(clusters, input)
  return (named === null ? clusters : joinNodes(named.toSorted(byKey), scored, input)).filter((cluster) =>
    cluster.some(({ is }) => is === "thread")
  )
}

/**
 * First joins nodes that the owner says are one. Then joins pairs by descending score, unless any nodes of the two
 * groups conflict. Equal scores are ordered by key, so that the result does not depend on the order of arrival.
 */
const joinNodes = (
  nodes: ReadonlyArray<Node>,
  scored: ReadonlyArray<Pair>,
  input: MergeInput
): ReadonlyArray<ReadonlyArray<Node>> => {
  const relations = relationsOf(nodes, input)
  const separated = { ...input, apart: new Set([...input.apart, ...relations.apart]) }
  const groupOf = new Map(nodes.map((node) => [node.key, [node]]))
  const join = (a: Node, b: Node, cannotJoin: (x: Node, y: Node, input: MergeInput) => boolean) => {
    const [one, other] = [groupOf.get(a.key)!, groupOf.get(b.key)!]
    if (one === other || one.some((x) => other.some((y) => cannotJoin(x, y, separated)))) return
    const joined = [...one, ...other].toSorted(byKey)
    joined.forEach(({ key }) => groupOf.set(key, joined))
  }
  for (const [a, b] of relations.same) join(a, b, isForbidden)
  for (const { a, b } of scored) join(a, b, conflict)
  return [...new Set(groupOf.values())]
}

const pairs = (nodes: ReadonlyArray<Node>, input: MergeInput): ReadonlyArray<Pair> => {
  const nodesByTie = new Map<string, Array<Node>>()
  const pairsByKey = new Map<string, Pair>()
  for (const node of nodes) {
    for (const tie of [
      ...node.days,
      ...(node.is === "thread" ? node.thread.formerDays : []),
      ...(node.is === "thread" ? node.thread.externals.map(({ id, source }) => `${source}:${id}`) : keysOf(node))
    ]) {
      const others = nodesByTie.get(tie) ?? []
      for (const other of others) {
        const key = `${other.key}\n${node.key}`
        if (!pairsByKey.has(key)) pairsByKey.set(key, { a: other, b: node, score: score(other, node, input) })
      }
      nodesByTie.set(tie, [...others, node])
    }
  }
  return [...pairsByKey.values()]
    .filter((pair) => pair.score >= joinScore)
    .toSorted((x, y) => y.score - x.score || byKey(x.a, y.a) || byKey(x.b, y.b))
}

/**
 * Merges mentions, games and concerts into events, with the owner's decisions. A pure function of the set of its input:
 * the order and the batches of arrival do not matter.
 */
export const mergeMentions = (reported: MergeInput): ReadonlyArray<Draft> =>
  Effect.runSync(mergeMentionsInSlices(reported))

/** The same, and other fibers run between its events. */
export const mergeMentionsInSlices = (reported: MergeInput): Effect.Effect<ReadonlyArray<Draft>> =>
  Effect.suspend(() => {
    const input = withDecisions(reported)
    const unread = input.mentions
      .filter(({ mention, promotion, rejected }) => mention.state === "unread" && promotion === null && !rejected)
      .map(unreadDraft)
    const drafted = Effect.forEach(clustersOf(input), (cluster) => Effect.sync(() => draftOf(cluster, input) ?? []))
    return Effect.map(drafted, (drafts) =>
      [...drafts.flat(), ...unread].toSorted((a, b) => (a.members[0]! < b.members[0]! ? -1 : 1))
    )
  })

/** The pending draft of a mail that no parser understands. */
const unreadDraft = (storedMention: StoredMention): Draft => {
  const { mention } = storedMention
  return {
    members: [mentionKey(storedMention)],
    doubt: "unread",
    kind: mention.kind,
    title: mention.title ?? "Untitled",
    subtitle: null,
    date: mention.date,
    lastDate: null,
    at: null,
    startsAt: null,
    over: null,
    status: "scheduled",
    going: false,
    external: null,
    game: null,
    concerts: [],
    venue: mention.venue,
    teams: mention.teams,
    mySide: null,
    performers: mention.performers,
    orders: [],
    notes: mention.notes,
    origins: {},
    reasons: {}
  }
}
