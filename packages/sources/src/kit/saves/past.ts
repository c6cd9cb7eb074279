import type { ReadingRecord } from "@daybook/core/reading"
import { isInFuture } from "../clockSkew.js"

const pastRecord = (record: ReadingRecord, now: number): ReadingRecord => {
  if (record._tag === "Highlights")
    return { ...record, passages: record.passages.filter(({ createdAt }) => !isInFuture(createdAt, now)) }
  if (record._tag === "Star" || record.article.progressAt === null) return record
  return isInFuture(record.article.progressAt, now)
    ? { _tag: "Article", article: { ...record.article, progressAt: null } }
    : record
}

const isEmpty = (record: ReadingRecord): boolean =>
  record._tag === "Highlights" && record.passages.length === 0 && !record.whole

/**
 * The records of one row without times in the future, which would stand first in the feed for years. None if the
 * article was saved then. A progress of that time stays, without the time.
 */
export const pastRecords = (records: ReadonlyArray<ReadingRecord>, now: number): ReadonlyArray<ReadingRecord> =>
  records.some((record) => record._tag === "Article" && isInFuture(record.article.savedAt, now))
    ? []
    : records.map((record) => pastRecord(record, now)).filter((record) => !isEmpty(record))
