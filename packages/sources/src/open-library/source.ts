import { bookRank, type Entry } from "@daybook/core/books"
import { type RecordBatch, recordPage } from "@daybook/core/domain"
import type { Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Schema, Stream } from "effect"
import { dayOf, emptyEntry, type EntryRow, namesOf } from "../kit/books/values.js"
import { listOf, numberOf, someFieldsOf, textOf } from "../kit/jsonValues.js"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"
import { pulling } from "../kit/SourceDefinition.js"
import { filled } from "../kit/values.js"
import { readingLog } from "./exportFile.js"
import { id, writer } from "./writer.js"

const name = "Open Library"

const settings = Setting.settings({
  username: Setting.text("DAYBOOK_OPEN_LIBRARY_USERNAME", "Open Library account, as in the address of its page"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_OPEN_LIBRARY_BASE_URL", "https://openlibrary.org", "Open Library"),
  gap: Setting.minInterval("DAYBOOK_OPEN_LIBRARY_MIN_INTERVAL_MS", "1 second", "Open Library")
})

/** Shelves of the reading log, in the order in which they are read. */
const shelves = [
  ["already-read", "read"],
  ["currently-reading", "reading"],
  ["stopped-reading", "did_not_finish"],
  ["want-to-read", "to_read"]
] as const satisfies ReadonlyArray<readonly [string, Entry["status"]]>

type Shelf = (typeof shelves)[number]

const next =
  "check DAYBOOK_OPEN_LIBRARY_USERNAME, and make the reading log public in the privacy settings of the account"

const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 401 || answer.status === 403
    ? Verdict.stop("forbidden", "does not show this reading log", { next })
    : answer.status === 404
      ? Verdict.stop("not_found", "has no such reading log", { next })
      : Verdict.ofStatus(answer)

const Log = Schema.Struct({
  numFound: Schema.optional(Schema.Unknown),
  reading_log_entries: Schema.Array(Schema.Unknown)
})

/**
 * A work on a shelf. `logged_date` is when it was put there, in UTC, not when it was finished:
 *
 *   {"work":{"title":"The Quiet Harbour","key":"/works/OL900001W","author_names":["Ina Vale"]},
 *    "logged_edition":"/books/OL9M","logged_date":"2025/03/14, 20:11:09"}
 */
const readEntry =
  (status: Entry["status"]) =>
  (value: unknown): EntryRow => {
    const row = someFieldsOf(value)
    const work = someFieldsOf(row["work"])
    const [key] = /OL\d+W$/.exec(textOf(work["key"]) ?? "") ?? []
    return {
      ...emptyEntry,
      service: id,
      entry: key,
      title: filled(textOf(work["title"]) ?? "") ?? undefined,
      authors: namesOf(listOf(work["author_names"]).flatMap((author) => textOf(author) ?? [])),
      status,
      times_read: status === "read" ? 1 : 0,
      added_on: dayOf(textOf(row["logged_date"]) ?? "")
    }
  }

const keyOf = ({ entry }: EntryRow) => ({ service: id, entry })

interface Listing {
  readonly shelf: number
  readonly page: number
  /** Rows of this shelf up to the page before. */
  readonly rows: number
  readonly seen: ReadonlyMap<string, ReturnType<typeof keyOf>>
  /** Whether each shelf so far had as many rows as Open Library counts, and every row could be read. */
  readonly isWhole: boolean
}

interface ShelfPage {
  readonly entries: ReadonlyArray<EntryRow>
  /** The number of books on the shelf; null if the answer lacks it. */
  readonly total: number | null
}

/** A page added to the listing. A shelf ends with its number of books, or with a page that has no further ones. */
const listed = (before: Listing, { entries, total }: ShelfPage): Listing => {
  const keys = entries.flatMap((one) => (one.entry === undefined ? [] : [[one.entry, keyOf(one)] as const]))
  const rows = before.rows + entries.length
  const endsShelf = rows === total || !keys.some(([entry]) => !before.seen.has(entry))
  return {
    seen: new Map([...before.seen, ...keys]),
    isWhole: before.isWhole && keys.length === entries.length && (!endsShelf || rows === total),
    ...(endsShelf
      ? { shelf: before.shelf + 1, page: 1, rows: 0 }
      : { shelf: before.shelf, page: before.page + 1, rows })
  }
}

/** All shelves, page by page. */
const pull = (provider: Provider.Provider, username: string): Stream.Stream<Page<RecordBatch>, SourceFailure> =>
  Stream.paginateEffect<Listing, Page<RecordBatch>, SourceFailure, never>(
    { shelf: 0, page: 1, rows: 0, seen: new Map(), isWhole: true },
    (before) => {
      const [shelf, status] = shelves[before.shelf] as Shelf
      const path = `/people/${encodeURIComponent(username)}/books/${shelf}.json`
      return Effect.map(provider.json(Log, { path, query: () => ({ page: before.page }) }), (log) => {
        const entries = log.reading_log_entries.map(readEntry(status))
        const listing = listed(before, { entries, total: numberOf(log.numFound) })
        const isLast = listing.shelf === shelves.length
        const complete = isLast && listing.isWhole ? { complete: [...listing.seen.values()] } : {}
        return [
          recordPage({ record: "entry", rows: entries, ...complete }),
          isLast ? Option.none() : Option.some(listing)
        ] as const
      })
    }
  )

/**
 * The reading log of an Open Library account, or its CSV file. The account is read whole: what was removed there is
 * removed.
 */
export const openLibrary = pulling({
  id,
  about: { title: name, brings: "The books of your reading log.", exports: "https://openlibrary.org/account/import" },
  // A list of books, with days of logging.
  rank: bookRank({ rank: 50 }),
  ...readingLog,
  writer,
  schedule: { cron: "40 4 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: ({ baseUrl, gap, username }) =>
    Effect.map(Provider.make({ source: id, name, baseUrl, gap, judge }), (provider) => ({
      pull: () => pull(provider, username)
    })),
  fileTitle: "the reading log of Open Library",
  expected: "give OpenLibrary_ReadingLog.csv from openlibrary.org/account/import"
})
