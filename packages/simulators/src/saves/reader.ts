import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { SavedLink } from "./exportFiles.js"
import { type SavedMark, type SavingContext, savingSimulator, savingToken } from "./SavingAccount.js"

const iso = (at: number) => new Date(at * 1_000).toISOString().replace("Z", "000+00:00")

const common = {
  author: "I. Vale",
  source: "Reader RSS",
  site_name: "example.org",
  word_count: 1_800,
  published_date: 1_741_564_800_000,
  summary: "",
  image_url: "",
  first_opened_at: null
}

const documentOf = ({ archived, at, id, progress, tags, title, url }: SavedLink) => ({
  ...common,
  id,
  url: `https://read.readwise.io/new/read/${id}`,
  source_url: url,
  title,
  category: "article",
  location: archived ? "archive" : "new",
  tags: Object.fromEntries(tags.map((name) => [name, { name, type: "manual", created: at * 1_000 }])),
  notes: "",
  created_at: iso(at),
  updated_at: iso(at + 60),
  parent_id: null,
  reading_progress: progress,
  last_opened_at: progress > 0 ? iso(at + 3_600) : null,
  saved_at: iso(at),
  last_moved_at: iso(at)
})

const highlightOf = ({ at, id, link, note, text }: SavedMark) => ({
  ...common,
  id,
  url: `https://read.readwise.io/read/${id}`,
  source_url: null,
  title: null,
  category: "highlight",
  location: null,
  tags: {},
  notes: note,
  content: text,
  created_at: iso(at),
  updated_at: iso(at),
  parent_id: link,
  reading_progress: 0,
  last_opened_at: null,
  saved_at: iso(at),
  last_moved_at: iso(at)
})

/** An article that a feed brought and nobody opened. */
const fed = {
  ...documentOf({
    id: "fed",
    url: "https://example.org/fed",
    title: "Fed",
    at: 1_741_600_000,
    tags: [],
    archived: false,
    starred: false,
    progress: 0
  }),
  location: "feed"
}

const pageSize = 100

/** The API of Readwise Reader: pages by cursor. Highlights stand among the documents, before their parents. */
export const reader = (context: SavingContext) =>
  savingSimulator({
    id: "reader",
    context,
    settings: {
      DAYBOOK_READER_BASE_URL: context.baseUrl,
      DAYBOOK_READER_TOKEN: savingToken,
      DAYBOOK_READER_MIN_INTERVAL_MS: "0"
    },
    authorization: `Token ${savingToken}`,
    refused: HttpServerResponse.unsafeJson({ detail: "Invalid token." }, { status: 401 }),
    answer: ({ links, marks }, { params, path }) => {
      if (path !== "/api/v3/list/") return HttpServerResponse.unsafeJson({ detail: "Not found." }, { status: 404 })
      const all = [...marks.map(highlightOf), ...(links.length === 0 ? [] : [fed]), ...links.map(documentOf)]
      const rows = all.filter(({ category }) => params["category"] === undefined || category === params["category"])
      const from = Number(params["pageCursor"]?.replace(/^c/, "") ?? 0)
      const next = from + pageSize
      return HttpServerResponse.unsafeJson({
        count: rows.length,
        nextPageCursor: next < rows.length ? `c${next}` : null,
        results: rows.slice(from, next)
      })
    }
  })
