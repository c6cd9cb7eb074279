import { Effect } from "effect"
import type { FeedKey } from "../feed/FeedStore.js"
import type { Viewing } from "./viewing.js"
import type { SubjectId } from "./reports.js"

/** A viewing of a stored film or episode. */
export type SubjectViewing = SubjectId & Omit<Viewing, "merged" | "isGivenDay" | "reportedDates">

/** How the viewings of some films and episodes differ from the stored ones. */
export interface ComparedViewings<V> {
  /** New and changed viewings. */
  readonly changed: ReadonlyArray<V>
  readonly deleted: ReadonlyArray<SubjectViewing>
  /** Feed entries of viewings that were deleted or renamed. */
  readonly retracted: ReadonlyArray<FeedKey>
}

/** Compares viewings with the stored ones. Other fibers run between two viewings: a page has a thousand of them. */
export const compareViewings = Effect.fnUntraced(function* <V extends SubjectViewing>(
  before: ReadonlyArray<SubjectViewing>,
  resolved: ReadonlyArray<V>
) {
  const existing = new Map(before.map((viewing) => [viewing.id, viewing]))
  const ids = new Set(resolved.map(({ id }) => id))
  const changed = yield* Effect.filter(resolved, (viewing) =>
    Effect.sync(() => !isSame(existing.get(viewing.id), viewing))
  )
  const deleted = before.filter(({ id }) => !ids.has(id))
  const renamed = changed.flatMap(({ id, sourceId }) => {
    const old = existing.get(id)
    return old === undefined || old.sourceId === sourceId ? [] : [old]
  })
  return {
    changed,
    deleted,
    retracted: [...deleted, ...renamed].map(({ episodeId, sourceId }) => ({
      eventType: episodeId === null ? "movie_watched" : "episode_watched",
      sourceId
    }))
  } satisfies ComparedViewings<V>
})

const isSame = (before: SubjectViewing | undefined, viewing: SubjectViewing): boolean =>
  before !== undefined &&
  Object.entries(before).every(([name, value]) => viewing[name as keyof SubjectViewing] === value)

/** The viewing that a report belongs to, and why if another report represents that viewing. */
export interface ReportLink {
  readonly id: number
  readonly watchId: number | null
  readonly reason: string | null
}

const unlinked = { watchId: null, reason: null }

/** The links of reports to their viewings, where they change. Other fibers run between two viewings or reports. */
export const changedLinks = Effect.fnUntraced(function* (
  reports: ReadonlyArray<ReportLink>,
  resolved: ReadonlyArray<Viewing>
) {
  const next = new Map<number, Omit<ReportLink, "id">>()
  const link = ({ id, merged }: Viewing) => {
    for (const one of [{ id, reason: null }, ...merged]) next.set(one.id, { watchId: id, reason: one.reason })
  }
  yield* Effect.forEach(resolved, (viewing) => Effect.sync(() => link(viewing)), { discard: true })
  const changes = yield* Effect.forEach(reports, ({ id, reason, watchId }) =>
    Effect.sync((): ReadonlyArray<ReportLink> => {
      const link = next.get(id) ?? unlinked
      return link.watchId === watchId && link.reason === reason ? [] : [{ id, ...link }]
    })
  )
  return changes.flat()
})
