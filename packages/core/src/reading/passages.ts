import type { ArticlePassages, MarkedPassage } from "./model.js"
import { highlightKey } from "./store.js"

/** A stored passage. `articleId` is the source's id of its article. */
export interface StoredPassage {
  readonly sourceId: string
  readonly articleId: string
  readonly note: string | null
}

/** A reported passage as it is to be stored. */
export interface PassageState extends MarkedPassage {
  readonly articleId: string
  readonly note: string | null
}

/** The last report of each passage, oldest first. A note that is not reported stays. */
export const passageStates = (
  existing: ReadonlyArray<StoredPassage>,
  reports: ReadonlyArray<ArticlePassages>
): ReadonlyArray<PassageState> => {
  const notes = new Map(existing.map(({ note, sourceId }) => [sourceId, note]))
  const latest = new Map(
    reports.flatMap(({ articleId, passages }) =>
      passages.map((passage) => [passage.sourceId, { ...passage, articleId }] as const)
    )
  )
  return Array.from(latest.values(), (passage) => ({
    ...passage,
    note: passage.note === undefined ? (notes.get(passage.sourceId) ?? null) : passage.note
  })).sort((one, other) => one.createdAt - other.createdAt || (one.sourceId < other.sourceId ? -1 : 1))
}

/** Keys of reported passages that are stored, and of stored ones that a complete list of their article lacks. */
export const passageKeys = (existing: ReadonlyArray<StoredPassage>, reports: ReadonlyArray<ArticlePassages>) => {
  const storedIds = new Set(existing.map(({ sourceId }) => sourceId))
  const reported = reports.flatMap(({ passages }) => passages.map(({ sourceId }) => sourceId))
  const reportedIds = new Set(reported)
  const whole = new Set(reports.flatMap(({ articleId, whole }) => (whole ? [articleId] : [])))
  return {
    present: reported.filter((id) => storedIds.has(id)).map(highlightKey),
    missing: existing
      .filter(({ articleId, sourceId }) => whole.has(articleId) && !reportedIds.has(sourceId))
      .map(({ sourceId }) => highlightKey(sourceId))
  }
}
