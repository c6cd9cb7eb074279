// Counts the source files that run for one request and for a sync, beyond what an idle host runs:
//   DAYBOOK_DATABASE_URL=postgres://… node --import ./bench/typescript.mjs bench/filesBehind.mjs
// It needs an empty database of a server, because the embedded engine runs from what is built.
// A file counts if one of its functions ran during the measured work. Simulators are left out.
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { Session } from "node:inspector/promises"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { hostLayer } from "@daybook/adapters"
import { Keys } from "@daybook/core/keys"
import { Sources, SyncEngine, syncDefaults } from "@daybook/core/sync"
import { nodeListener } from "@daybook/http"
import { serveSimulators } from "@daybook/simulators"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import { root } from "../scripts/paths.mjs"

const session = new Session()
session.connect()
await session.post("Profiler.enable")

const ours = (url) => {
  if (!url.startsWith("file:")) return null
  const path = relative(root, fileURLToPath(url))
  return /^packages\/(?!simulators)[^/]+\/src\//.test(path) ? path : null
}

/** The files with a function that runs during the work. */
const filesBehind = (work) =>
  Effect.gen(function* () {
    yield* Effect.promise(() => session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false }))
    yield* Effect.promise(() => session.post("Profiler.takePreciseCoverage"))
    yield* work
    const { result } = yield* Effect.promise(() => session.post("Profiler.takePreciseCoverage"))
    yield* Effect.promise(() => session.post("Profiler.stopPreciseCoverage"))
    const ran = result.filter(({ functions }) => functions.some(({ ranges: [range] }) => range.count > 0))
    return ran.flatMap(({ url }) => ours(url) ?? []).sort()
  })

const show = (title, files) => console.log(`${title}: ${files.length} files\n${files.map((f) => `  ${f}`).join("\n")}`)

const measure = Effect.gen(function* () {
  const engine = yield* SyncEngine
  const lastfm = (yield* Sources).find(({ id }) => id === "lastfm")
  const keys = yield* Keys
  const { token } = yield* keys.create({ name: "measure", scope: "read" })
  const { listener } = yield* nodeListener({ corsOrigins: [], trustedProxies: [], rateLimit: 1000 })
  const server = createServer(listener)
  yield* Effect.async((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
  const ask = (path) =>
    Effect.promise(async () => {
      const url = `http://127.0.0.1:${server.address().port}${path}`
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      await response.text()
    })
  const sync = engine.sync(Option.getOrThrow(lastfm.source), syncDefaults("manual"))
  const first = yield* filesBehind(sync)
  yield* ask("/v1/listening/recent")
  const idle = yield* filesBehind(Effect.sleep("3 seconds"))
  const without = (files) => files.filter((file) => !idle.includes(file))
  show("GET /v1/listening/streaks", without(yield* filesBehind(ask("/v1/listening/streaks"))))
  show("the first sync of lastfm", without(first))
  show("a later sync of lastfm", without(yield* filesBehind(sync)))
})

const folder = mkdtempSync(join(tmpdir(), "daybook-files-"))
const program = Effect.gen(function* () {
  const { settings } = yield* serveSimulators({ size: "small" })
  const provider = ConfigProvider.fromMap(
    new Map(
      Object.entries({
        ...settings,
        DAYBOOK_DATA_DIR: folder,
        DAYBOOK_DATABASE_URL: process.env.DAYBOOK_DATABASE_URL ?? ""
      })
    ),
    { pathDelim: "." }
  )
  yield* Effect.provide(measure, hostLayer.pipe(Layer.provide(Layer.setConfigProvider(provider))))
})
await Effect.runPromise(Effect.scoped(program)).finally(() => rmSync(folder, { recursive: true, force: true }))
process.exit(0)
