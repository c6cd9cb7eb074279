import type { FeedKey } from "../feed/FeedStore.js"
import type { Viewing } from "./viewing.js"
import type { SubjectId } from "./reports.js"

/** A viewing of a stored film or episode. */
export type SubjectViewing = SubjectId & Omit<Viewing, "merged" | "isGivenDay" | "reportedDates">

/** How the viewings of some films and episodes differ from the stored ones. */
export const compareViewings = <V extends SubjectViewing>(
  before: ReadonlyArray<SubjectViewing>,
  resolved: ReadonlyArray<V>
): {
  /** New and changed viewings. */
  readonly changed: ReadonlyArray<V>
  readonly deleted: ReadonlyArray<SubjectViewing>
  /** Feed entries of viewings that were deleted or renamed. */
  readonly retracted: ReadonlyArray<FeedKey>
} => {
  const existing = new Map(before.map((viewing) => [viewing.id, viewing]))
  const ids = new Set(resolved.map(({ id }) => id))
  const changed = resolved.filter((viewing) => !isSame(existing.get(viewing.id), viewing))
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
  }
}

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

/** The links of reports to their viewings, where they change. */
export const changedLinks = (
  reports: ReadonlyArray<ReportLink>,
  resolved: ReadonlyArray<Viewing>
): ReadonlyArray<ReportLink> => {
  const next = new Map<number, Omit<ReportLink, "id">>(
    resolved.flatMap(({ id, merged }) =>
      [{ id, reason: null }, ...merged].map((one) => [one.id, { watchId: id, reason: one.reason }] as const)
    )
  )
  return reports.flatMap(({ id, reason, watchId }) => {
    const link = next.get(id) ?? unlinked
    return link.watchId === watchId && link.reason === reason ? [] : [{ id, ...link }]
  })
}
