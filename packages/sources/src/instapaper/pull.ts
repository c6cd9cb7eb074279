import type { ReadingRecord } from "@daybook/core/reading"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Clock, Duration, Effect, Option, Stream } from "effect"
import type { Instapaper } from "./client.js"
import {
  type FolderAnswer,
  type Memory,
  type Round,
  deletedKeys,
  folderLimit,
  fromCursor,
  likedFolder,
  roundOf,
  toCursor
} from "./cycle.js"
import { type Place, toPassage, type Bookmark, readFolders, readHighlights, readList } from "./wire.js"

const perPage = 250
const highlightsPerPage = 20
/** Changes of highlights and tags do not show in listings, so a full sync runs this often. */
const fullEvery = Duration.toMillis("7 days")
const rememberDeletedFor = Duration.toMillis("30 days")
/** Highlights of recently changed bookmarks are read in each sync. */
const touchedFor = Duration.toSeconds("7 days")
const maxTouched = 20
/**
 * Maximum of new or changed bookmarks whose highlights are read, since some API versions omit highlights from listings.
 */
const maxChanged = 100

type Records = Page<ReadingRecord>

const pageOf = (records: ReadonlyArray<ReadingRecord>, total: Option.Option<number>): Records => ({
  records,
  deleted: [],
  covers: Option.none(),
  cursor: Option.none(),
  total
})

/**
 * One round: the changes of every folder, then the highlights of changed bookmarks. Each page is valid by itself.
 * Deletions and the cursor come last.
 */
export const pull = (instapaper: Instapaper, { cursor, full }: PullRequest): Stream.Stream<Records, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const lastMemory = fromCursor(cursor)
      const isWhole = full || Option.isNone(lastMemory) || now - lastMemory.value.fullAt >= fullEvery
      const before: Memory = Option.getOrElse(lastMemory, () => ({
        folders: {},
        highlights: {},
        gone: {},
        fullAt: now
      }))
      const answers = yield* askFolders(instapaper, before, isWhole)
      const round = roundOf(answers, before.folders)
      const deleted = deletedBy(now, before, round, [
        ...round.deleted,
        ...(yield* Effect.filter(round.doubtful, (id) => isDeleted(instapaper, id)))
      ])
      const targets = highlightTargets(answers, round, before, { now, isThorough: full || Option.isNone(lastMemory) })
      const highlights = new Map(Object.entries(before.highlights).filter(([id]) => deleted[id] === undefined))
      const total = Option.some(round.listed.length)
      const articles = Stream.map(Stream.chunks(Stream.rechunk(Stream.fromIterable(round.records), perPage)), (chunk) =>
        pageOf([...chunk], total)
      )
      return articles.pipe(
        Stream.concat(highlightPages(instapaper, targets, highlights)),
        Stream.concat(
          Stream.suspend(() => {
            const next = toCursor({
              folders: round.folders,
              highlights: Object.fromEntries(highlights),
              gone: deleted,
              fullAt: isWhole ? now : before.fullAt
            })
            const isNews = !Option.contains(cursor, next)
            return isNews || Object.keys(deleted).length > 0
              ? Stream.make<[Records]>({
                  ...pageOf([], total),
                  deleted: deletedKeys(deleted),
                  cursor: isNews ? Option.some(next) : Option.none()
                })
              : Stream.empty
          })
        )
      )
    })
  )

/** The deleted bookmarks: forgotten when they reappear or after 30 days. */
const deletedBy = (now: number, before: Memory, { folders }: Round, ids: ReadonlyArray<number>): Memory["gone"] => {
  const visible = new Set(Object.values(folders).flatMap((seen) => seen.map(([id]) => String(id))))
  const still = Object.entries(before.gone).filter(([id, at]) => !visible.has(id) && now - at < rememberDeletedFor)
  return Object.fromEntries([...ids.map((id) => [String(id), now] as const), ...still])
}

/** Reads the folders one after the other. Any failure fails the round, since a partial round proves no deletion. */
const askFolders = (instapaper: Instapaper, before: Memory, isWhole: boolean) =>
  Effect.gen(function* () {
    const own = yield* instapaper.call("/1/folders/list", {}, readFolders)
    const places: ReadonlyArray<readonly [string, Place]> = [
      ["unread", { folder: null, archived: false }],
      ...own.map(({ id, title }) => [id, { folder: title, archived: false }] as const),
      ["archive", { folder: null, archived: true }],
      [likedFolder, { folder: null, archived: false }]
    ]
    return yield* Effect.forEach(places, ([id, place]) => askFolder(instapaper, id, place, before, isWhole))
  })

const askFolder = (
  instapaper: Instapaper,
  id: string,
  place: Place,
  before: Memory,
  isWhole: boolean
): Effect.Effect<FolderAnswer, SourceFailure> =>
  Effect.gen(function* () {
    // Only bookmarks with a hash: without it changes would be hidden, and progress would be written at Instapaper.
    const announced = isWhole ? [] : (before.folders[id] ?? []).filter(([, hash]) => hash !== "")
    const marked = isWhole ? [] : announced.flatMap(([bookmark]) => before.highlights[bookmark] ?? [])
    const list = instapaper.call(
      "/1/bookmarks/list",
      {
        folder_id: id,
        limit: String(folderLimit),
        ...(announced.length === 0
          ? {}
          : { have: announced.map(([bookmark, hash]) => `${bookmark}:${hash}`).join(",") }),
        ...(marked.length === 0 ? {} : { highlights: marked.join("-") })
      },
      readList
    )
    const first = yield* list
    // A folder that is suddenly empty is read once more.
    const isSuspicious = first.bookmarks.length === 0 && announced.length === 0 && (before.folders[id]?.length ?? 0) > 0
    return { id, place, announced, list: isSuspicious ? yield* list : first }
  })

const isDeleted = (instapaper: Instapaper, id: number) =>
  Effect.map(highlightsOf(instapaper, id), (highlights) => highlights === "deleted")

const highlightsOf = (instapaper: Instapaper, id: number) =>
  instapaper.call(`/1.1/bookmarks/${id}/highlights`, {}, readHighlights)

/**
 * The bookmarks whose highlights to read: those with listed highlights, listed ones with known highlights, and recently
 * changed or new ones. The first sync reads all of them if the listings contain no highlights, since some API versions
 * omit them.
 */
const highlightTargets = (
  answers: ReadonlyArray<FolderAnswer>,
  round: Round,
  before: Memory,
  { isThorough, now }: { readonly now: number; readonly isThorough: boolean }
): ReadonlyArray<number> => {
  const listedHighlights = answers.flatMap(({ list }) => list.highlights.map(({ bookmarkId }) => bookmarkId))
  const listed = round.listed.map(({ id }) => id)
  const withKnownHighlights = listed.filter((id) => (before.highlights[id]?.length ?? 0) > 0)
  const everywhere = isThorough && listedHighlights.length === 0 ? listed : []
  return [
    ...new Set([
      ...listedHighlights,
      ...withKnownHighlights,
      ...everywhere,
      ...(isThorough ? [] : [...changed(round, before), ...touched(round, now / 1000)])
    ])
  ]
}

/** Bookmarks that are new or have a new hash. One that has only moved is unchanged. */
const changed = ({ listed }: Round, before: Memory): ReadonlyArray<number> => {
  const seen = new Set(Object.values(before.folders).flatMap((folder) => folder.map(([id, hash]) => `${id}:${hash}`)))
  return listed
    .filter(({ hash, id }) => !seen.has(`${id}:${hash}`))
    .toSorted((a, b) => lastTouch(b) - lastTouch(a))
    .slice(0, maxChanged)
    .map(({ id }) => id)
}

const touched = ({ folders, listed }: Round, now: number): ReadonlyArray<number> => {
  const latest = new Map<number, number>()
  for (const [id, , time] of Object.values(folders).flat()) latest.set(id, time)
  for (const bookmark of listed) latest.set(bookmark.id, lastTouch(bookmark))
  return [...latest]
    .filter(([, time]) => now - time < touchedFor)
    .sort(([a, x], [b, y]) => y - x || b - a)
    .slice(0, maxTouched)
    .map(([id]) => id)
}

const lastTouch = ({ progressTime, time }: Bookmark): number => Math.max(time, progressTime)

/** Complete lists of highlights, recorded in `highlights`. A deleted or refused bookmark is skipped. */
const highlightPages = (
  instapaper: Instapaper,
  targets: ReadonlyArray<number>,
  highlights: Map<string, ReadonlyArray<number>>
): Stream.Stream<Records, SourceFailure> =>
  Stream.fromIterable(targets).pipe(
    Stream.mapEffect((id) => Effect.map(highlightsOf(instapaper, id), (answer) => ({ id, answer }))),
    Stream.filterMap(({ answer, id }) =>
      typeof answer === "string"
        ? Option.none()
        : Option.some({ id, passages: answer.map((one) => ({ ...one, bookmarkId: id })) })
    ),
    Stream.tap(({ id, passages }) =>
      Effect.sync(() =>
        passages.length === 0
          ? highlights.delete(String(id))
          : highlights.set(
              String(id),
              passages.map((one) => one.id)
            )
      )
    ),
    Stream.map(({ id, passages }): ReadingRecord => ({
      _tag: "Highlights",
      articleId: String(id),
      passages: passages.map(toPassage),
      whole: true
    })),
    Stream.grouped(highlightsPerPage),
    Stream.map((chunk) => pageOf([...chunk], Option.none()))
  )
