import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { hash } from "../sampleOwner/dice.js"

export const client = { id: "31415", secret: "b1946ac92492d2347c6235b4d2611184b1946ac9" }

const lifetime = 6 * 3600

/** Strava's OAuth: an access token for six hours, and a refresh token that dies with its use. */
export interface Logins {
  /** The refresh token that a new account begins with. */
  readonly first: string
  readonly exchange: (params: Readonly<Record<string, string>>, now: number) => HttpServerResponse.HttpServerResponse
  readonly isGood: (authorization: string | undefined, now: number) => boolean
  /** Ends every access token given so far. */
  readonly expire: () => void
  /** Ends the login for good. */
  readonly revoke: () => void
  readonly code: () => string
}

const invalid = (resource: string, field: string) =>
  HttpServerResponse.unsafeJson(
    { message: "Bad Request", errors: [{ resource, field, code: "invalid" }] },
    { status: 400 }
  )

/**
 * Tokens count their generation and are signed, so that one that an earlier process gave is good in the next, too. Of
 * refresh tokens only the newest that was ever shown is good.
 */
export const makeLogins = (seed: number, athlete: object): Logins => {
  let generation = 0
  let isRevoked = false
  let expiredUpTo = -1
  const signed = (kind: string, ...parts: ReadonlyArray<number>) =>
    [kind, ...parts, hash(seed, kind, ...parts).toString(16)].join("-")
  const read = (kind: string, token: string): ReadonlyArray<number> | null => {
    const parts = token.split("-").slice(1, -1).map(Number)
    return signed(kind, ...parts) === token ? parts : null
  }
  const answer = (now: number, more: object) => {
    generation++
    const expiresAt = now + lifetime
    return HttpServerResponse.unsafeJson({
      token_type: "Bearer",
      access_token: signed("access", generation, expiresAt),
      expires_at: expiresAt,
      expires_in: lifetime,
      refresh_token: signed("refresh", generation),
      ...more
    })
  }
  return {
    first: signed("refresh", 0),
    code: () => signed("code", generation),
    exchange: (params, now) => {
      if (params["client_id"] !== client.id || params["client_secret"] !== client.secret)
        return invalid("Application", "client_id")
      if (params["grant_type"] === "authorization_code") {
        if (read("code", params["code"] ?? "") === null) return invalid("AuthorizationCode", "code")
        isRevoked = false
        return answer(now, { athlete })
      }
      if (params["grant_type"] !== "refresh_token") return invalid("OAuthToken", "grant_type")
      const [given] = read("refresh", params["refresh_token"] ?? "") ?? []
      if (given === undefined || given < generation || isRevoked) return invalid("RefreshToken", "refresh_token")
      generation = given
      return answer(now, {})
    },
    isGood: (authorization, now) => {
      const [given, expiresAt] = read("access", /^Bearer (.+)$/i.exec(authorization ?? "")?.[1] ?? "") ?? []
      return !isRevoked && given !== undefined && expiresAt !== undefined && expiresAt > now && given > expiredUpTo
    },
    expire: () => void (expiredUpTo = generation),
    revoke: () => void (isRevoked = true)
  }
}
