import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as LegacyHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { type Fixture, program } from "./fixture.js"

/** A result as both libraries give it. */
export interface CallResult {
  readonly isError?: boolean
  readonly content: ReadonlyArray<{ readonly type: string; readonly text: string }>
  readonly structuredContent?: Readonly<Record<string, unknown>>
}

/** What the tests need of a client, whichever library and transport it uses. */
export interface TestClient {
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<CallResult>
  readonly tools: () => Promise<
    ReadonlyArray<{
      readonly name: string
      readonly inputSchema: unknown
      readonly outputSchema?: unknown
      readonly title?: string
      readonly description?: string
      readonly annotations?: object
    }>
  >
  readonly resources: () => Promise<ReadonlyArray<{ readonly uri: string }>>
  readonly readResource: (uri: string) => Promise<string>
  readonly prompt: (name: string, args: Record<string, string>) => Promise<string>
  readonly prompts: () => Promise<ReadonlyArray<{ readonly name: string }>>
  readonly close: () => Promise<void>
}

const info = { name: "test", version: "1.0.0" }

const textOf = (value: unknown): string => String((value as { readonly text?: unknown }).text ?? "")

const wrap = (client: Client | LegacyClient): TestClient => {
  const one = client as Client
  return {
    call: async (name, args) => (await one.callTool({ name, arguments: { ...args } })) as unknown as CallResult,
    tools: async () => (await one.listTools()).tools as never,
    resources: async () => (await one.listResources()).resources,
    readResource: async (uri) => textOf((await one.readResource({ uri })).contents[0]),
    prompts: async () => (await one.listPrompts()).prompts,
    prompt: async (name, args) => textOf((await one.getPrompt({ name, arguments: args })).messages[0]?.content),
    close: () => one.close()
  }
}

const bearer = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } })

type Era = "2026-07-28" | "2025-11-25"

const negotiation = (era: Era) =>
  era === "2026-07-28" ? ({ mode: { pin: era } } as const) : ({ mode: "legacy" } as const)

/** The current library over HTTP, in one of the two eras. */
export const overHttp = async ({ url }: Pick<Fixture, "url">, key: string, era: Era): Promise<TestClient> => {
  const client = new Client(info, { versionNegotiation: negotiation(era) })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), bearer(key)))
  return wrap(client)
}

/** The older library, which is independent code. */
export const olderOverHttp = async ({ url }: Fixture, key: string): Promise<TestClient> => {
  const client = new LegacyClient(info)
  await client.connect(new LegacyHttp(new URL(`${url}/mcp`), bearer(key)) as Parameters<LegacyClient["connect"]>[0])
  return wrap(client)
}

/** The built program as a child, on standard input and output. */
export const overStdio = async (
  { env, nodeOptions }: Pick<Fixture, "env" | "nodeOptions">,
  era: Era,
  args: ReadonlyArray<string> = [],
  more: Readonly<Record<string, string>> = {}
): Promise<TestClient> => {
  const client = new Client(info, { versionNegotiation: negotiation(era) })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...nodeOptions, program, "mcp", ...args],
    env: { PATH: process.env["PATH"] ?? "", ...env, ...more }
  })
  await client.connect(transport)
  return wrap(client)
}
