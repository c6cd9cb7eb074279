import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as LegacyHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { callback, openConsent, submit } from "./oauthClient.js"
import type { OAuthHost } from "./oauthHost.js"

const info = { name: "test", version: "1.0.0" }

interface Memory {
  client?: unknown
  tokens?: { readonly access_token: string }
  verifier?: string
  target?: URL
  discovery?: unknown
}

/** What an official client remembers of a host, and where it sends the browser. */
const memory = (documentAddress: string | undefined) => {
  const state: Memory = {}
  return {
    state,
    provider: {
      redirectUrl: callback,
      clientMetadata: { client_name: "Official", redirect_uris: [callback], token_endpoint_auth_method: "none" },
      ...(documentAddress === undefined ? {} : { clientMetadataUrl: documentAddress }),
      state: () => "state-of-the-client",
      clientInformation: () => state.client,
      saveClientInformation: (client: unknown) => void (state.client = client),
      tokens: () => state.tokens,
      saveTokens: (tokens: { access_token: string }) => void (state.tokens = tokens),
      redirectToAuthorization: (target: URL) => void (state.target = target),
      saveCodeVerifier: (verifier: string) => void (state.verifier = verifier),
      codeVerifier: () => state.verifier!,
      saveDiscoveryState: (discovery: unknown) => void (state.discovery = discovery),
      discoveryState: () => state.discovery
    }
  }
}

interface Connection {
  readonly connect: () => Promise<ReadonlyArray<string>>
  readonly finish: (callbackParams: URLSearchParams) => Promise<void>
}

const current = (address: URL, authProvider: never): Connection => {
  const transport = () => new StreamableHTTPClientTransport(address, { authProvider })
  const first = transport()
  let isFirst = true
  return {
    connect: async () => {
      const client = new Client(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } })
      await client.connect(isFirst ? first : transport()).finally(() => (isFirst = false))
      const { tools } = await client.listTools()
      await client.close()
      return tools.map(({ name }) => name)
    },
    finish: (params) => first.finishAuth(params)
  }
}

const older = (address: URL, authProvider: never): Connection => {
  const transport = () => new LegacyHttp(address, { authProvider })
  const first = transport()
  let isFirst = true
  return {
    connect: async () => {
      const client = new LegacyClient(info)
      const chosen = (isFirst ? first : transport()) as Parameters<LegacyClient["connect"]>[0]
      await client.connect(chosen).finally(() => (isFirst = false))
      const { tools } = await client.listTools()
      await client.close()
      return tools.map(({ name }) => name)
    },
    finish: (params) => first.finishAuth(params.get("code")!)
  }
}

const libraries = { current, older }

/** An official client from the first 401 to a list of tools; the owner types an admin key in between. */
export const connectOfficially = async (
  host: OAuthHost,
  library: keyof typeof libraries,
  documentAddress: string | undefined
) => {
  const { provider, state } = memory(documentAddress)
  const { connect, finish } = libraries[library](new URL(`${host.url}/mcp`), provider as never)
  const refused = await connect().then(
    () => "connected",
    (error: Error) => error.constructor.name
  )
  const form = await openConsent(state.target!.href)
  const { location } = await submit(host, form, { key: host.admin })
  await finish(location!.searchParams)
  const clientId = state.target!.searchParams.get("client_id")!
  return { refused, clientId, tools: await connect(), token: state.tokens!.access_token }
}
