import type { ReadingRecord } from "@daybook/core/reading"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Clock, Duration, Effect, Option, Stream } from "effect"
import { fromCursor, type Memory, toCursor } from "./Cursor.js"
import { type Answered, folderLimit, goneKeys, likedFolder, type Round, roundOf } from "./cycle.js"
import type { Instapaper } from "./Instapaper.js"
import { type Place, toPassage } from "./toRecords.js"
import { type Bookmark, readFolders, readHighlights, readList } from "./wire.js"

const perPage = 250
const highlightsPerPage = 20
/** Highlights and tags change without a trace in the lists: so often everything is read anew. */
const fullEvery = Duration.toMillis("7 days")
const goneFor = Duration.toMillis("30 days")
/** And of so many that were touched lately the highlights are asked for each time. */
const touchedFor = Duration.toSeconds("7 days")
const mostTouched = 20
/** So many at most whose entry is new or another than before: not every version shows their highlights beside them. */
const mostChanged = 100

type Records = Page<ReadingRecord>

const pageOf = (records: ReadonlyArray<ReadingRecord>, total: Option.Option<number>): Records =>
  ({ records, gone: [], covers: Option.none(), cursor: Option.none(), total })

/**
 * One round: every folder's list, as far as it is new, then the highlights of what was touched. What is stored on the way
 * is right whatever comes after; what is gone, and what is remembered for the next time, comes last.
 */
export const pull = (instapaper: Instapaper, { cursor, full }: PullRequest): Stream.Stream<Records, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const known = fromCursor(cursor)
    const isWhole = full || Option.isNone(known) || now - known.value.fullAt >= fullEvery
    const before: Memory = Option.getOrElse(known, () => ({ folders: {}, highlights: {}, gone: {}, fullAt: now }))
    const answers = yield* ask(instapaper, before, isWhole)
    const round = roundOf(answers, before.folders)
    const gone = goneBy(now, before, round, [...round.gone, ...(yield* Effect.filter(round.doubtful, (id) => isDeleted(instapaper, id)))])
    const wanted = wantedHighlights(answers, round, before, { now, isThorough: full || Option.isNone(known) })
    const highlights = new Map(Object.entries(before.highlights).filter(([id]) => gone[id] === undefined))
    const total = Option.some(round.listed.length)
    const articles = Stream.map(Stream.chunks(Stream.rechunk(Stream.fromIterable(round.records), perPage)), (chunk) => pageOf([...chunk], total))
    return articles.pipe(
      Stream.concat(highlightPages(instapaper, wanted, highlights)),
      Stream.concat(Stream.suspend(() => {
        const next = toCursor({ folders: round.folders, highlights: Object.fromEntries(highlights), gone, fullAt: isWhole ? now : before.fullAt })
        const isNews = !Option.contains(cursor, next)
        return isNews || Object.keys(gone).length > 0
          ? Stream.make<[Records]>({ ...pageOf([], total), gone: goneKeys(gone), cursor: isNews ? Option.some(next) : Option.none() })
          : Stream.empty
      }))
    )
  }))

/** What is gone by now, as long as it does not come back, and is not long forgotten. */
const goneBy = (now: number, before: Memory, { folders }: Round, ids: ReadonlyArray<number>): Memory["gone"] => {
  const visible = new Set(Object.values(folders).flatMap((seen) => seen.map(([id]) => String(id))))
  const still = Object.entries(before.gone).filter(([id, at]) => !visible.has(id) && now - at < goneFor)
  return Object.fromEntries([...ids.map((id) => [String(id), now] as const), ...still])
}

/** Every folder, one after the other. The round fails with any of them: half a round shows nothing about what is gone. */
const ask = (instapaper: Instapaper, before: Memory, isWhole: boolean) =>
  Effect.gen(function*() {
    const own = yield* instapaper.call("/1/folders/list", {}, readFolders)
    const places: ReadonlyArray<readonly [string, Place]> = [
      ["unread", { folder: null, archived: false }],
      ...own.map(({ id, title }) => [id, { folder: title, archived: false }] as const),
      ["archive", { folder: null, archived: true }],
      [likedFolder, { folder: null, archived: false }]
    ]
    return yield* Effect.forEach(places, ([id, place]) => askFolder(instapaper, id, place, before, isWhole))
  })

const askFolder = (instapaper: Instapaper, id: string, place: Place, before: Memory, isWhole: boolean): Effect.Effect<Answered, SourceFailure> =>
  Effect.gen(function*() {
    // Only with their hashes: a number alone would hide changes, and progress beside it would be written there.
    const known = isWhole ? [] : (before.folders[id] ?? []).filter(([, hash]) => hash !== "")
    const marked = isWhole ? [] : known.flatMap(([bookmark]) => before.highlights[bookmark] ?? [])
    const list = instapaper.call("/1/bookmarks/list", {
      folder_id: id,
      limit: String(folderLimit),
      ...(known.length === 0 ? {} : { have: known.map(([bookmark, hash]) => `${bookmark}:${hash}`).join(",") }),
      ...(marked.length === 0 ? {} : { highlights: marked.join("-") })
    }, readList)
    const first = yield* list
    // A folder that was full of articles and is empty all at once is asked for again.
    const isSuspicious = first.bookmarks.length === 0 && known.length === 0 && (before.folders[id]?.length ?? 0) > 0
    return { id, place, known, list: isSuspicious ? yield* list : first }
  })

const isDeleted = (instapaper: Instapaper, id: number) => Effect.map(highlightsOf(instapaper, id), (highlights) => highlights === "deleted")

const highlightsOf = (instapaper: Instapaper, id: number) => instapaper.call(`/1.1/bookmarks/${id}/highlights`, {}, readHighlights)

/**
 * Bookmarks whose highlights are to be read: those that the lists showed one of, or knew one of and were listed, and those
 * touched lately or entered anew. A first time through lists that show none at all asks for every one, for not every
 * version shows them.
 */
const wantedHighlights = (answers: ReadonlyArray<Answered>, round: Round, before: Memory, { isThorough, now }: { readonly now: number; readonly isThorough: boolean }): ReadonlyArray<number> => {
  const shown = answers.flatMap(({ list }) => list.highlights.map(({ bookmarkId }) => bookmarkId))
  const listed = round.listed.map(({ id }) => id)
  const known = listed.filter((id) => (before.highlights[id]?.length ?? 0) > 0)
  const everywhere = isThorough && shown.length === 0 ? listed : []
  return [...new Set([...shown, ...known, ...everywhere, ...(isThorough ? [] : [...changed(round, before), ...touched(round, now / 1000)])])]
}

/** Those listed with another hash than before, or for the first time; one that only moved is as it was. */
const changed = ({ listed }: Round, before: Memory): ReadonlyArray<number> => {
  const seen = new Set(Object.values(before.folders).flatMap((folder) => folder.map(([id, hash]) => `${id}:${hash}`)))
  return listed.filter(({ hash, id }) => !seen.has(`${id}:${hash}`)).toSorted((a, b) => lastTouch(b) - lastTouch(a)).slice(0, mostChanged).map(({ id }) => id)
}

const touched = ({ folders, listed }: Round, now: number): ReadonlyArray<number> => {
  const latest = new Map<number, number>()
  for (const [id, , time] of Object.values(folders).flat()) latest.set(id, time)
  for (const bookmark of listed) latest.set(bookmark.id, lastTouch(bookmark))
  return [...latest].filter(([, time]) => now - time < touchedFor).sort(([a, x], [b, y]) => y - x || b - a).slice(0, mostTouched).map(([id]) => id)
}

const lastTouch = ({ progressTime, time }: Bookmark): number => Math.max(time, progressTime)

/** Whole lists of highlights, noted in `highlights` as they come. A bookmark that is gone by now, or refused, has none to tell of. */
const highlightPages = (instapaper: Instapaper, wanted: ReadonlyArray<number>, highlights: Map<string, ReadonlyArray<number>>): Stream.Stream<Records, SourceFailure> =>
  Stream.fromIterable(wanted).pipe(
    Stream.mapEffect((id) => Effect.map(highlightsOf(instapaper, id), (found) => ({ id, found }))),
    Stream.filterMap(({ found, id }) => typeof found === "string" ? Option.none() : Option.some({ id, found: found.map((one) => ({ ...one, bookmarkId: id })) })),
    Stream.tap(({ found, id }) => Effect.sync(() => found.length === 0 ? highlights.delete(String(id)) : highlights.set(String(id), found.map((one) => one.id)))),
    Stream.map(({ found, id }): ReadingRecord => ({ _tag: "Highlights", articleId: id, passages: found.map(toPassage), whole: true })),
    Stream.grouped(highlightsPerPage),
    Stream.map((chunk) => pageOf([...chunk], Option.none()))
  )
