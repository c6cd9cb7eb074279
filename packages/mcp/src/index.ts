import { domains } from "@daybook/core"
import { DeclaredDomains } from "@daybook/core/domain"
import type { AssistantRequest } from "@daybook/http"
import { Effect, Runtime } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { answerTo, asking, type SendRequest } from "./asking.js"
import { shapesIn } from "./declared/document.js"
import { type DeclaredShape, shapeOf } from "./declared/shape.js"
import { declaredDomain } from "./domains/declared.js"
import { builtInDomains } from "./domains/index.js"
import { type Scope, stateReader } from "./Home.js"
import type { FileImporter } from "./ImportFiles.js"
import { cursors } from "./kit/cursor.js"
import { lensAccess, lensState } from "./lensed/access.js"
import { tokensOf } from "./metrics.js"
import { type Access, session, toolsFor } from "./session.js"
import { messageHandler } from "./wire/http.js"
import { serveOnStdio } from "./wire/stdio.js"

export { remote } from "./asking.js"
export type { FileImporter, ImportRefused } from "./ImportFiles.js"

interface AssistantSettings {
  /** Whether admin keys may use the write tools. */
  readonly writes: boolean
  /** The domains whose tools are listed; all if empty. */
  readonly domains: ReadonlyArray<string>
  readonly version: string
}

const scopeOf = (names: ReadonlyArray<string>, declared: ReadonlyArray<DeclaredShape>): Scope =>
  [...builtInDomains, ...declared.map(declaredDomain)].filter(({ name }) => names.length === 0 || names.includes(name))

/** The domains that the configuration of this process declares. */
const declaredHere = Effect.map(DeclaredDomains, (declared) => declared.map(shapeOf))

const secretOf = (hash: string) => createHash("sha256").update(`daybook cursor ${hash}`).digest("base64url")

/** The name of the tool that a message calls. */
const calledTool = (body: unknown): string | undefined => {
  const message = body as { readonly method?: unknown; readonly params?: { readonly name?: unknown } } | null
  return message?.method === "tools/call" && typeof message.params?.name === "string" ? message.params.name : undefined
}

const insufficientScope = () =>
  Response.json(
    { error: "this tool writes: it needs an admin key and DAYBOOK_MCP_WRITE=true", status: 403 },
    { status: 403, headers: { "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="write"' } }
  )

/** Answers messages of assistants over HTTP. Each request has its own server; nothing is kept between them. */
export const assistantAnswers = Effect.fn("assistantAnswers")(function* (settings: AssistantSettings) {
  const runtime = yield* Effect.runtime<never>()
  const state = yield* stateReader
  const log = Runtime.runFork(runtime)
  const answer = messageHandler(
    (error) => void log(Effect.logDebug("an assistant's message was refused", error.message))
  )
  const scope = scopeOf(settings.domains, yield* declaredHere)
  const reading: Access = { writes: false, scope }
  const changing: Access = { writes: true, scope }
  const writing = new Set(
    toolsFor(changing)
      .filter(({ writes }) => writes)
      .map(({ name }) => name)
  )
  return ({ body, key, lens, request, send }: AssistantRequest): Promise<Response> => {
    const whole = settings.writes && key.scope === "admin" ? changing : reading
    const access = lens === undefined ? whole : lensAccess(lens)
    const tool = calledTool(body)
    if (tool !== undefined && writing.has(tool) && !access.writes) return Promise.resolve(insufficientScope())
    const { version } = settings
    const own = session({
      access,
      ask: asking(send),
      cursors: cursors(secretOf(key.hash)),
      state: lens === undefined ? state : lensState,
      version,
      runtime
    })
    return answer(request, body, own)
  }
})

/** Where tools ask, and what they may. */
export interface AssistantConnection extends AssistantSettings {
  readonly send: SendRequest
  /** The key for another host; null where this process owns the data. */
  readonly key: string | null
  /** Imports files of this machine into its data. */
  readonly files?: FileImporter | undefined
}

/** The document of another host is read only if it says that it has more than the six domains. */
const declaredThere = (send: SendRequest) =>
  Effect.gen(function* () {
    const status = yield* answerTo(send, { method: "GET", target: "/v1/health/sync" })
    const { domains: states = {} } = status as { readonly domains?: object }
    if (Object.keys(states).length === domains.length) return []
    return shapesIn(yield* answerTo(send, { method: "GET", target: "/v1/openapi.json" }))
  }).pipe(
    Effect.timeout(documentTimeout),
    Effect.catchAll((error) => Effect.as(Effect.logWarning("declared domains cannot be read", error.message), []))
  )

const documentTimeout = "10 seconds"

const sessionOf = Effect.fn("sessionOf")(function* (connection: AssistantConnection) {
  const { domains, files, key, send, version, writes } = connection
  const declared = key === null ? yield* declaredHere : yield* declaredThere(send)
  const access: Access = { writes, files, scope: scopeOf(domains, declared) }
  return session({
    access,
    ask: asking(send),
    cursors: cursors(key === null ? randomBytes(32).toString("base64url") : secretOf(key)),
    state: yield* stateReader,
    version,
    runtime: yield* Effect.runtime<never>()
  })
})

/** Serves an assistant on standard input and output until it closes the input. */
export const serveAssistant = Effect.fn("serveAssistant")(function* (connection: AssistantConnection) {
  const own = yield* sessionOf(connection)
  const log = Runtime.runFork(yield* Effect.runtime<never>())
  yield* Effect.promise(() => serveOnStdio(own, (error) => void log(Effect.logWarning(error.message))))
})

const tokensIn = (value: unknown): number => tokensOf(Buffer.byteLength(JSON.stringify(value)))

/** Lists the tools and calls `overview`, through the protocol. */
export const checkAssistant = Effect.fn("checkAssistant")(function* (connection: AssistantConnection) {
  const own = yield* sessionOf(connection)
  const answer = messageHandler(() => {})
  const exchange = (method: string, params: object) =>
    Effect.promise(async (): Promise<ProtocolAnswer> => {
      const body = { jsonrpc: "2.0", id: 1, method, params }
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" }
      const request = new Request("http://localhost/mcp", { method: "POST", headers, body: JSON.stringify(body) })
      return (await (await answer(request, body, own)).json()) as ProtocolAnswer
    })
  const list = yield* exchange("tools/list", {})
  const overview = yield* exchange("tools/call", { name: "overview", arguments: {} })
  const text = overview.result?.content?.[0]?.text ?? ""
  return {
    tools: list.result?.tools?.length ?? 0,
    listTokens: tokensIn(list.result),
    answerTokens: tokensIn(text),
    error: overview.result?.isError === true ? text.replace("\n", " ") : (overview.error?.message ?? null)
  }
})

interface ProtocolAnswer {
  readonly result?: {
    readonly tools?: ReadonlyArray<unknown>
    readonly content?: ReadonlyArray<{ readonly text?: string }>
    readonly isError?: boolean
  }
  readonly error?: { readonly message: string }
}
