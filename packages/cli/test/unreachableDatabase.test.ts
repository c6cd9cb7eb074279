import { expect, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { Client } from "pg"
import { describe, inject } from "vitest"
import { patience } from "./support/daybook.js"
import { folder } from "./support/dataDir.js"
import { get, newKey, serve } from "./support/host.js"

const repeatUntil = <A>(request: Effect.Effect<A>, matches: (answer: A) => boolean) =>
  Effect.repeat(Effect.delay(request, "100 millis"), { until: matches }).pipe(Effect.timeout(Duration.seconds(90)))

const connected = (url: string) =>
  Effect.promise(async () => {
    const client = new Client(url)
    await client.connect()
    return client
  })

describe("a database that becomes unreachable", { timeout: patience }, () => {
  const serverUrl = inject("serverUrl")

  it.scopedLive.skipIf(serverUrl === null)("makes the host answer 503 until it is reachable again", () =>
    Effect.gen(function* () {
      const name = `daybook_test_gone_${process.pid}`
      const server = yield* Effect.acquireRelease(connected(serverUrl!), (client) => Effect.promise(() => client.end()))
      const run = (sql: string) => Effect.promise(() => server.query(sql))
      yield* Effect.acquireRelease(run(`CREATE DATABASE ${name}`), () =>
        run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      )
      const at = new URL(serverUrl!)
      at.pathname = `/${name}`
      const env = {
        DAYBOOK_DATA_DIR: yield* folder,
        DAYBOOK_DATABASE_URL: at.href,
        DAYBOOK_TIMEZONE: "Europe/Berlin",
        DAYBOOK_RATE_LIMIT: "100000"
      }
      const { key } = yield* newKey(env)
      const { host, url } = yield* serve(env)
      let page = 0
      // Each request is new, so that no cached answer replaces the database.
      const fresh = Effect.suspend(() => get(`${url}/v1/listening/recent?limit=7&page=${++page}`, key))
      expect((yield* fresh).status).toBe(200)
      yield* run(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      yield* run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
      const failures = yield* Effect.replicateEffect(fresh, 20)
      expect(new Set(failures.map(({ status }) => status))).toEqual(new Set([503]))
      expect(failures[0]!.body).toEqual({ error: "Service unavailable", status: 503 })
      expect((yield* get(`${url}/v1/health`, key)).status).toBe(200)
      yield* run(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
      yield* repeatUntil(fresh, ({ status }) => status === 200)
      // The host receives notifications of other processes again.
      const other = yield* newKey(env)
      yield* repeatUntil(get(`${url}/v1/listening/recent`, other.key), ({ status }) => status === 200)
      yield* host.kill("SIGTERM")
      expect((yield* host.ended).code).toBe(0)
    })
  )
})
