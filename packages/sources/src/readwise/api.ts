import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, Either, Option, Redacted, Stream } from "effect"
import { type Mark, type LeftOutMark, markOf } from "../kit/highlights/documents.js"
import { type MarkListing, markList } from "../kit/highlights/markList.js"
import { type Fields, fieldsOf, listOf, numberOf, textOf, wordOf } from "../kit/jsonValues.js"
import * as Provider from "../kit/provider/Provider.js"
import { readObject } from "../kit/saves/api.js"
import type { SaveList } from "../kit/saves/pull.js"
import { namesIn } from "../kit/saves/rows.js"
import { writtenInstant } from "../kit/saves/saveFile.js"
import * as Setting from "../kit/settings.js"

export const settings = Setting.settings({
  token: Setting.secret("DAYBOOK_READWISE_TOKEN", "access token of the Readwise account, for its highlights"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_READWISE_BASE_URL", "https://readwise.io", "Readwise's API"),
  gap: Setting.minInterval("DAYBOOK_READWISE_MIN_INTERVAL_MS", "300 millis", "Readwise")
})

/** Documents of other categories are not read: posts, episodes, and highlights that Readwise chose itself. */
const categories = ["books", "articles"]

/** No account comes near so many pages. A list whose cursors repeat ends here, and counts as incomplete. */
const maxPages = 2_000

const markIn = (book: Fields, highlight: Fields): Mark | LeftOutMark =>
  markOf({
    document: {
      url: textOf(book["source_url"]),
      title: textOf(book["title"]) || textOf(book["readable_title"]),
      author: textOf(book["author"]),
      tags: namesIn(book["book_tags"], "name")
    },
    text: textOf(highlight["text"]),
    note: textOf(highlight["note"]),
    position: numberOf(highlight["location"]),
    createdAt: writtenInstant(textOf(highlight["highlighted_at"])) ?? writtenInstant(textOf(highlight["created_at"]))
  })

/** The highlights of one document. Deleted ones are listed for a while. */
const marksIn = (row: unknown): MarkListing => {
  const book = fieldsOf(row)
  if (book === null || wordOf(book["user_book_id"]) === null) return { marks: [], missing: 1 }
  if (book["is_deleted"] === true || !categories.includes(textOf(book["category"]) ?? "")) return noMarks
  const highlights = listOf(book["highlights"]).map(fieldsOf)
  return {
    marks: highlights.flatMap((highlight) => {
      const mark = highlight === null || highlight["is_deleted"] === true ? "without a text" : markIn(book, highlight)
      return typeof mark === "string" ? [] : [mark]
    }),
    missing: highlights.filter((highlight) => highlight === null).length
  }
}

const noMarks: MarkListing = { marks: [], missing: 0 }

const joined = (one: MarkListing, other: MarkListing): MarkListing => ({
  marks: [...one.marks, ...other.marks],
  missing: one.missing + other.missing
})

const readAll = (provider: Provider.Provider): Effect.Effect<MarkListing, SourceFailure> =>
  Stream.paginateEffect({ cursor: null as string | null, page: 1 }, ({ cursor, page }) =>
    Effect.map(
      provider.read(
        { path: "/api/v2/export/", query: () => (cursor === null ? {} : { pageCursor: cursor }) },
        (answer) =>
          Either.flatMap(readObject(answer), (fields) =>
            Array.isArray(fields["results"])
              ? Either.right({ rows: listOf(fields["results"]), next: wordOf(fields["nextPageCursor"]) || null })
              : Either.left("answers without results")
          )
      ),
      ({ next, rows }) => {
        const listing = rows.map(marksIn).reduce(joined, noMarks)
        if (next === null) return [listing, Option.none()] as const
        return page >= maxPages
          ? ([{ ...listing, missing: listing.missing + 1 }, Option.none()] as const)
          : ([listing, Option.some({ cursor: next, page: page + 1 })] as const)
      }
    )
  ).pipe(Stream.runFold(noMarks, joined))

/**
 * The API of Readwise (https://readwise.io/api_deets), at most 240 calls a minute. Documents with their highlights:
 *
 *   {"count":1,"nextPageCursor":null,"results":[{"user_book_id":123,"is_deleted":false,"title":"The Quiet Harbour",
 *     "author":"Ina Vale","category":"books","source_url":null,"book_tags":[{"id":1,"name":"sea"}],
 *     "highlights":[{"id":456,"is_deleted":false,"text":"Slow water keeps.","note":"yes","location":345,
 *       "highlighted_at":"2025-03-10T21:10:00Z","created_at":"2025-03-11T06:00:00Z"}]}]}
 */
export const lists = ({
  baseUrl,
  gap,
  token
}: Setting.ValuesOf<typeof settings>): Effect.Effect<ReadonlyArray<SaveList>, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "readwise",
      name: "Readwise",
      baseUrl,
      gap,
      headers: { authorization: `Token ${Redacted.value(token)}` }
    }),
    (provider) => [markList("the list of highlights of Readwise", readAll(provider))]
  )
