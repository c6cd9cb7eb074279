import { lastfmPlainCsv, serveSimulators } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Ref } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { describe } from "vitest"
import { cluster, type StopMode, whyNoCluster } from "./support/cluster.js"
import { daybook, type Environment, linesOf, patience, run } from "./support/daybook.js"
import { folder } from "./support/dataDir.js"
import { get, newKey, serve } from "./support/host.js"
import { envOf } from "./support/world.js"

/** Restarts during each command. `npm run torture kill` runs more. */
const rounds = Math.ceil(Number(process.env["DAYBOOK_KILL_ROUNDS"] ?? 10) / 10)

const maxMillisDown = 3_000

const skipped = whyNoCluster === null ? "" : ` (skipped: ${whyNoCluster})`

const query = (url: string, sql: string) =>
  Effect.promise(async () => {
    const client = new Client(url)
    // A server that stops ends this connection too.
    client.on("error", () => {})
    try {
      await client.connect()
      return (await client.query<Record<string, string>>(sql)).rows
    } finally {
      await client.end().catch(() => {})
    }
  })

/** Stored plays, and how many of them are different. */
const countPlays = (url: string) =>
  Effect.map(
    query(
      url,
      "SELECT count(*) AS all, count(DISTINCT (source, played_at, track_id)) AS different FROM listening_plays"
    ),
    ([row]) => ({ all: Number(row!["all"]), different: Number(row!["different"]) })
  )

const plays = `
  SELECT to_json(array[p.played_at::text, p.source, a.name, t.name, coalesce(l.name, '')])::text AS play
  FROM listening_plays p
  JOIN listening_artists a ON a.id = p.artist_id
  JOIN listening_tracks t ON t.id = p.track_id
  LEFT JOIN listening_albums l ON l.id = p.album_id
  ORDER BY 1`

const tops = ["artists", "albums", "tracks"]

/** All plays by name, and what a host counts of them. Ids and enrichments differ between databases. */
const contents = (database: string, host: string, key: string) =>
  Effect.gen(function* () {
    const { body } = yield* get(`${host}/v1/listening/stats`, key)
    const lists = yield* Effect.forEach(tops, (kind) =>
      Effect.map(get(`${host}/v1/listening/top/${kind}?period=overall&limit=50`, key), ({ body }) =>
        (body["data"] as ReadonlyArray<Record<string, unknown>>).map(({ detail, name, playcount }) => [
          name,
          detail,
          playcount
        ])
      )
    )
    return {
      plays: (yield* query(database, plays)).map(({ play }) => play),
      totals: ["total_scrobbles", "unique_artists", "unique_albums", "unique_tracks"].map((name) => body[name]),
      lists
    }
  })

/** Asks a host until it is interrupted. Remembers every status. */
const askContinuously = (url: string, key: string) =>
  Effect.gen(function* () {
    const statuses = yield* Ref.make<ReadonlyArray<readonly [path: string, status: number]>>([])
    let page = 0
    const ask = Effect.forEach(["health", `listening/recent?limit=7&page=`], (path) =>
      Effect.flatMap(get(`${url}/v1/${path.endsWith("=") ? `${path}${++page}` : path}`, key), ({ status }) =>
        Ref.update(statuses, (all) => [...all, [path, status] as const])
      )
    )
    const fiber = yield* Effect.forkScoped(Effect.forever(Effect.delay(ask, "50 millis")))
    return Effect.zipRight(Fiber.interrupt(fiber), Ref.get(statuses))
  })

interface Round {
  readonly words: ReadonlyArray<string>
  readonly settings: Environment
  readonly total: number
  readonly mode: StopMode
  /** The server stops when at least this many plays are stored. */
  readonly from: number
}

describe("a database server that restarts during a write", { timeout: Math.max(patience, rounds * 120_000) }, () => {
  const databaseServer = Effect.gen(function* () {
    const server = yield* cluster
    let databases = 0
    const newEnv = (settings: Environment) =>
      Effect.gen(function* () {
        const name = `daybook_${++databases}`
        yield* query(server.url, `CREATE DATABASE ${name}`)
        const at = new URL(server.url)
        at.pathname = `/${name}`
        const own = { DAYBOOK_DATABASE_URL: at.href, DAYBOOK_RATE_LIMIT: "100000" }
        return { url: at.href, env: { ...envOf(settings, yield* folder), ...own } }
      })
    const restartDuring = ({ from, mode, settings, total, words }: Round) =>
      Effect.gen(function* () {
        const { env, url: database } = yield* newEnv(settings)
        const { key } = yield* newKey(env)
        const { url } = yield* serve(env)
        const endAsking = yield* askContinuously(url, key)
        const writer = yield* daybook(words, env)
        const before = yield* Effect.repeat(Effect.delay(countPlays(database), "20 millis"), {
          until: ({ all }) => all >= from
        })
        yield* server.stop(mode)
        yield* Effect.sleep(Math.random() * maxMillisDown)
        yield* server.start
        const ended = yield* writer.ended
        const what = `${words[0]} ${mode} after ${before.all} of ${total}: ${ended.stdout}${ended.stderr}`
        // The command was done before the server stopped, so nothing was interrupted.
        if (ended.code === 0) return undefined
        expect(ended.code, what).toBe(1)
        expect(linesOf(ended.stderr).at(-1), what).toMatch(
          /^daybook: .*; check DAYBOOK_DATABASE_URL and that the server runs, then run it again: it continues where /
        )
        const after = yield* countPlays(database)
        expect(after.all, what).toBeGreaterThanOrEqual(before.all)
        expect(after.different, what).toBe(after.all)
        yield* Effect.repeat(Effect.delay(get(`${url}/v1/listening/stats`, key), "50 millis"), {
          until: ({ body, status }) => status === 200 && body["total_scrobbles"] === after.all
        }).pipe(Effect.timeout(Duration.seconds(60)))
        const next = yield* run([...words, "--json"], env)
        expect(next.code, `${what}${next.stderr}`).toBe(0)
        const statuses = yield* endAsking
        expect(new Set(statuses.flatMap(([path, status]) => (path === "health" ? [status] : [])))).toEqual(
          new Set([200])
        )
        expect(
          [...new Set(statuses.map(([, status]) => status))].filter((status) => ![200, 503].includes(status))
        ).toEqual([])
        expect((yield* countPlays(database)).all, what).toBe(total)
        return yield* contents(database, url, key)
      }).pipe(Effect.scoped)
    const undisturbed = (words: ReadonlyArray<string>, settings: Environment) =>
      Effect.gen(function* () {
        const { env, url: database } = yield* newEnv(settings)
        expect((yield* run(words, env)).code).toBe(0)
        const { key } = yield* newKey(env)
        const { url } = yield* serve(env)
        return { total: (yield* countPlays(database)).all, expected: yield* contents(database, url, key) }
      }).pipe(Effect.scoped)
    return { restartDuring, undisturbed }
  })

  const endsAt = Date.UTC(2024, 6, 1)

  it.scopedLive.skipIf(whyNoCluster !== null)(
    `an import or sync says so, and the next one completes it${skipped}`,
    () =>
      Effect.gen(function* () {
        const { settings, simulators } = yield* serveSimulators({ endsAt, enabled: ["lastfm"] })
        const file = join(yield* folder, "plays.csv")
        // The same plays in four years, so that an import is long enough to be interrupted.
        const plays = yield* simulators.lastfm.control.plays()
        const years = [0, 366, 732, 1098]
        const longer = years.flatMap((days) => plays.map((play) => ({ ...play, at: play.at - days * 86_400 })))
        writeFileSync(file, lastfmPlainCsv(longer))
        const { restartDuring, undisturbed } = yield* databaseServer
        const commands = [
          ["import", "lastfm", file],
          ["sync", "lastfm", "--no-followers"]
        ]
        for (const [index, words] of commands.entries()) {
          const { expected, total } = yield* undisturbed(words, settings)
          for (let round = index; round < rounds + index; round++) {
            const mode = round % 2 === 0 ? "immediate" : "fast"
            const from = Math.ceil(Math.random() * 0.25 * total)
            const result = yield* Effect.repeat(restartDuring({ words, settings, total, mode, from }), {
              until: (contents) => contents !== undefined,
              times: 5
            })
            expect(result !== undefined, `${words[0]} ${mode} was interrupted`).toBe(true)
            expect(result, `${words[0]} ${mode} from ${from}`).toEqual(expected)
          }
        }
      })
  )
})
