import { hostLayer } from "@daybook/adapters"
import { ClientDocuments, Grants } from "@daybook/core/grants"
import { Keys } from "@daybook/core/keys"
import { serve } from "@daybook/http"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Clock, ConfigProvider, Context, Effect, Exit, Layer, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assistantAnswers } from "../../src/index.js"

/** A host that lets hosted assistants in. */
export interface OAuthHost {
  readonly url: string
  readonly admin: string
  readonly read: string
  /** What `daybook grants approve` does. */
  readonly approve: (code: string, lens?: string) => Promise<unknown>
  /** Metadata documents by address; others are fetched. Each read is counted. */
  readonly documents: Map<string, object>
  readonly reads: () => number
  /** Moves the host's clock forward, in milliseconds. */
  readonly wait: (ms: number) => void
  readonly close: () => Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** The platform's clock, ahead by some milliseconds. */
const movableClock = (ahead: { ms: number }): Clock.Clock =>
  Object.assign(Object.create(Clock.make()) as Clock.Clock, {
    currentTimeMillis: Effect.sync(() => Date.now() + ahead.ms),
    unsafeCurrentTimeMillis: () => Date.now() + ahead.ms
  })

export const startOAuthHost = async (registration: boolean): Promise<OAuthHost> => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-oauth-"))
  const settings = { DAYBOOK_DATA_DIR: folder, DAYBOOK_TIMEZONE: "Europe/Berlin", DAYBOOK_LOG_LEVEL: "warning" }
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const ahead = { ms: 0 }
  const documents = new Map<string, object>()
  let reads = 0
  const scope = await Effect.runPromise(Scope.make())
  const served = Effect.gen(function* () {
    const services = yield* Layer.buildWithScope(hostLayer, scope)
    const real = Context.get(services, ClientDocuments)
    const read: typeof real.read = (address) => {
      reads += 1
      const json = documents.get(address)
      return json === undefined ? real.read(address) : Effect.succeed({ json, freshFor: 60_000 })
    }
    return yield* Effect.gen(function* () {
      const keys = yield* Keys
      yield* keys.refresh
      const [readKey, adminKey] = [
        yield* keys.create({ name: "read", scope: "read" }),
        yield* keys.create({ name: "admin", scope: "admin" })
      ]
      const answer = yield* assistantAnswers({ writes: true, domains: [], version: "test" })
      const assistants = { origins: [], publicUrl: url, isLoopback: true, oauth: { registration }, answer }
      const host = { host: "127.0.0.1", port, rateLimit: 100_000, corsOrigins: ["*"], trustedProxies: ["127.0.0.1"] }
      yield* Scope.extend(serve({ ...host, assistants }), scope)
      const { approve } = yield* Grants
      return { admin: adminKey.token, read: readKey.token, approve }
    }).pipe(Effect.provideService(ClientDocuments, { read }), Effect.provide(services))
  })
  const surroundings = Layer.merge(
    NodeContext.layer,
    Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings))))
  )
  const parts = await Effect.runPromise(
    served.pipe(Effect.withClock(movableClock(ahead)), Effect.provide(surroundings))
  )
  return {
    ...parts,
    approve: (code, lens) =>
      Effect.runPromise(Effect.withClock(parts.approve(code, lens ?? null), movableClock(ahead))),
    url,
    documents,
    reads: () => reads,
    wait: (ms) => void (ahead.ms += ms),
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
