import { type ReadingRecord, type SavedArticle, addressKey } from "@daybook/core/reading"
import { Stream } from "effect"

/** No library has so many. The articles of a larger file are merged in groups of this size. */
const mostHeld = 500_000

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** By time of saving. Saves of one second are ordered by what they say, so that the order of a file does not matter. */
const bySaving = (one: SavedArticle, other: SavedArticle): number =>
  one.savedAt - other.savedAt || compare(JSON.stringify(one), JSON.stringify(other))

/** Null without any. One address may have more rows than a call takes arguments. */
const largest = (numbers: ReadonlyArray<number>): number | null =>
  numbers.reduce<number | null>((most, one) => (most === null || one > most ? one : most), null)

const longest = (texts: ReadonlyArray<string | null>): string | null =>
  texts.reduce((best, text) => ((text?.length ?? 0) > (best?.length ?? 0) ? text : best), null)

/**
 * One article of several rows with its address, in any order: the earliest time of saving, all tags, a star or an
 * archive that any row has, the furthest progress, the longest description, and title and folder of the latest row that
 * has one. An article is in one folder: the others become tags.
 */
const mergeRows = (rows: readonly [SavedArticle, ...ReadonlyArray<SavedArticle>]): SavedArticle => {
  const ordered = rows.toSorted(bySaving)
  const progress = largest(ordered.map((row) => row.progress)) ?? 0
  const times = ordered.flatMap((row) => (row.progress === progress ? (row.progressAt ?? []) : []))
  const folders = ordered.flatMap(({ folder }) => folder ?? [])
  const folder = folders.at(-1) ?? null
  return {
    sourceId: null,
    url: ordered.at(-1)!.url,
    title: ordered.findLast(({ title }) => title !== "")?.title ?? "",
    description: longest(ordered.map(({ description }) => description)),
    folder,
    archived: ordered.some(({ archived }) => archived),
    starred: ordered.some(({ starred }) => starred),
    progress,
    progressAt: largest(times),
    savedAt: ordered[0]!.savedAt,
    tags: [...new Set([...ordered.flatMap(({ tags }) => tags), ...folders.filter((name) => name !== folder)])],
    ...(ordered.some((row) => row.isArchiveRead) ? { isArchiveRead: true } : {}),
    ...(ordered.every((row) => row.isProgressUnknown) ? { isProgressUnknown: true } : {}),
    ...(ordered.every((row) => row.isStateUnknown) ? { isStateUnknown: true } : {}),
    ...(ordered[0]!.isTimeGuessed === true ? { isTimeGuessed: true } : {})
  }
}

/** Articles without ids, each address once, in the order of their first rows. */
export const mergeDuplicates = (articles: Iterable<SavedArticle>): ReadonlyArray<SavedArticle> => {
  const groups = new Map<string, [SavedArticle, ...Array<SavedArticle>]>()
  for (const article of articles) {
    const key = addressKey(article.url)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [article])
    else group.push(article)
  }
  return Array.from(groups.values(), (group) => (group.length === 1 ? group[0] : mergeRows(group)))
}

/**
 * The records of a file, with one article for each address of rows without an id. Such rows may stand anywhere in the
 * file, so that their articles come last, also where the file cannot be read to its end.
 */
export const withoutDuplicates = <E, R>(
  records: Stream.Stream<ReadingRecord, E, R>,
  most = mostHeld
): Stream.Stream<ReadingRecord, E, R> =>
  Stream.suspend(() => {
    let waiting: Array<SavedArticle> = []
    const release = (): ReadonlyArray<ReadingRecord> => {
      const articles = mergeDuplicates(waiting)
      waiting = []
      return articles.map((article) => ({ _tag: "Article", article }))
    }
    const rest = Stream.suspend(() => Stream.fromIterable(release()))
    return records.pipe(
      Stream.mapConcat((record) => {
        if (record._tag !== "Article" || record.article.sourceId !== null) return [record]
        waiting.push(record.article)
        return waiting.length < most ? [] : release()
      }),
      Stream.catchAll((failure) => Stream.concat(rest, Stream.fail(failure))),
      Stream.concat(rest)
    )
  })
