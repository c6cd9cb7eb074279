import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { makeSimulator, wholeNumber } from "../shared/Simulator.js"
import type { SavedLink } from "./exportFiles.js"
import type { SavingAccount, SavingContext } from "./SavingAccount.js"

const login = { Email: "anna", Passwd: "api-password" }

/** An entry. Times are texts in several units; an address may be in only one of two lists. */
const itemOf = ({ at, id, progress, title, url }: SavedLink) => ({
  id: `tag:google.com,2005:reader/item/${id.padStart(16, "0")}`,
  crawlTimeMsec: String(at * 1_000 + 123),
  timestampUsec: String(at * 1_000_000 + 123_456),
  published: at - 3_600,
  title,
  ...(Number(id) % 2 === 0 ? { canonical: [{ href: url }] } : {}),
  alternate: [{ href: url, type: "text/html" }],
  categories: [
    "user/-/state/com.google/reading-list",
    "user/-/label/Sea",
    "user/-/state/com.google/starred",
    ...(progress > 0 ? ["user/-/state/com.google/read"] : [])
  ],
  origin: { streamId: "feed/42", htmlUrl: "https://example.org/", title: "Example" },
  summary: { content: "<p>Text</p>" }
})

const plain = (text: string, status = 200) => HttpServerResponse.text(text, { status })

/** FreshRSS's API in the shape of Google Reader: a login with lines of text, then pages with a continuation. */
export const freshrss = ({ baseUrl, clock }: SavingContext) => {
  let account: SavingAccount = { links: [], marks: [] }
  let token = 0
  return makeSimulator({
    id: "freshrss",
    clock,
    settings: {
      DAYBOOK_FRESHRSS_BASE_URL: baseUrl,
      DAYBOOK_FRESHRSS_USERNAME: login.Email,
      DAYBOOK_FRESHRSS_PASSWORD: login.Passwd,
      DAYBOOK_FRESHRSS_MIN_INTERVAL_MS: "0"
    },
    control: {
      /** Replaces what the account holds. */
      hold: (next: Partial<SavingAccount>) => Effect.sync(() => void (account = { ...account, ...next })),
      /** Ends all tokens, as a changed password does. */
      endTokens: Effect.sync(() => void token++)
    },
    answer: ({ distortion, headers, params, path }) =>
      Effect.sync(() => {
        const auth = `anna/${String(token).padStart(8, "0")}`
        if (path === "/api/greader.php/accounts/ClientLogin")
          return Object.entries(login).some(([name, value]) => params[name] !== value)
            ? plain("Unauthorized!\n", 401)
            : plain(`SID=${auth}\nLSID=null\nAuth=${auth}\n`)
        if (headers["authorization"] !== `GoogleLogin auth=${auth}`) return plain("Unauthorized!\n", 401)
        if (path !== "/api/greader.php/reader/api/0/stream/contents/user/-/state/com.google/starred")
          return plain("Bad Request!\n", 400)
        const { links } = distortion?._tag === "Empty" ? { links: [] } : account
        const [size, from] = [wholeNumber(params["n"], 20), wholeNumber(params["c"], 0)]
        const next = from + size
        return HttpServerResponse.unsafeJson({
          id: "user/-/state/com.google/starred",
          updated: 1_741_640_000,
          items: links.slice(from, next).map(itemOf),
          ...(next < links.length ? { continuation: String(next) } : {})
        })
      })
  })
}
