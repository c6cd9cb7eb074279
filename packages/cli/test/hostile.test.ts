import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { type Environment, patience, run } from "./support/daybook.js"
import { recorded } from "./support/getting.js"
import { hostileProxy } from "./support/hostileProxy.js"
import { newKey, serve } from "./support/host.js"
import { newDataDir } from "./support/dataDir.js"
import { world } from "./support/world.js"

interface Line {
  readonly source: string
  readonly added?: number
  readonly error?: string
}

/** Instapaper's calls are signed over their address, so nothing can stand between. */
const isDirect = /_ALLOW$|INSTAPAPER/

/** Records that each source brought, by its name; what failed by what it said. */
const synced = (env: Environment) =>
  Effect.map(run(["sync", "--no-followers", "--json"], env), ({ stdout }) =>
    Object.fromEntries((JSON.parse(stdout) as ReadonlyArray<Line>).map(({ added, error, source }) => [source, error ?? added])))

describe("providers that say hostile things", { timeout: patience }, () => {
  it.scopedLive("are read whole, and their texts are clean where they are served", () =>
    Effect.gen(function*() {
      const { env: honest, url } = yield* world
      const between = yield* hostileProxy(url)
      const settings = Object.fromEntries(Object.entries(honest).map(([name, value]) => [name, isDirect.test(name) ? value : value.replaceAll(url, between)]))
      const env = { ...settings, DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_RATE_LIMIT: "1000000" }
      // Another world, since logins are renewed once.
      const { env: other } = yield* world
      expect(yield* synced(env)).toEqual(yield* synced(other))

      const { key } = yield* newKey(env, "--type", "admin")
      const { host, url: served } = yield* serve(env)
      const answers = Array.from(yield* recorded(env, served, key))
      expect(answers.filter(([, { status }]) => status >= 500)).toEqual([])
      const texts = answers.filter(([, { status }]) => status === 200)
      expect(texts.some(([, { body }]) => body.includes("<script>alert(1)</script>"))).toBe(true)
      // As text in JSON it is harmless; it must never be said to be anything else.
      expect(texts.filter(([, { body, type }]) => body.includes("<script>") && !/^application\/(json|x-ndjson)/.test(type ?? "")).map(([path]) => path)).toEqual([])
      expect(texts.filter(([, { body }]) => /\\u0000|\\ud800|\u0000|polluted/.test(body)).map(([path]) => path)).toEqual([])
      yield* host.kill("SIGTERM")
      expect((yield* host.ended).code).toBe(0)
    }))
})
