import { SourceFailure } from "@daybook/core/sync"
import type { Token } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import type { CodeLogin } from "./Connection.js"
import { type OAuthClient, makeTokenRequest } from "./tokenEndpoint.js"

/** A provider's authorization code flow. */
export interface AuthorizationCode {
  /** The provider's authorization page. */
  readonly authorizeUrl: string
  /** Scopes, with the provider's own separator. */
  readonly scope: string
  /** Additional parameters of that page, such as `access_type=offline`. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly host?: CodeLogin["host"]
  /** Required scopes: a person may decline some of those requested. */
  readonly needs?: ReadonlyArray<string>
}

/** Logs in with an authorization code, state and PKCE (RFC 6749 §4.1, RFC 7636). */
export const authorizationCode = (
  client: OAuthClient,
  flow: AuthorizationCode
): Effect.Effect<CodeLogin, never, HttpClient.HttpClient> =>
  Effect.map(makeTokenRequest(client, client.id, "does not accept the code that it issued"), (ask) => ({
    kind: "code",
    host: flow.host ?? "127.0.0.1",
    address: ({ redirectUri, state, verifier }) => {
      const url = new URL(flow.authorizeUrl)
      const parameters = {
        client_id: client.clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: flow.scope,
        state,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        ...flow.parameters
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    exchange: (answer, { redirectUri, verifier }) =>
      Effect.flatMap(
        ask({
          grant_type: "authorization_code",
          code: answer.get("code") ?? "",
          redirect_uri: redirectUri,
          code_verifier: verifier
        }),
        (token) => checkScopes(client, flow, token, answer.get("scope") ?? undefined)
      )
  }))

/** Checks the granted scopes. Some providers state them in the redirect, some in the token response. */
const checkScopes = (
  client: OAuthClient,
  { needs = [] }: AuthorizationCode,
  token: Token,
  redirectScope: string | undefined
): Effect.Effect<Token, SourceFailure> => {
  const scope = redirectScope ?? token.account["scope"]
  const has = scope === undefined ? needs : scope.split(/[\s,]+/)
  const lacks = needs.filter((one) => !has.includes(one))
  if (lacks.length === 0)
    return Effect.succeed(scope === undefined ? token : { ...token, account: { ...token.account, scope } })
  return new SourceFailure({
    source: client.id,
    state: "forbidden",
    message: `the login at ${client.name} does not allow ${lacks.join(" and ")}`,
    next: `run \`daybook connect ${client.id}\` again and leave every box ticked`
  })
}
