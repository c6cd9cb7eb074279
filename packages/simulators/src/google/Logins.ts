import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { createHash } from "node:crypto"
import { hash } from "../sampleOwner/dice.js"

export const client = {
  id: "482910374655-q7w3e8r2t6y1u9i4o0p5a.apps.googleusercontent.com",
  secret: "GOCSPX-simulated4Client9Secret"
}

export const scopes = {
  calendar: "https://www.googleapis.com/auth/calendar.readonly",
  gmail: "https://www.googleapis.com/auth/gmail.readonly"
}

/** Seconds. */
const lifetime = 3_599

/** Google's logins: codes with a challenge, access for an hour, a refresh token that does not rotate. */
export interface Logins {
  /** A refresh token as somebody may have got it by hand. */
  readonly refresh: string
  /** The address that the browser is sent back to once the person has agreed. */
  readonly authorize: (params: Readonly<Record<string, string>>) => string
  readonly exchange: (fields: Readonly<Record<string, string>>, now: number) => HttpServerResponse.HttpServerResponse
  readonly isGood: (authorization: string | undefined, now: number) => boolean
  readonly allows: (scope: string) => boolean
  /** Ends every access token given so far. */
  readonly expire: () => void
  /** Ends the login for good, as after seven days of a project in testing. */
  readonly revoke: () => void
  /** What the person leaves ticked from now on. */
  readonly grant: (scopes: ReadonlyArray<string>) => void
}

const refused = (error: string, description: string, status = 400) =>
  HttpServerResponse.unsafeJson({ error, error_description: description }, { status })

export const makeLogins = (seed: number): Logins => {
  let epoch = 0
  let isRevoked = false
  let granted: ReadonlyArray<string> = Object.values(scopes)
  const codes = new Map<string, { readonly challenge: string; readonly redirect: string }>()
  const refresh = `1//0${hash(seed, "google refresh").toString(36)}-${hash(seed, "google refresh low").toString(36)}`
  const access = (until: number) => `ya29.${epoch}.${until}.${hash(seed, "google access", epoch, until).toString(36)}`
  const answer = (now: number, withRefresh: boolean) =>
    HttpServerResponse.unsafeJson({
      access_token: access(now + lifetime),
      expires_in: lifetime,
      ...(withRefresh ? { refresh_token: refresh } : {}),
      scope: granted.join(" "),
      token_type: "Bearer"
    })
  const byCode = (fields: Readonly<Record<string, string>>, now: number) => {
    const code = codes.get(fields["code"] ?? "")
    codes.delete(fields["code"] ?? "")
    if (code === undefined || code.redirect !== fields["redirect_uri"])
      return refused("invalid_grant", "Malformed auth code.")
    const challenge = createHash("sha256")
      .update(fields["code_verifier"] ?? "")
      .digest("base64url")
    if (challenge !== code.challenge) return refused("invalid_grant", "Invalid code verifier.")
    isRevoked = false
    return answer(now, true)
  }
  return {
    refresh,
    authorize: (params) => {
      const code = `4/0${hash(seed, "code", codes.size).toString(36)}`
      codes.set(code, { challenge: params["code_challenge"] ?? "", redirect: params["redirect_uri"] ?? "" })
      const back = new URL(params["redirect_uri"] ?? "http://127.0.0.1/")
      back.search = new URLSearchParams({ state: params["state"] ?? "", code, scope: granted.join(" ") }).toString()
      return back.href
    },
    exchange: (fields, now) => {
      if (fields["client_id"] !== client.id || fields["client_secret"] !== client.secret)
        return refused("invalid_client", "The OAuth client was not found.", 401)
      if (fields["grant_type"] === "authorization_code") return byCode(fields, now)
      return fields["refresh_token"] === refresh && !isRevoked
        ? answer(now, false)
        : refused("invalid_grant", "Token has been expired or revoked.")
    },
    isGood: (authorization, now) => {
      const [, token] = /^Bearer (.+)$/.exec(authorization ?? "") ?? []
      const until = Number(token?.split(".")[2])
      return !isRevoked && token === access(until) && until > now
    },
    allows: (scope) => granted.includes(scope),
    expire: () => void epoch++,
    revoke: () => void (isRevoked = true),
    grant: (next) => void (granted = next)
  }
}

/** The body of Google's refusals, for faults as well. */
export const googleErrorBody = (code: number, reason: string, message: string) => ({
  error: {
    code,
    message,
    errors: [{ domain: reason.endsWith("LimitExceeded") ? "usageLimits" : "global", reason, message }]
  }
})

export const googleError = (code: number, reason: string, message: string) =>
  HttpServerResponse.unsafeJson(googleErrorBody(code, reason, message), { status: code })
