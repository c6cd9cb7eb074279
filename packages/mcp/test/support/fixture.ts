import { hostLayer } from "@daybook/adapters"
import { restoreBackup } from "@daybook/adapters/backup"
import { Keys } from "@daybook/core/keys"
import { serve } from "@daybook/http"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Clock, ConfigProvider, Effect, Exit, Layer, Scope } from "effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { assistantAnswers } from "../../src/index.js"
import { type Facts, factsOf } from "../oracle/facts.js"
import { readSample } from "../oracle/raw.js"

const root = resolve(import.meta.dirname, "../../../..")
const sample = join(root, "packages/cli/sample/sample.daybook")

export const program = join(root, "packages/cli/dist/main.js")

/** A host in this process over the recorded sample, at the instant of the recording, and its facts. */
export interface Fixture {
  readonly url: string
  readonly read: string
  readonly admin: string
  readonly facts: Facts
  /** The environment of a process over the same data, and the options of Node that set its clock. */
  readonly env: Readonly<Record<string, string>>
  readonly nodeOptions: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const clockAt = (now: number): Clock.Clock =>
  Object.assign(Object.create(Clock.make()) as Clock.Clock, {
    currentTimeMillis: Effect.succeed(now),
    unsafeCurrentTimeMillis: () => now
  })

const stillClock = (now: number) =>
  `const R = Date; globalThis.Date = class extends R { constructor(...v) { if (v.length === 0) super(${now}); else super(...v) } static now() { return ${now} } }`

const options = { host: "127.0.0.1", port: 0, rateLimit: 100_000, corsOrigins: ["*"], trustedProxies: [] }

/** Restores the sample and serves it. */
export const startFixture = async (): Promise<Fixture> => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-mcp-"))
  const [unpacked, data] = [join(folder, "sample"), join(folder, "data")]
  mkdirSync(unpacked)
  const raw = readSample(sample, unpacked)
  const env = { DAYBOOK_DATA_DIR: data, DAYBOOK_TIMEZONE: "America/Los_Angeles", DAYBOOK_LOG_LEVEL: "warning" }
  const clockFile = join(folder, "clock.mjs")
  writeFileSync(clockFile, stillClock(raw.madeAt))
  const scope = await Effect.runPromise(Scope.make())
  const surroundings = Layer.merge(
    NodeContext.layer,
    Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(env))))
  )
  const served = await Effect.runPromise(
    Effect.gen(function* () {
      yield* restoreBackup(sample, { replace: false })
      const services = yield* Layer.buildWithScope(hostLayer, scope)
      return yield* Effect.gen(function* () {
        const keys = yield* Keys
        yield* keys.refresh
        const read = yield* keys.create({ name: "read", scope: "read" })
        const admin = yield* keys.create({ name: "admin", scope: "admin" })
        const answer = yield* assistantAnswers({ writes: true, domains: [], version: "test" })
        const assistants = { origins: ["https://allowed.example"], publicUrl: "", isLoopback: true, answer }
        const { port } = yield* Scope.extend(serve({ ...options, assistants }), scope)
        return { url: `http://127.0.0.1:${port}`, read: read.token, admin: admin.token }
      }).pipe(Effect.provide(services))
    }).pipe(Effect.withClock(clockAt(raw.madeAt)), Effect.provide(surroundings))
  )
  return {
    ...served,
    env,
    nodeOptions: ["--import", clockFile],
    facts: factsOf(raw),
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
