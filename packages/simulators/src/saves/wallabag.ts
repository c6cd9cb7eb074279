import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { makeSimulator, wholeNumber } from "../shared/Simulator.js"
import { wallabagExport } from "./exportFiles.js"
import type { SavingAccount, SavingContext } from "./SavingAccount.js"

const login = { client_id: "1_client", client_secret: "wb-secret", username: "anna", password: "wb-password" }

const refused = (error: string, text: string, status: number) =>
  HttpServerResponse.unsafeJson({ error, error_description: text }, { status })

const iso = (at: number) => new Date(at * 1_000).toISOString().replace(".000Z", "+0000")

const annotationsOf = ({ marks }: SavingAccount, id: string) =>
  marks
    .filter(({ link }) => link === id)
    .map(({ at, id: mark, note, text }) => ({
      id: Number(mark.replace(/\D/g, "")),
      user: "anna",
      annotator_schema_version: "v1.0",
      text: note,
      quote: text,
      ranges: [{ start: "/p[1]", startOffset: "12", end: "/p[1]", endOffset: "30" }],
      created_at: iso(at),
      updated_at: iso(at)
    }))

/** An entry, whose tags are objects here. */
const entryOf = (account: SavingAccount, link: SavingAccount["links"][number]) => {
  const [entry] = JSON.parse(wallabagExport([link])) as ReadonlyArray<Record<string, unknown>>
  return {
    ...entry,
    tags: link.tags.map((label, index) => ({ id: index + 1, label, slug: label })),
    annotations: annotationsOf(account, link.id)
  }
}

/** wallabag's API: tokens by password that end after an hour, and pages with their number. A page too far is a 404. */
export const wallabag = ({ baseUrl, clock }: SavingContext) => {
  let account: SavingAccount = { links: [], marks: [] }
  let token = 0
  return makeSimulator({
    id: "wallabag",
    clock,
    settings: {
      DAYBOOK_WALLABAG_BASE_URL: baseUrl,
      DAYBOOK_WALLABAG_CLIENT_ID: login.client_id,
      DAYBOOK_WALLABAG_CLIENT_SECRET: login.client_secret,
      DAYBOOK_WALLABAG_USERNAME: login.username,
      DAYBOOK_WALLABAG_PASSWORD: login.password,
      DAYBOOK_WALLABAG_MIN_INTERVAL_MS: "0"
    },
    control: {
      /** Replaces what the account holds. */
      hold: (next: Partial<SavingAccount>) => Effect.sync(() => void (account = { ...account, ...next })),
      /** Ends all tokens. */
      endTokens: Effect.sync(() => void token++)
    },
    answer: ({ distortion, headers, method, params, path }) =>
      Effect.sync(() => {
        if (path === "/oauth/v2/token") {
          if (method !== "POST" || params["grant_type"] !== "password")
            return refused("unsupported_grant_type", "Invalid grant_type parameter", 400)
          if (Object.entries(login).some(([name, value]) => params[name] !== value))
            return refused("invalid_grant", "Invalid username and password combination", 400)
          return HttpServerResponse.unsafeJson({
            access_token: `token-${token}`,
            expires_in: 3_600,
            token_type: "bearer",
            scope: null,
            refresh_token: "refresh"
          })
        }
        if (headers["authorization"] !== `Bearer token-${token}`)
          return refused("invalid_grant", "The access token provided has expired.", 401)
        if (path !== "/api/entries.json") return refused("not_found", "Not Found", 404)
        const { links } = distortion?._tag === "Empty" ? { links: [] } : account
        const [page, limit] = [wholeNumber(params["page"], 1), wholeNumber(params["perPage"], 30)]
        const pages = Math.max(1, Math.ceil(links.length / limit))
        if (!(page >= 1 && page <= pages)) return refused("not_found", "Page does not exist", 404)
        const items = links.slice((page - 1) * limit, page * limit).map((link) => entryOf(account, link))
        return HttpServerResponse.unsafeJson({ page, limit, pages, total: links.length, _embedded: { items } })
      })
  })
}
