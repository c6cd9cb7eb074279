import {
  type Clients,
  type Grants,
  type InvalidGrant,
  type IssuedTokens,
  isDocumentAddress,
  matchesResource
} from "@daybook/core/grants"
import type { StorageFailure } from "@daybook/core/shared"
import { Effect, Either } from "effect"
import type { OpenAnswer } from "../front/openAddresses.js"
import { type Endpoint, errorAnswer, isForm, jsonAnswer, paramsOf } from "./answers.js"

export interface TokenDeps {
  readonly resource: string
  readonly clients: Clients
  readonly grants: Grants
}

type Fields = ReadonlyMap<string, string>

const malformed = errorAnswer(
  "invalid_request",
  "send the parameters once each, as application/x-www-form-urlencoded in the body"
)

const withFields =
  (answer: (fields: Fields) => ReturnType<Endpoint>): Endpoint =>
  ({ body, contentType }) => {
    const fields = isForm(contentType) ? paramsOf(body) : undefined
    return fields === undefined ? Effect.succeed(malformed) : answer(fields)
  }

const tokensAnswer = ({ access, lifetime, refresh, scopes }: IssuedTokens): OpenAnswer =>
  jsonAnswer(200, {
    access_token: access,
    token_type: "Bearer",
    expires_in: Math.floor(lifetime / 1_000),
    refresh_token: refresh,
    scope: scopes.join(" ")
  })

const verifierForm = /^[\w.~-]{43,128}$/

/** Exchanges a code or a refresh token for new tokens. */
export const tokenEndpoint = ({ clients, grants, resource }: TokenDeps): Endpoint => {
  const answered = (issue: Effect.Effect<IssuedTokens, InvalidGrant | StorageFailure>): ReturnType<Endpoint> =>
    issue.pipe(
      Effect.map(tokensAnswer),
      Effect.catchTag("InvalidGrant", ({ message }) => Effect.succeed(errorAnswer("invalid_grant", message)))
    )
  const refuse = (error: string, message: string) => Effect.succeed(errorAnswer(error, message))

  const issue = (fields: Fields, clientId: string): ReturnType<Endpoint> => {
    const type = fields.get("grant_type")
    if (type !== "authorization_code" && type !== "refresh_token")
      return refuse("unsupported_grant_type", "grant_type must be authorization_code or refresh_token")
    if (!matchesResource(fields.get("resource") ?? "", resource))
      return refuse("invalid_target", `resource must be ${resource}`)
    if (type === "refresh_token") return answered(grants.refresh(fields.get("refresh_token") ?? "", clientId))
    const verifier = fields.get("code_verifier") ?? ""
    if (!verifierForm.test(verifier)) return refuse("invalid_request", "code_verifier must have 43 to 128 characters")
    const redirectUri = fields.get("redirect_uri") ?? ""
    return answered(grants.redeem(fields.get("code") ?? "", { clientId, redirectUri, verifier }))
  }

  return withFields((fields) => {
    const clientId = fields.get("client_id") ?? ""
    // The code or token says which client it belongs to. A document that cannot be read now must not end its access.
    if (isDocumentAddress(clientId)) return issue(fields, clientId)
    return Effect.matchEffect(clients.find(clientId), {
      onFailure: ({ message }) => refuse("invalid_client", message),
      onSuccess: () => issue(fields, clientId)
    })
  })
}

/** Ends a token (RFC 7009). The answer does not say whether there was one. */
export const revokeEndpoint = ({ grants }: TokenDeps): Endpoint =>
  withFields((fields) => {
    const [token, clientId] = [fields.get("token"), fields.get("client_id")]
    if (token === undefined) return Effect.succeed(malformed)
    // Without a client no token is found, and "done" would be wrong.
    if (clientId === undefined) return Effect.succeed(errorAnswer("invalid_request", "client_id is missing"))
    return Effect.as(grants.endToken(token, clientId), jsonAnswer(200, {}))
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Registers a client (RFC 7591): signs its metadata, stores nothing. */
export const registerEndpoint =
  ({ clients }: TokenDeps): Endpoint =>
  ({ body, now }) =>
    Effect.sync(() =>
      Either.match(clients.register(parsed(body)), {
        onLeft: ({ error, message }) => errorAnswer(error, message),
        onRight: ({ id, name, redirectUris }) =>
          jsonAnswer(201, {
            client_id: id,
            client_id_issued_at: Math.floor(now / 1_000),
            client_name: name,
            redirect_uris: redirectUris,
            grant_types: ["authorization_code", "refresh_token"],
            response_types: ["code"],
            token_endpoint_auth_method: "none"
          })
      })
    )
