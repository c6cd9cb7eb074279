import { SourceFailure } from "@daybook/core/sync"
import type { Token } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import type { ByCode } from "./Connection.js"
import { granting } from "./grant.js"
import type { OAuthClient } from "./OAuthClient.js"

/** The authorization code flow as one provider has it. */
export interface AuthorizationCode {
  /** The page where the person logs in. */
  readonly authorizeUrl: string
  /** Scopes as the provider separates them. */
  readonly scope: string
  /** More parameters of that page, such as `access_type=offline`. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly host?: ByCode["host"]
  /** Scopes without which nothing can be read: a person may leave some out. */
  readonly needs?: ReadonlyArray<string>
}

/** Logs in with a code, a state and a challenge (RFC 6749 §4.1, RFC 7636). */
export const authorizationCode = (client: OAuthClient, flow: AuthorizationCode): Effect.Effect<ByCode, never, HttpClient.HttpClient> =>
  Effect.map(granting(client, client.id, "does not take the code that it gave"), (ask) => ({
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
        ask({ grant_type: "authorization_code", code: answer.get("code") ?? "", redirect_uri: redirectUri, code_verifier: verifier }),
        (token) => granted(client, flow, token, answer.get("scope") ?? undefined)
      )
  }))

/** Some providers say in the redirect what was granted, some beside the token. */
const granted = (client: OAuthClient, { needs = [] }: AuthorizationCode, token: Token, told: string | undefined): Effect.Effect<Token, SourceFailure> => {
  const scope = told ?? token.account["scope"]
  const has = scope === undefined ? needs : scope.split(/[\s,]+/)
  const lacks = needs.filter((one) => !has.includes(one))
  if (lacks.length === 0) return Effect.succeed(scope === undefined ? token : { ...token, account: { ...token.account, scope } })
  return new SourceFailure({
    source: client.id,
    state: "forbidden",
    message: `the login at ${client.name} does not allow ${lacks.join(" and ")}`,
    next: `run \`daybook connect ${client.id}\` again and leave every box ticked`
  })
}
