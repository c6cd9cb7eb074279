import { type ReadingRecord, type SavedArticle, addressKey } from "@daybook/core/reading"
import { Chunk, Effect, Stream } from "effect"
import { digestOf } from "../digest.js"
import { forEachInSlices, mapInSlices } from "../slices.js"

/** No library has so many. The articles of a larger file are merged in groups of this size. */
const maxHeld = 500_000

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const isGuessed = ({ isTimeGuessed = false }: SavedArticle): boolean => isTimeGuessed

/**
 * By time of saving, first those whose time is guessed: they give way. Saves of one second are ordered by what they
 * say, so that the order of a file does not matter.
 */
const bySaving = (one: SavedArticle, other: SavedArticle): number =>
  Number(isGuessed(other)) - Number(isGuessed(one)) ||
  one.savedAt - other.savedAt ||
  compare(JSON.stringify(one), JSON.stringify(other))

const ofAddress = "address:"

/** The id of an article whose service gives none: highlights need one to name their article. */
export const addressId = (url: string): string => `${ofAddress}${digestOf(addressKey(url))}`

const hasOwnId = (sourceId: string | null): boolean => sourceId !== null && !sourceId.startsWith(ofAddress)

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
  const first = ordered.find((row) => !isGuessed(row)) ?? ordered[0]!
  return {
    sourceId: ordered.find(({ sourceId }) => sourceId !== null)?.sourceId ?? null,
    url: ordered.at(-1)!.url,
    title: ordered.findLast(({ title }) => title !== "")?.title ?? "",
    description: longest(ordered.map(({ description }) => description)),
    folder,
    archived: ordered.some(({ archived }) => archived),
    starred: ordered.some(({ starred }) => starred),
    progress,
    progressAt: largest(times),
    savedAt: first.savedAt,
    tags: [...new Set([...ordered.flatMap(({ tags }) => tags), ...folders.filter((name) => name !== folder)])],
    ...(ordered.some((row) => row.isArchiveRead) ? { isArchiveRead: true } : {}),
    ...(ordered.every((row) => row.isProgressUnknown) ? { isProgressUnknown: true } : {}),
    ...(ordered.every((row) => row.isStateUnknown) ? { isStateUnknown: true } : {}),
    ...(isGuessed(first) ? { isTimeGuessed: true } : {})
  }
}

/** Articles without ids of their service, each address once, in the order of their first rows. */
export const mergeDuplicates = (articles: Iterable<SavedArticle>): Effect.Effect<ReadonlyArray<SavedArticle>> =>
  Effect.suspend(() => {
    const groups = new Map<string, [SavedArticle, ...Array<SavedArticle>]>()
    const add = (article: SavedArticle) => {
      const key = addressKey(article.url)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [article])
      else group.push(article)
    }
    return Effect.zipRight(
      forEachInSlices(articles, add),
      Effect.suspend(() => mapInSlices(groups.values(), (group) => (group.length === 1 ? group[0] : mergeRows(group))))
    )
  })

/**
 * The records of a file, with one article for each address of rows without an id. Such rows may stand anywhere in the
 * file, so that their articles and highlights come last, also where the file cannot be read to its end.
 */
export const withoutDuplicates = <E, R>(
  records: Stream.Stream<ReadingRecord, E, R>,
  max = maxHeld
): Stream.Stream<ReadingRecord, E, R> =>
  Stream.suspend(() => {
    let waiting: Array<SavedArticle> = []
    let highlights: Array<ReadingRecord> = []
    const release = Effect.gen(function* () {
      const [rows, marks] = [waiting, highlights]
      waiting = []
      highlights = []
      const articles = yield* mergeDuplicates(rows)
      return [...articles.map((article): ReadingRecord => ({ _tag: "Article", article })), ...marks]
    })
    const rest = Stream.fromIterableEffect(release)
    /** Whether a record stands for itself. Others wait. */
    const isReady = (record: ReadingRecord): boolean => {
      if (record._tag === "Article" && !hasOwnId(record.article.sourceId)) waiting.push(record.article)
      else if (record._tag === "Highlights" && !hasOwnId(record.articleId)) highlights.push(record)
      else return true
      return false
    }
    const take = (chunk: Chunk.Chunk<ReadingRecord>) =>
      Effect.gen(function* () {
        const ready: Array<ReadingRecord> = []
        for (const record of chunk) {
          if (isReady(record)) ready.push(record)
          else if (waiting.length + highlights.length >= max) ready.push(...(yield* release))
        }
        return Chunk.unsafeFromArray(ready)
      })
    return records.pipe(
      Stream.mapChunksEffect(take),
      Stream.catchAll((failure) => Stream.concat(rest, Stream.fail(failure))),
      Stream.concat(rest)
    )
  })
