import * as Daybook from "@daybook/adapters"
import { nodeListener } from "@daybook/http"
import { type AssistantConnection, checkAssistant, remote, serveAssistant } from "@daybook/mcp"
import { Effect, Option, Redacted } from "effect"
import { resolve } from "node:path"
import { type ClientName, pasteFor } from "../assistants/clients.js"
import { importer } from "../assistants/importer.js"
import { assistantSettings } from "../assistants/settings.js"
import { acceptToolDomains } from "../assistants/toolDomains.js"
import { Failure, Usage } from "../failures.js"
import * as print from "../print.js"
import { version } from "../version.js"

interface McpOptions {
  readonly url: Option.Option<string>
  readonly write: boolean
}

const inside = { rateLimit: 1, corsOrigins: [], trustedProxies: [], version }

/** The address of a host, which may be given as that of its `/mcp`. */
const urlOf = (text: string) =>
  /^https?:\/\/[^?#@\s]+$/i.test(text) && URL.canParse(text)
    ? Effect.succeed(text.replace(/\/+$/, "").replace(/\/mcp$/, ""))
    : new Usage({ message: `"${text}" is not the address of a host: give one such as https://life.example` })

/** Where the tools ask: a host elsewhere with its key, or the data of this machine. */
const connection = ({ url, write }: McpOptions) =>
  Effect.gen(function* () {
    const settings = yield* assistantSettings.config
    const address = Option.getOrUndefined(Option.orElse(url, () => settings.url))
    const common = { version, writes: write && settings.writes, domains: settings.tools }
    if (address === undefined) {
      yield* acceptToolDomains(settings.tools)
      return { ...common, remote: null, importDir: Option.getOrUndefined(settings.importDir) }
    }
    if (Option.isNone(settings.key))
      return yield* new Failure({
        message: "DAYBOOK_KEY is not set: put a key of that host into the environment, never on the command line"
      })
    const remote = { url: yield* urlOf(address), key: Redacted.value(settings.key.value) }
    return { ...common, remote, importDir: undefined }
  })

/** Uses the connection; the data of this machine is opened only where it is asked. */
const withConnection = <A, E>(options: McpOptions, use: (connection: AssistantConnection) => Effect.Effect<A, E>) =>
  Effect.flatMap(connection(options), ({ importDir, remote: host, ...common }) =>
    host === null
      ? Effect.scoped(
          Effect.gen(function* () {
            const { sendAsOwner } = yield* nodeListener(inside)
            const files = importDir === undefined || !common.writes ? undefined : yield* importer(importDir)
            return yield* use({ ...common, files, key: null, send: sendAsOwner(common.writes ? "admin" : "read") })
          })
        ).pipe(Effect.provide(Daybook.hostLayer))
      : use({ ...common, key: host.key, send: remote(host.url, host.key) })
  )

/** Serves one assistant on standard input and output. */
export const mcp = (options: McpOptions) => withConnection(options, serveAssistant)

/** Lists the tools and calls one, as a client does. */
export const check = ({ json, ...options }: McpOptions & { readonly json: boolean }) =>
  withConnection(options, (connection) =>
    Effect.gen(function* () {
      const report = yield* checkAssistant(connection)
      const { answerTokens, listTokens, tools } = report
      yield* print.answer(json, { tools, list_tokens: listTokens, overview_tokens: answerTokens }, () =>
        Effect.zipRight(
          print.line(`${tools} tools, about ${listTokens} tokens`),
          print.line(`overview: about ${answerTokens} tokens`)
        )
      )
      if (report.error !== null) return yield* new Failure({ message: report.error })
    })
  )

export const printClient = ({ client, url }: { readonly client: ClientName; readonly url: Option.Option<string> }) =>
  Effect.gen(function* () {
    const { fields } = Daybook.instanceSettings
    const dataDir = resolve(yield* fields.dataDir.config)
    const hasDatabase = Option.isSome(yield* fields.databaseUrl.config)
    const address = Option.isSome(url) ? yield* urlOf(url.value) : undefined
    yield* print.line(pasteFor(client, { url: address, dataDir, hasDatabase }))
  })
