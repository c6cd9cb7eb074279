import { createHmac } from "node:crypto"
import { percentEncoded, type Signable } from "../provider/index.js"

export interface Signer {
  readonly consumerKey: string
  readonly consumerSecret: string
  /** Absent while there is no token yet. */
  readonly token?: { readonly key: string; readonly secret: string } | undefined
}

/** What makes each request another one. `timestamp` in epoch seconds. */
export interface Moment {
  readonly nonce: string
  readonly timestamp: number
}

/** The `Authorization` header of a POST, signed with HMAC-SHA1 (RFC 5849 §3). */
export const authorization = ({ form, url }: Signable, signer: Signer, { nonce, timestamp }: Moment): string => {
  const oauth: Readonly<Record<string, string>> = {
    oauth_consumer_key: signer.consumerKey,
    oauth_nonce: nonce,
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(timestamp),
    oauth_version: "1.0",
    ...(signer.token === undefined ? {} : { oauth_token: signer.token.key })
  }
  const key = `${percentEncoded(signer.consumerSecret)}&${percentEncoded(signer.token?.secret ?? "")}`
  const signature = createHmac("sha1", key).update(baseString(url, [...Object.entries(oauth), ...Object.entries(form)])).digest("base64")
  return `OAuth ${Object.entries({ ...oauth, oauth_signature: signature }).map(([name, value]) => `${percentEncoded(name)}="${percentEncoded(value)}"`).join(", ")}`
}

/** RFC 5849 §3.4.1: method, address and every parameter, of the query too, sorted as they are encoded. */
export const baseString = (url: string, parameters: ReadonlyArray<readonly [string, string]>): string => {
  const { origin, pathname, searchParams } = new URL(url)
  const sorted = [...parameters, ...searchParams]
    .map(([name, value]) => [percentEncoded(name), percentEncoded(value)] as const)
    .sort(([a, x], [b, y]) => a === b ? order(x, y) : order(a, b))
  return ["POST", origin + pathname, sorted.map((pair) => pair.join("=")).join("&")].map(percentEncoded).join("&")
}

const order = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0
