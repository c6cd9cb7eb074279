import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { wholeNumber } from "../shared/Simulator.js"
import type { SavedLink } from "./exportFiles.js"
import { type SavingContext, savingSimulator, savingToken } from "./SavingAccount.js"

const iso = (at: number) => new Date(at * 1_000).toISOString().replace(".000Z", ".123456Z")

/** Entries of a feed. The tags are the publisher's. */
const entryOf = ({ at, id, progress, title, url }: SavedLink) => ({
  id: Number(id),
  user_id: 1,
  feed_id: 42,
  status: progress > 0 ? "read" : "unread",
  hash: `hash-${id}`,
  title,
  url,
  comments_url: "",
  published_at: iso(at - 3_600),
  created_at: iso(at - 60),
  changed_at: iso(at),
  content: "<p>Text</p>",
  author: "I. Vale",
  share_code: "",
  starred: true,
  reading_time: 9,
  enclosures: null,
  tags: ["of the publisher"],
  feed: { id: 42, title: "Example", site_url: "https://example.org", category: { id: 2, title: "Sea" } }
})

const failure = (status: number, message: string) =>
  HttpServerResponse.unsafeJson({ error_message: message }, { status })

/** Miniflux's API: starred entries by id, after the last one of the page before. */
export const miniflux = (context: SavingContext) =>
  savingSimulator({
    id: "miniflux",
    context,
    settings: {
      DAYBOOK_MINIFLUX_BASE_URL: context.baseUrl,
      DAYBOOK_MINIFLUX_TOKEN: savingToken,
      DAYBOOK_MINIFLUX_MIN_INTERVAL_MS: "0"
    },
    header: "x-auth-token",
    authorization: savingToken,
    refused: failure(401, "Access Unauthorized"),
    answer: ({ links }, { params, path }) => {
      if (path !== "/v1/entries") return failure(404, "Not Found")
      if (params["starred"] !== "true") return failure(400, "all entries were asked for")
      if (params["order"] !== "id") return failure(400, "entries must be in the order of their ids")
      const sign = params["direction"] === "asc" ? 1 : -1
      const [limit, after] = [wholeNumber(params["limit"], 100), wholeNumber(params["after_entry_id"], 0)]
      const rows = links
        .map(entryOf)
        .filter(({ id }) => id > after)
        .sort((one, other) => sign * (one.id - other.id))
      return HttpServerResponse.unsafeJson({ total: rows.length, entries: rows.slice(0, limit) })
    }
  })
