import {
  type AuthorizationRequest,
  type Client,
  type Clients,
  type GrantSeal,
  type Grants,
  approvalCode,
  checkRequest,
  consentLifetime,
  grantDays,
  hasRedirect
} from "@daybook/core/grants"
import { type Keys, isEqual } from "@daybook/core/keys"
import type { Lenses } from "@daybook/core/lenses"
import { type Context, Effect } from "effect"
import type { Limits } from "../front/callers.js"
import type { OpenAnswer } from "../front/openAddresses.js"
import { type Endpoint, type OAuthRequest, isForm, paramsOf, redirectTo } from "./answers.js"
import { consentPage, errorPage } from "./pages.js"

export interface AuthorizeDeps {
  readonly issuer: string
  readonly resource: string
  readonly clients: Clients
  readonly grants: Grants
  readonly seal: Context.Tag.Service<GrantSeal>
  readonly keys: Pick<Keys, "find" | "reloadFor">
  readonly lenses: Pick<Lenses, "requireFor">
  /** Attempts to be the owner, which all hosts count together. */
  readonly limits: Pick<Limits, "takeProof">
}

/** A request whose client and redirect address are known: errors may go back to the client. */
interface Trusted {
  readonly params: ReadonlyMap<string, string>
  readonly client: Client
  readonly redirectUri: string
}

/** The signed part of the form. */
interface FormSeal {
  readonly request: string
  readonly time: string
  readonly signature: string
}

/** The consent page, and what its form does. */
export const authorizeEndpoints = (deps: AuthorizeDeps): { readonly open: Endpoint; readonly submit: Endpoint } => {
  const { clients, grants, issuer, keys, lenses, limits, resource, seal } = deps
  const signatureOf = (request: string, time: string) => seal.sign(`consent ${time} ${request}`)

  const answer = ({ params, redirectUri }: Trusted, result: Readonly<Record<string, string>>): OpenAnswer =>
    redirectTo(redirectUri, { ...result, state: params.get("state"), iss: issuer })

  const consent = (trusted: Trusted, authorization: AuthorizationRequest, form: FormSeal, problem?: [number, string]) =>
    consentPage({
      client: trusted.client,
      redirectUri: trusted.redirectUri,
      scopes: authorization.scopes,
      hidden: { ...form },
      code: approvalCode(seal.sign(`approval ${form.signature}`)),
      problem: problem && { status: problem[0], message: problem[1] }
    })

  /** Continues with a request without an error; answers an error, to the client if possible. */
  const checked = (
    query: string,
    next: (
      trusted: Trusted,
      authorization: AuthorizationRequest
    ) => Effect.Effect<OpenAnswer, Effect.Effect.Error<ReturnType<Endpoint>>>
  ): ReturnType<Endpoint> => {
    const params = paramsOf(query)
    if (params === undefined) return Effect.succeed(errorPage(400, "A parameter of the request is repeated"))
    const redirectUri = params.get("redirect_uri") ?? ""
    return Effect.matchEffect(clients.find(params.get("client_id") ?? ""), {
      onFailure: ({ message }) => Effect.succeed(errorPage(400, message)),
      onSuccess: (client) => {
        if (!hasRedirect(client, redirectUri))
          return Effect.succeed(errorPage(400, "The request names a redirect address that the client did not register"))
        const trusted = { params, client, redirectUri }
        const authorization = checkRequest(params, resource)
        return "error" in authorization
          ? Effect.succeed(answer(trusted, { error: authorization.error, error_description: authorization.message }))
          : next(trusted, authorization)
      }
    })
  }

  const open: Endpoint = ({ now, query }) =>
    checked(query, (trusted, authorization) => {
      const time = now.toString(36)
      return Effect.succeed(
        consent(trusted, authorization, { request: query, time, signature: signatureOf(query, time) })
      )
    })

  /**
   * What proves that the owner decides, with the lens that goes with it; null if nothing does. The key is used and
   * forgotten.
   */
  const proofOf = (fields: ReadonlyMap<string, string>, { signature }: FormSeal, now: number) => {
    if (fields.get("decision") === "code") return grants.takeApproval(approvalCode(seal.sign(`approval ${signature}`)))
    const text = (fields.get("key") ?? "").trim()
    return Effect.map(
      Effect.promise(() => keys.reloadFor(text) ?? Promise.resolve()),
      () => (keys.find(text, now)?.scope === "admin" ? { lens: null } : null)
    )
  }

  const isLens = (name: string | null) =>
    lenses.requireFor("read", name).pipe(
      Effect.as(true),
      Effect.catchTag("BadInput", () => Effect.succeed(false))
    )

  const decide = (fields: ReadonlyMap<string, string>, form: FormSeal, { address, now }: OAuthRequest) =>
    checked(form.request, (trusted, authorization) =>
      Effect.gen(function* () {
        const decision = fields.get("decision")
        if (decision === "deny") return answer(trusted, { error: "access_denied" })
        const attempt = yield* Effect.promise(() => Promise.resolve(limits.takeProof(() => address, now)))
        if (!attempt.allowed)
          return consent(trusted, authorization, form, [
            429,
            "There were too many attempts: wait a minute, then try again"
          ])
        const proof = yield* proofOf(fields, form, now)
        if (proof === null) {
          const problem =
            decision === "code"
              ? "The code is not approved yet: run the command below on the host, then go on"
              : "This is no admin key of this host: daybook keys create --type admin makes one"
          return consent(trusted, authorization, form, [403, problem])
        }
        // Only the owner learns which lenses there are.
        const lens = proof.lens ?? (fields.get("lens")?.trim() || null)
        if (!(yield* isLens(lens)))
          return consent(trusted, authorization, form, [
            400,
            "There is no lens of this name: daybook lens list shows them"
          ])
        const days = grantDays.find((one) => String(one) === fields.get("days")) ?? grantDays[0]
        const mayWrite = authorization.scopes.includes("write") && fields.get("write") === "yes"
        const { client, redirectUri } = trusted
        const code = yield* grants.authorize({
          client,
          redirectUri,
          challenge: authorization.challenge,
          scopes: mayWrite ? ["read", "write"] : ["read"],
          lens,
          days
        })
        return answer(trusted, { code })
      })
    )

  const submit: Endpoint = (request) => {
    const fields = isForm(request.contentType) ? paramsOf(request.body) : undefined
    const [query = "", time = "", signature = ""] = ["request", "time", "signature"].map((name) => fields?.get(name))
    if (fields === undefined || !isEqual(signatureOf(query, time), signature))
      return Effect.succeed(errorPage(400, "The form was changed on its way"))
    const age = request.now - parseInt(time, 36)
    if (age > consentLifetime) return Effect.succeed(errorPage(400, "The page was open for more than ten minutes"))
    return decide(fields, { request: query, time, signature }, request)
  }

  return { open, submit }
}
