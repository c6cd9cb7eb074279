import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { type Environment, patience, run } from "./support/daybook.js"
import { recordAnswers } from "./support/recording.js"
import { hostileProxy } from "./support/hostileProxy.js"
import { newKey, serve } from "./support/host.js"
import { newDataDir } from "./support/dataDir.js"
import { world } from "./support/world.js"

interface Line {
  readonly source: string
  readonly added?: number
  readonly error?: string
}

/** Instapaper's requests are signed with their URL, so they cannot be proxied. */
const isDirect = /_ALLOW$|INSTAPAPER/

/** The number of added records of each source, or its error. */
const syncResults = (env: Environment) =>
  Effect.map(run(["sync", "--no-followers", "--json"], env), ({ stdout }) =>
    Object.fromEntries(
      (JSON.parse(stdout) as ReadonlyArray<Line>).map(({ added, error, source }) => [source, error ?? added])
    )
  )

describe("hostile provider texts", { timeout: patience }, () => {
  it.scopedLive("are stored in full and served without harmful characters", () =>
    Effect.gen(function* () {
      const { env: honest, url } = yield* world
      const proxyUrl = yield* hostileProxy(url)
      const settings = Object.fromEntries(
        Object.entries(honest).map(([name, value]) => [
          name,
          isDirect.test(name) ? value : value.replaceAll(url, proxyUrl)
        ])
      )
      const env = { ...settings, DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_RATE_LIMIT: "1000000" }
      // A second set of simulators, because each accepts a login renewal only once.
      const { env: other } = yield* world
      expect(yield* syncResults(env)).toEqual(yield* syncResults(other))

      const { key } = yield* newKey(env, "--type", "admin")
      const { host, url: served } = yield* serve(env)
      const answers = Array.from(yield* recordAnswers(env, served, key))
      expect(answers.filter(([, { status }]) => status >= 500)).toEqual([])
      const texts = answers.filter(
        ([, { status, type }]) => status === 200 && !/^(?:image\/|application\/zip)/.test(type ?? "")
      )
      expect(texts.some(([, { body }]) => body.includes("<script>alert(1)</script>"))).toBe(true)
      // A script tag is harmless in JSON and must not be served with another content type.
      expect(
        texts
          .filter(
            ([, { body, type }]) => body.includes("<script>") && !/^application\/(json|x-ndjson)/.test(type ?? "")
          )
          .map(([path]) => path)
      ).toEqual([])
      expect(
        texts.filter(([, { body }]) => /\\u0000|\\ud800|\u0000|polluted/.test(body)).map(([path]) => path)
      ).toEqual([])
      yield* host.kill("SIGTERM")
      expect((yield* host.ended).code).toBe(0)
    })
  )
})
