import { bookRank, booksWriter } from "@daybook/core/books"
import { type RecordBatch, recordPage } from "@daybook/core/domain"
import type { Page, SourceFailure } from "@daybook/core/sync"
import { Duration, Effect, Either, Option, Redacted, Stream } from "effect"
import type { EntryRow } from "../kit/books/values.js"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"
import { pulling } from "../kit/SourceDefinition.js"
import { booksIn, errorIn, query, readBook } from "./wire.js"

const id = "hardcover"
const name = "Hardcover"

const settings = Setting.settings({
  token: Setting.secret("DAYBOOK_HARDCOVER_TOKEN", "API token of the Hardcover account"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_HARDCOVER_BASE_URL", "https://api.hardcover.app", "Hardcover"),
  gap: Setting.minInterval("DAYBOOK_HARDCOVER_MIN_INTERVAL_MS", "1 second", "Hardcover")
})

const refusal = Verdict.stop("unauthorized", "refuses the token", {
  next: "copy a new token from the Hardcover API page of your account settings to DAYBOOK_HARDCOVER_TOKEN"
})

/** Errors come with status 200 too. */
const judge = (answer: Answer): Verdict.Verdict => {
  if (answer.status === 401) return refusal
  const message = Either.isRight(answer.json) ? errorIn(answer.json.right) : null
  if (answer.status !== 200 || message === null) return Verdict.ofStatus(answer)
  return /token|jwt|authoriz/i.test(message) ? refusal : Verdict.stop("bad_answer", `says: ${message}`)
}

const perPage = 100

const keyOf = ({ entry }: EntryRow) => ({ service: id, entry })

interface Listing {
  readonly seen: ReadonlyMap<string, ReturnType<typeof keyOf>>
  /** The last book of the page before. */
  readonly last: string | null
  /** Where the next page begins. */
  readonly offset: number
  /** Whether every row had an id, and no book moved to another page meanwhile. */
  readonly isWhole: boolean
}

/** A page added to the listing: its further books, and whether they were the last ones. */
const listed = ({ isWhole, last, offset, seen }: Listing, rows: ReadonlyArray<EntryRow>) => {
  const books = rows.filter(({ entry }) => entry === undefined || !seen.has(entry))
  const keys = books.flatMap((book) => (book.entry === undefined ? [] : [[book.entry, keyOf(book)] as const]))
  const listing: Listing = {
    seen: new Map([...seen, ...keys]),
    last: rows.at(-1)?.entry ?? null,
    offset: Math.max(0, offset + rows.length - 1),
    isWhole: isWhole && keys.length === books.length && (last === null || rows[0]?.entry === last)
  }
  return { books, listing, isLast: keys.length === 0 }
}

/**
 * All books, a hundred a page. Each page begins with the last book of the page before: if it does not, books were
 * removed meanwhile, and nothing is concluded from the listing. A page without further books ends it.
 */
const pull = (provider: Provider.Provider): Stream.Stream<Page<RecordBatch>, SourceFailure> =>
  Stream.paginateEffect<Listing, Page<RecordBatch>, SourceFailure, never>(
    { seen: new Map(), last: null, offset: 0, isWhole: true },
    (before) =>
      Effect.map(
        provider.read(
          {
            path: "/v1/graphql",
            query: () => ({}),
            body: { query, variables: { limit: perPage, offset: before.offset } }
          },
          ({ json }) =>
            Either.fromNullable(
              Either.isRight(json) ? booksIn(json.right) : null,
              () => "answers with something that is no list of books"
            )
        ),
        (rows) => {
          const { books, isLast, listing } = listed(before, rows.map(readBook))
          const complete = isLast && listing.isWhole ? { complete: [...listing.seen.values()] } : {}
          return [
            recordPage({ record: "entry", rows: books, ...complete }),
            isLast ? Option.none() : Option.some(listing)
          ] as const
        }
      )
  )

/** The books of a Hardcover account. They are read whole: what was removed goes. */
export const hardcover = pulling({
  id,
  about: {
    title: name,
    brings: "Your books with the start and end of each reading, ratings and reviews.",
    keys: "https://hardcover.app/account/api"
  },
  // As StoryGraph, with an API.
  rank: bookRank({ rank: 20 }),
  writer: booksWriter,
  syncType: "books",
  schedule: { cron: "20 4 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: ({ baseUrl, gap, token }) =>
    Effect.map(
      Provider.make({
        source: id,
        name,
        baseUrl,
        gap,
        judge,
        // A query may take 30 seconds.
        timeout: Duration.seconds(45),
        // The page with the token shows it with the word in front.
        headers: { authorization: `Bearer ${Redacted.value(token).replace(/^bearer\s+/i, "")}` }
      }),
      (provider) => ({ pull: () => pull(provider) })
    )
})
