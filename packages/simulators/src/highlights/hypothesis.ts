import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { wholeNumber } from "../shared/Simulator.js"
import {
  type SavedMark,
  type SavingAccount,
  type SavingContext,
  savingSimulator,
  savingToken
} from "../saves/SavingAccount.js"

const user = "acct:anna@hypothes.is"

const iso = (at: number, part: number) =>
  new Date(at * 1_000).toISOString().replace(".000Z", `.${String(part).padStart(6, "0")}+00:00`)

/** The annotations of a minute were last changed at the same time, as a client does with several at once. */
const annotationOf = ({ at, id, link, note, text }: SavedMark, { links }: SavingAccount, index: number) => {
  const page = links.find((one) => one.id === link)!
  return {
    id: `h-${id}`,
    created: iso(at, 0),
    updated: iso(at - (at % 60) + 60, 0),
    user,
    user_info: { display_name: null },
    uri: page.url,
    text: note,
    tags: page.tags,
    group: "__world__",
    permissions: { read: ["group:__world__"], admin: [user], update: [user], delete: [user] },
    target: [
      {
        source: page.url,
        selector: [
          { type: "RangeSelector", startContainer: "/p[1]", startOffset: 0, endContainer: "/p[1]", endOffset: 17 },
          { type: "TextPositionSelector", start: Number(id) * 10, end: Number(id) * 10 + text.length },
          { type: "TextQuoteSelector", exact: text, prefix: "a ", suffix: " b" }
        ]
      }
    ],
    document: page.title === "" ? {} : { title: [page.title] },
    links: { html: "https://hypothes.is/a/x" },
    hidden: false,
    flagged: false,
    ...(index % 2 === 0 ? { references: [] } : {})
  }
}

/** The annotations of an account: highlights, a note on a page, and a reply to somebody. */
const annotationsOf = (account: SavingAccount) => {
  const all = account.marks.map((mark, index) => annotationOf(mark, account, index))
  if (all.length === 0) return []
  const first = all[0]!
  return [
    ...all,
    { ...first, id: "page-note", updated: iso(1_741_600_000, 1), target: [{ source: first.uri }], text: "About it" },
    { ...first, id: "reply", updated: iso(1_741_600_000, 2), target: [{ source: first.uri }], references: ["x"] }
  ]
}

/** The search of Hypothesis's API: at most 200 rows in the order of their changes, after the last change. */
export const hypothesis = (context: SavingContext) =>
  savingSimulator({
    id: "hypothesis",
    context,
    settings: {
      DAYBOOK_HYPOTHESIS_BASE_URL: context.baseUrl,
      DAYBOOK_HYPOTHESIS_TOKEN: savingToken,
      DAYBOOK_HYPOTHESIS_USERNAME: "anna",
      DAYBOOK_HYPOTHESIS_MIN_INTERVAL_MS: "0"
    },
    authorization: `Bearer ${savingToken}`,
    refused: HttpServerResponse.unsafeJson({ status: "failure", reason: "Not authorized" }, { status: 401 }),
    answer: (account, { params, path }) => {
      const limit = wholeNumber(params["limit"], 20)
      if (path !== "/api/search" || !(limit >= 0 && limit <= 200) || params["user"] !== user)
        return HttpServerResponse.unsafeJson(
          { status: "failure", reason: "limit or user is not valid" },
          { status: 400 }
        )
      const all = annotationsOf(account).sort((one, other) =>
        one.updated === other.updated ? 0 : one.updated < other.updated ? -1 : 1
      )
      const rows = all.filter(({ updated }) => updated > (params["search_after"] ?? ""))
      return HttpServerResponse.unsafeJson({ total: all.length, rows: rows.slice(0, limit) })
    }
  })

/** Annotations in a JSON file. */
export const hypothesisExport = (account: SavingAccount): string =>
  JSON.stringify({
    export_date: "2025-06-01T08:00:00.000Z",
    export_userid: user,
    client_version: "1.1500.0",
    annotations: annotationsOf(account)
  })
