import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { wholeNumber } from "../shared/Simulator.js"
import type { SavedLink } from "./exportFiles.js"
import {
  type SavedMark,
  type SavingAccount,
  type SavingContext,
  savingSimulator,
  savingToken
} from "./SavingAccount.js"

const iso = (at: number) => new Date(at * 1_000).toISOString().replace(".000Z", "Z")

const bookmarkOf = ({ archived, at, id, progress, starred, tags, title, url }: SavedLink, baseUrl: string) => ({
  id,
  href: `${baseUrl}/api/bookmarks/${id}`,
  created: iso(at),
  updated: iso(at + 60),
  state: 0,
  loaded: true,
  url,
  title,
  site_name: "Example",
  site: "example.org",
  authors: ["I. Vale"],
  published: null,
  lang: "en",
  text_direction: "ltr",
  document_type: "article",
  type: "article",
  has_article: true,
  description: "",
  is_deleted: false,
  is_marked: starred,
  is_archived: archived,
  read_progress: Math.round(progress * 100),
  labels: tags,
  word_count: 1_800,
  reading_time: 9,
  resources: {}
})

const annotationOf = ({ at, id, link, text }: SavedMark, { links }: SavingAccount, baseUrl: string) => ({
  id,
  href: `${baseUrl}/api/bookmarks/${link}/annotations/${id}`,
  text,
  created: iso(at),
  bookmark_id: link,
  bookmark_href: `${baseUrl}/api/bookmarks/${link}`,
  bookmark_url: links.find((one) => one.id === link)?.url ?? "",
  bookmark_title: links.find((one) => one.id === link)?.title ?? "",
  bookmark_site_name: "Example"
})

/** Readeck's API: pages by offset, with the number of all rows in a header. */
export const readeck = (context: SavingContext) =>
  savingSimulator({
    id: "readeck",
    context,
    settings: {
      DAYBOOK_READECK_BASE_URL: context.baseUrl,
      DAYBOOK_READECK_TOKEN: savingToken,
      DAYBOOK_READECK_MIN_INTERVAL_MS: "0"
    },
    authorization: `Bearer ${savingToken}`,
    refused: HttpServerResponse.unsafeJson({ status: 401, message: "Unauthorized" }, { status: 401 }),
    answer: (account, { params, path }) => {
      const [limit, offset] = [wholeNumber(params["limit"], 30), wholeNumber(params["offset"], 0)]
      if (!(limit >= 1 && limit <= 100 && offset >= 0))
        return HttpServerResponse.unsafeJson({ is_valid: false, errors: [] }, { status: 422 })
      const page = (rows: ReadonlyArray<object>) =>
        HttpServerResponse.unsafeJson(rows.slice(offset, offset + limit), {
          headers: {
            "total-count": String(rows.length),
            "total-pages": String(Math.ceil(rows.length / limit)),
            "current-page": String(Math.floor(offset / limit) + 1)
          }
        })
      if (path === "/api/bookmarks") return page(account.links.map((link) => bookmarkOf(link, context.baseUrl)))
      if (path === "/api/bookmarks/annotations")
        return page(account.marks.map((mark) => annotationOf(mark, account, context.baseUrl)))
      return HttpServerResponse.unsafeJson({ status: 404, message: "Not Found" }, { status: 404 })
    }
  })
