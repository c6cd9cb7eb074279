import { expect, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { Client } from "pg"
import { describe, inject } from "vitest"
import { patience } from "./support/daybook.js"
import { folder } from "./support/dataDir.js"
import { get, newKey, serve } from "./support/host.js"

const until = <A>(look: Effect.Effect<A>, fits: (found: A) => boolean) =>
  Effect.repeat(Effect.delay(look, "100 millis"), { until: fits }).pipe(Effect.timeout(Duration.seconds(90)))

const connected = (url: string) =>
  Effect.promise(async () => {
    const client = new Client(url)
    await client.connect()
    return client
  })

describe("a database that goes away", { timeout: patience }, () => {
  const serverUrl = inject("serverUrl")

  it.scopedLive.skipIf(serverUrl === null)("is answered for with 503, and missed no longer than it is gone", () =>
    Effect.gen(function*() {
      const name = `daybook_test_gone_${process.pid}`
      const server = yield* Effect.acquireRelease(connected(serverUrl!), (client) => Effect.promise(() => client.end()))
      const run = (sql: string) => Effect.promise(() => server.query(sql))
      yield* Effect.acquireRelease(run(`CREATE DATABASE ${name}`), () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
      const at = new URL(serverUrl!)
      at.pathname = `/${name}`
      const env = { DAYBOOK_DATA_DIR: yield* folder, DAYBOOK_DATABASE_URL: at.href, DAYBOOK_TIMEZONE: "Europe/Berlin", DAYBOOK_RATE_LIMIT: "100000" }
      const { key } = yield* newKey(env)
      const { host, url } = yield* serve(env)
      let page = 0
      // A question that was never asked before, so that no kept answer stands in for the database.
      const fresh = Effect.suspend(() => get(`${url}/v1/listening/recent?limit=7&page=${++page}`, key))
      expect((yield* fresh).status).toBe(200)
      yield* run(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      yield* run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
      const gone = yield* Effect.replicateEffect(fresh, 20)
      expect(new Set(gone.map(({ status }) => status))).toEqual(new Set([503]))
      expect(gone[0]!.body).toEqual({ error: "Service unavailable", status: 503 })
      expect((yield* get(`${url}/v1/health`, key)).status).toBe(200)
      yield* run(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
      yield* until(fresh, ({ status }) => status === 200)
      // What the host hears of others, it hears again.
      const other = yield* newKey(env)
      yield* until(get(`${url}/v1/listening/recent`, other.key), ({ status }) => status === 200)
      yield* host.kill("SIGTERM")
      expect((yield* host.ended).code).toBe(0)
    }))
})
