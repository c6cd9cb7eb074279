import { clustersOf } from "./clusters.js"
import type { Draft } from "./Draft.js"
import { draftOf } from "./drafting.js"
import { type Ground, type Told, mentionKey } from "./Told.js"

/**
 * The events that mentions come to, with what leagues and set lists know of them, and what the person decided. A pure
 * function of the set of what is known: neither the order nor the portions in which it arrived matter.
 */
export const merged = (ground: Ground): ReadonlyArray<Draft> => [
  ...clustersOf(ground).flatMap((cluster) => draftOf(cluster, ground) ?? []),
  ...ground.told.filter(({ mention, promotion, rejected }) => mention.state === "unread" && promotion === null && !rejected).map(unread)
].toSorted((a, b) => a.members[0]! < b.members[0]! ? -1 : 1)

/** A mail that nobody understands waits by itself. */
const unread = (told: Told): Draft => {
  const { mention } = told
  return {
    members: [mentionKey(told)],
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
