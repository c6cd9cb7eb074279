import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { wholeNumber } from "../shared/Simulator.js"
import type { SavedLink } from "./exportFiles.js"
import { type SavingContext, savingSimulator, savingToken } from "./SavingAccount.js"

/** Half of the bookmarks that are not archived are still to be read. */
const bookmarkOf = ({ archived, at, id, progress, tags, title, url }: SavedLink) => ({
  id: Number(id),
  url,
  title,
  description: "",
  notes: "",
  web_archive_snapshot_url: "",
  favicon_url: null,
  preview_image_url: null,
  is_archived: archived,
  unread: !archived && progress === 0,
  shared: false,
  tag_names: tags,
  date_added: new Date(at * 1_000).toISOString().replace(".000Z", ".123456Z"),
  date_modified: new Date(at * 1_000).toISOString(),
  website_title: null,
  website_description: null
})

/** Linkding's API: pages by offset. Archived bookmarks have a list of their own. */
export const linkding = (context: SavingContext) =>
  savingSimulator({
    id: "linkding",
    context,
    settings: {
      DAYBOOK_LINKDING_BASE_URL: context.baseUrl,
      DAYBOOK_LINKDING_TOKEN: savingToken,
      DAYBOOK_LINKDING_MIN_INTERVAL_MS: "0"
    },
    authorization: `Token ${savingToken}`,
    refused: HttpServerResponse.unsafeJson({ detail: "Invalid token." }, { status: 401 }),
    answer: ({ links }, { params, path }) => {
      const [limit, offset] = [wholeNumber(params["limit"], 100), wholeNumber(params["offset"], 0)]
      if (path !== "/api/bookmarks/" && path !== "/api/bookmarks/archived/")
        return HttpServerResponse.unsafeJson({ detail: "Not found." }, { status: 404 })
      const rows = links.filter(({ archived }) => archived === (path === "/api/bookmarks/archived/"))
      const next = offset + limit < rows.length
      return HttpServerResponse.unsafeJson({
        count: rows.length,
        next: next ? `${context.baseUrl}${path}?limit=${limit}&offset=${offset + limit}` : null,
        previous: null,
        results: rows.slice(offset, offset + limit).map(bookmarkOf)
      })
    }
  })
