import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { SavedLink } from "../saves/exportFiles.js"
import {
  type SavedMark,
  type SavingAccount,
  type SavingContext,
  savingSimulator,
  savingToken
} from "../saves/SavingAccount.js"

const iso = (at: number) => new Date(at * 1_000).toISOString().replace(".000Z", "Z")

const author = "Ina Vale"

const highlightOf = ({ at, id, note, text }: SavedMark) => ({
  id: Number(id),
  is_deleted: false,
  text,
  note,
  location: Number(id) * 10,
  location_type: "location",
  highlighted_at: iso(at),
  created_at: iso(at + 3_600),
  updated_at: iso(at + 3_600),
  url: null,
  color: "yellow",
  tags: [],
  is_favorite: false,
  is_discard: false,
  external_id: null,
  end_location: null,
  book_id: 123,
  readwise_url: `https://readwise.io/open/${id}`
})

/** A document. Those without an address are books. One highlight is deleted. */
const bookOf = ({ id, tags, title, url }: SavedLink, marks: ReadonlyArray<SavedMark>) => ({
  user_book_id: Number(id),
  is_deleted: false,
  title,
  readable_title: title,
  author,
  source: url === "" ? "kindle" : "reader",
  category: url === "" ? "books" : "articles",
  cover_image_url: "https://example.org/c.jpg",
  unique_url: "",
  source_url: url === "" ? null : url,
  asin: url === "" ? "B00FAKE001" : null,
  book_tags: tags.map((name, index) => ({ id: index + 1, name })),
  readwise_url: `https://readwise.io/bookreview/${id}`,
  document_note: null,
  summary: null,
  highlights: [
    ...marks.filter(({ link }) => link === id).map(highlightOf),
    { ...highlightOf({ id: `9${id}`, link: id, text: "Deleted", note: "", at: 1 }), is_deleted: true }
  ]
})

/** Documents that are not the owner's reading. */
const others = ["tweets", "podcasts", "supplementals"].map((category, index) => ({
  ...bookOf(
    { id: `8${index}`, url: "", title: category, at: 1, tags: [], archived: false, starred: false, progress: 0 },
    [{ id: `7${index}`, link: `8${index}`, text: `Said in ${category}`, note: "", at: 1_741_600_000 }]
  ),
  category
}))

const pageSize = 100

/** The export of Readwise's API: documents with their highlights, pages by cursor. */
export const readwise = (context: SavingContext) =>
  savingSimulator({
    id: "readwise",
    context,
    settings: {
      DAYBOOK_READWISE_BASE_URL: context.baseUrl,
      DAYBOOK_READWISE_TOKEN: savingToken,
      DAYBOOK_READWISE_MIN_INTERVAL_MS: "0"
    },
    authorization: `Token ${savingToken}`,
    refused: HttpServerResponse.unsafeJson({ detail: "Invalid token." }, { status: 401 }),
    answer: ({ links, marks }: SavingAccount, { params, path }) => {
      if (path !== "/api/v2/export/") return HttpServerResponse.unsafeJson({ detail: "Not found." }, { status: 404 })
      const all = [...links.map((link) => bookOf(link, marks)), ...(links.length === 0 ? [] : others)]
      const from = Number(params["pageCursor"] ?? 0)
      const next = from + pageSize
      return HttpServerResponse.unsafeJson({
        count: all.length,
        nextPageCursor: next < all.length ? next : null,
        results: all.slice(from, next)
      })
    }
  })

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text)

/** The CSV export of Readwise. */
export const readwiseCsv = ({ links, marks }: SavingAccount): string =>
  [
    "Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags",
    ...marks.map(({ at, id, link, note, text }) => {
      const { tags, title, url } = links.find((one) => one.id === link)!
      return [
        ...[
          text,
          title,
          author,
          url === "" ? "B00FAKE001" : "",
          note,
          "yellow",
          "",
          "location",
          String(Number(id) * 10)
        ],
        ...[iso(at).replace("T", " ").replace("Z", "+00:00"), tags.join(",")]
      ]
        .map(cell)
        .join(",")
    })
  ]
    .map((line) => `${line}\n`)
    .join("")
