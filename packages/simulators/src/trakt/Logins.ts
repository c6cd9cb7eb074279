import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { hash } from "../sampleOwner/dice.js"

export const client = {
  id: "5f2c7d1e9ab84c0f8b6a3d2e1c0f9a8b5f2c7d1e9ab84c0f8b6a3d2e1c0f9a8b",
  secret: "0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9"
}

/** Seven days. */
const lifetime = 604_800
const codeLasts = 600

/** How a person answers the question on the page where the code is typed. */
export type Consent = "approves" | "waits" | "denies"

const empty = (status: number) => HttpServerResponse.empty({ status })
const refused = (error: string, description: string, status: number) =>
  HttpServerResponse.unsafeJson({ error, error_description: description }, { status })

/** Trakt's logins: a device code, access for a week, and refresh tokens that are good for one use. */
export interface Logins {
  /** The refresh token that a new account begins with. */
  readonly first: string
  readonly code: (
    fields: Readonly<Record<string, string>>,
    now: number,
    page: string
  ) => HttpServerResponse.HttpServerResponse
  readonly deviceToken: (fields: Readonly<Record<string, string>>, now: number) => HttpServerResponse.HttpServerResponse
  readonly exchange: (fields: Readonly<Record<string, string>>, now: number) => HttpServerResponse.HttpServerResponse
  readonly isGood: (authorization: string | undefined, now: number) => boolean
  readonly consent: (next: Consent) => void
  /** Ends every access token given so far. */
  readonly expire: () => void
  /** Ends the login for good. */
  readonly revoke: () => void
}

/** Tokens count their generation and are signed, so that one that an earlier process gave is good in the next, too. */
export const makeLogins = (seed: number): Logins => {
  let generation = 0
  let isRevoked = false
  let expiredUpTo = -1
  let consent: Consent = "approves"
  const codes = new Map<string, { readonly until: number; used: boolean }>()
  const signed = (kind: string, ...parts: ReadonlyArray<number>) =>
    [kind, ...parts, hash(seed, kind, ...parts).toString(16)].join("-")
  const read = (kind: string, token: string): ReadonlyArray<number> | null => {
    const parts = token.split("-").slice(1, -1).map(Number)
    return signed(kind, ...parts) === token ? parts : null
  }
  const tokens = (now: number) => {
    generation++
    return HttpServerResponse.unsafeJson({
      access_token: signed("access", generation, now + lifetime),
      token_type: "bearer",
      expires_in: lifetime,
      refresh_token: signed("refresh", generation),
      scope: "public",
      created_at: now
    })
  }
  const isClient = (fields: Readonly<Record<string, string>>) =>
    fields["client_id"] === client.id && fields["client_secret"] === client.secret
  return {
    first: signed("refresh", 0),
    code: (fields, now, page) => {
      if (fields["client_id"] !== client.id) return empty(403)
      const code = signed("device", codes.size)
      codes.set(code, { until: now + codeLasts, used: false })
      return HttpServerResponse.unsafeJson({
        device_code: code,
        user_code: `VELM${String(codes.size).padStart(4, "0")}`,
        verification_url: page,
        expires_in: codeLasts,
        interval: 1
      })
    },
    deviceToken: (fields, now) => {
      if (!isClient(fields)) return empty(401)
      const code = codes.get(fields["code"] ?? "")
      if (code === undefined) return empty(404)
      if (code.used) return empty(409)
      if (code.until <= now) return empty(410)
      if (consent !== "approves") return empty(consent === "waits" ? 400 : 418)
      code.used = true
      isRevoked = false
      return tokens(now)
    },
    exchange: (fields, now) => {
      if (!isClient(fields)) return refused("invalid_client", "Client authentication failed.", 401)
      if (fields["grant_type"] !== "refresh_token" || fields["redirect_uri"] === undefined)
        return refused("invalid_request", "A field is missing.", 400)
      const [given] = read("refresh", fields["refresh_token"] ?? "") ?? []
      if (given === undefined || given < generation || isRevoked)
        return refused("invalid_grant", "The refresh token is used up, expired or revoked.", 400)
      generation = given
      return tokens(now)
    },
    isGood: (authorization, now) => {
      const [given, until] = read("access", /^Bearer (.+)$/i.exec(authorization ?? "")?.[1] ?? "") ?? []
      return !isRevoked && given !== undefined && until !== undefined && until > now && given > expiredUpTo
    },
    consent: (next) => void (consent = next),
    expire: () => void (expiredUpTo = generation),
    revoke: () => void (isRevoked = true)
  }
}
