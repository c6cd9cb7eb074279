import { createHmac, timingSafeEqual } from "node:crypto"
import type { SimulatedRequest } from "../shared/Simulator.js"

export interface Credentials {
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly token: string
  readonly tokenSecret: string
}

const encode = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The parameters of an `Authorization: OAuth …` header. */
const headerOf = (request: SimulatedRequest): ReadonlyMap<string, string> => {
  const text = request.headers["authorization"] ?? ""
  return new Map(text.startsWith("OAuth ") ? [...text.slice(6).matchAll(/([\w]+)="([^"]*)"/g)].map(([, name, value]) => [name!, decodeURIComponent(value!)]) : [])
}

/** Whether a request is signed as RFC 5849 wants it, with the token or, to get one, without. `url` is what was called. */
export const isSigned = (request: SimulatedRequest, url: string, of: Credentials, withToken: boolean): boolean => {
  const header = headerOf(request)
  const signature = header.get("oauth_signature")
  if (signature === undefined || header.get("oauth_consumer_key") !== of.consumerKey || header.get("oauth_signature_method") !== "HMAC-SHA1") return false
  if (withToken !== header.has("oauth_token") || (withToken && header.get("oauth_token") !== of.token)) return false
  const pairs = [...[...header].filter(([name]) => name !== "oauth_signature" && name !== "realm"), ...new URLSearchParams(request.body)]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`).sort((a, b) => a < b ? -1 : 1)
  const base = `POST&${encode(url)}&${encode(pairs.join("&"))}`
  const expected = createHmac("sha1", `${encode(of.consumerSecret)}&${withToken ? encode(of.tokenSecret) : ""}`).update(base).digest()
  const given = Buffer.from(signature, "base64")
  return given.length === expected.length && timingSafeEqual(given, expected)
}
