import { Redacted } from "effect"
import { type HookMessage, type HookRequest, type HookTarget, type SigningKey, isRelay } from "./model.js"
import { relayRequestOf } from "./relay/calls.js"

/** The text that a signature of Standard Webhooks covers. `timestamp` is in seconds. */
export const signedText = (id: string, timestamp: number, body: string): string => `${id}.${timestamp}.${body}`

/** The keys that sign at an instant: the current one, and a replaced one for a day. */
export const keysAt = (keys: ReadonlyArray<SigningKey>, now: number): ReadonlyArray<string> =>
  keys.filter(({ until }) => until === null || until > now).map(({ key }) => key)

/** How long a replaced key still signs, milliseconds. */
export const overlap = 86_400_000

/** Each replaced key adds a signature to the header: more are dropped, oldest first. */
const maxReplaced = 5

/** Puts a new key before the others. Each of them signs for a day after it was replaced. */
export const rotated = (keys: ReadonlyArray<SigningKey>, key: string, now: number): ReadonlyArray<SigningKey> => [
  { key, until: null },
  ...keys
    .filter(({ until }) => until === null || until > now)
    .map((old) => ({ ...old, until: old.until ?? now + overlap }))
    .slice(0, maxReplaced)
]

export interface RequestContext {
  readonly now: number
  /** The header `user-agent`. */
  readonly agent: string
  /** Signs a text with a key: `v1,…` or `v1a,…`. */
  readonly sign: (key: string, text: string) => string
  /** MD5 of a UTF-8 text, hex. */
  readonly md5: (text: string) => string
}

interface BuildBody {
  readonly data?: { readonly domains?: ReadonlyArray<string>; readonly cursor?: string | null }
}

/** The request for a message. Null if a secret that it needs is missing. */
export const requestOf = (
  { kind, secrets, url }: HookTarget,
  message: HookMessage,
  context: RequestContext
): HookRequest | null => {
  if (isRelay(kind)) return relayRequestOf(kind, { secrets, url }, message, context)
  const { body, id, type } = message
  const { agent, now, sign } = context
  const { address, header, keys, token } = Redacted.value(secrets)
  const to = url ?? address
  if (to === null) return null
  const json = { "user-agent": agent, "content-type": "application/json" }
  switch (kind) {
    case "webhook": {
      const timestamp = Math.floor(now / 1_000)
      const signing = keysAt(keys, now)
      if (signing.length === 0) return null
      const signatures = signing.map((key) => sign(key, signedText(id, timestamp, body)))
      const headers = {
        ...json,
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signatures.join(" ")
      }
      return { url: to, headers, body }
    }
    case "netlify":
      return { url: withTitle(to, titleOf(type, body)), headers: json, body: "{}" }
    case "vercel":
    case "cloudflare":
      return { url: to, headers: { "user-agent": agent }, body: "" }
    case "github": {
      if (token === null) return null
      const headers = {
        ...json,
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
        authorization: `Bearer ${token}`
      }
      return { url: to, headers, body: dispatchOf(body) }
    }
    case "post":
      return { url: to, headers: { ...json, ...(header === null ? {} : { [header.name]: header.value }) }, body }
  }
}

/** The content of a build message that Daybook itself wrote. */
const buildOf = (body: string) => (JSON.parse(body) as BuildBody).data ?? {}

const titleOf = (type: HookMessage["type"], body: string): string => {
  const { domains = [] } = buildOf(body)
  return type === "build" && domains.length > 0 ? `Daybook: ${domains.join(", ")}` : "Daybook: test"
}

/** Netlify shows the title in the list of deploys. */
const withTitle = (url: string, title: string): string =>
  `${url}${url.includes("?") ? "&" : "?"}trigger_title=${encodeURIComponent(title).replaceAll("%20", "+")}`

const dispatchOf = (body: string): string => {
  const { cursor = null, domains = [] } = buildOf(body)
  return JSON.stringify({ event_type: "daybook", client_payload: { domains, cursor } })
}
