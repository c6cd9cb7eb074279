import * as oauth from "oauth4webapi"
import type { OAuthHost } from "./oauthHost.js"

export const insecure = { [oauth.allowInsecureRequests]: true }
export const callback = "https://assistant.example/callback"

/** A browser with a consent page open. */
export interface ConsentForm {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
}

let address = 0
/** Every flow comes from an address of its own, so that the attempts of one do not count for another. */
export const newAddress = (): string => `198.51.100.${(address += 1)}`

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">"
}
const unescaped = (text: string) => text.replaceAll(/&(?:amp|quot|#39|lt|gt);/g, (entity) => entities[entity]!)

const formOf = async (response: Response): Promise<ConsentForm> => {
  const text = await response.text()
  const fields = Object.fromEntries(
    Array.from(text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g), ([, name, value]) => [
      name!,
      unescaped(value!)
    ])
  )
  return { status: response.status, headers: response.headers, text, fields }
}

export const openConsent = async (target: string, from = newAddress()): Promise<ConsentForm> =>
  formOf(await fetch(target, { redirect: "manual", headers: { "x-forwarded-for": from } }))

/** Sends the form; answers the redirect, or the page that came again. */
export const submit = async (
  { url }: OAuthHost,
  { fields }: ConsentForm,
  more: Readonly<Record<string, string>>,
  from = newAddress()
): Promise<{ readonly status: number; readonly location: URL | undefined; readonly text: string }> => {
  const response = await fetch(`${url}/oauth/authorize`, {
    method: "POST",
    redirect: "manual",
    headers: { "x-forwarded-for": from },
    body: new URLSearchParams({ ...fields, days: "30", decision: "key", ...more })
  })
  const location = response.headers.get("location")
  return {
    status: response.status,
    location: location === null ? undefined : new URL(location),
    text: await response.text()
  }
}

/** A strict client that has discovered the host and is known to it. */
export interface StrictClient {
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly resource: string
}

export const discover = async ({ url }: OAuthHost): Promise<Omit<StrictClient, "client">> => {
  const resource = new URL(`${url}/mcp`)
  const guarded = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure)
  )
  const issuer = new URL(guarded.authorization_servers![0]!)
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure })
  return { server: await oauth.processDiscoveryResponse(issuer, discovered), resource: guarded.resource }
}

export const register = async (host: OAuthHost, redirect = callback): Promise<StrictClient> => {
  const discovered = await discover(host)
  const metadata = {
    client_name: "Example <b>Assistant</b>",
    redirect_uris: [redirect],
    token_endpoint_auth_method: "none"
  }
  const response = await oauth.dynamicClientRegistrationRequest(discovered.server, metadata, insecure)
  const { client_id } = await oauth.processDynamicClientRegistrationResponse(response)
  return { ...discovered, client: { client_id, token_endpoint_auth_method: "none" } }
}

/** An authorization request with everything right, and what belongs to it. */
export const requestOf = async (
  { client, resource, server }: StrictClient,
  more: Readonly<Record<string, string | undefined>> = {}
) => {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const target = new URL(server.authorization_endpoint!)
  const params = {
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: callback,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource,
    scope: "read write",
    state,
    ...more
  }
  for (const [name, value] of Object.entries(params)) if (value !== undefined) target.searchParams.set(name, value)
  return { target: target.href, verifier, state }
}

/** What a client sends for a code. */
export const exchange = (
  { client, resource, server }: StrictClient,
  location: URL,
  { state, verifier }: { readonly state: string; readonly verifier: string },
  redirect = callback
) =>
  oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    oauth.validateAuthResponse(server, client, location, state),
    redirect,
    verifier,
    { additionalParameters: { resource }, ...insecure }
  )

/** The whole flow, with the answer of the token endpoint checked. */
export const connect = async (host: OAuthHost, strict: StrictClient, more: Readonly<Record<string, string>> = {}) => {
  const request = await requestOf(strict)
  const form = await openConsent(request.target)
  const { location } = await submit(host, form, { key: host.admin, ...more })
  const response = await exchange(strict, location!, request)
  const tokens = await oauth.processAuthorizationCodeResponse(strict.server, strict.client, response)
  return { tokens, request, location: location! }
}

export const refresh = ({ client, resource, server }: StrictClient, token: string) =>
  oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, {
    additionalParameters: { resource },
    ...insecure
  })

/** Lists the tools, as an assistant does. */
export const listTools = async ({ url }: OAuthHost, token: string | undefined) => {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })
  })
  const body = (await response.json()) as { readonly result?: { readonly tools: ReadonlyArray<{ name: string }> } }
  return {
    status: response.status,
    challenge: response.headers.get("www-authenticate"),
    tools: body.result?.tools.map(({ name }) => name) ?? []
  }
}
