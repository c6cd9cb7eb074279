import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { wholeNumber } from "../shared/Simulator.js"
import type { SavedLink } from "./exportFiles.js"
import { type SavedMark, type SavingContext, savingSimulator, savingToken } from "./SavingAccount.js"

const iso = (at: number) => new Date(at * 1_000).toISOString()

/** The title is the page's own if the owner gave none. One tag is by a model. */
const bookmarkOf = ({ archived, at, id, starred, tags, title, url }: SavedLink) => ({
  id,
  createdAt: iso(at),
  modifiedAt: iso(at + 60),
  title: null,
  archived,
  favourited: starred,
  taggingStatus: "success",
  note: "",
  summary: null,
  tags: [
    ...tags.map((name) => ({ id: `t-${name}`, name, attachedBy: "human" })),
    { id: "t-ai", name: "chosen by a model", attachedBy: "ai" }
  ],
  content: url.startsWith("http")
    ? { type: "link", url, title: title === "" ? null : title, description: null, imageUrl: null, author: null }
    : { type: "text", text: url, sourceUrl: null },
  assets: []
})

const highlightOf = ({ at, id, link, note, text }: SavedMark) => ({
  id,
  bookmarkId: link,
  startOffset: 12,
  endOffset: 12 + text.length,
  color: "yellow",
  text,
  note: note === "" ? null : note,
  userId: "u1",
  createdAt: iso(at)
})

const failure = (status: number, code: string, message: string) =>
  HttpServerResponse.unsafeJson({ code, message }, { status })

/** Karakeep's API: pages by cursor, newest first, at most a hundred rows each. */
export const karakeep = (context: SavingContext) =>
  savingSimulator({
    id: "karakeep",
    context,
    settings: {
      DAYBOOK_KARAKEEP_BASE_URL: context.baseUrl,
      DAYBOOK_KARAKEEP_TOKEN: savingToken,
      DAYBOOK_KARAKEEP_MIN_INTERVAL_MS: "0"
    },
    authorization: `Bearer ${savingToken}`,
    refused: failure(401, "UNAUTHORIZED", "Unauthorized"),
    answer: ({ links, marks }, { params, path }) => {
      const limit = wholeNumber(params["limit"], 20)
      if (!(limit >= 1 && limit <= 100)) return failure(400, "BAD_REQUEST", "limit must be at most 100")
      const from = params["cursor"] === undefined ? 0 : Number(params["cursor"].replace(/^after-/, ""))
      if (!Number.isInteger(from)) return failure(400, "BAD_REQUEST", "unknown cursor")
      const page = <A>(rows: ReadonlyArray<A>, member: string) =>
        HttpServerResponse.unsafeJson({
          [member]: rows.slice(from, from + limit),
          nextCursor: from + limit < rows.length ? `after-${from + limit}` : null
        })
      if (path === "/api/v1/bookmarks") return page(links.map(bookmarkOf), "bookmarks")
      if (path === "/api/v1/highlights") return page(marks.map(highlightOf), "highlights")
      return failure(404, "NOT_FOUND", "Not found")
    }
  })
