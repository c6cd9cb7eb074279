import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, readdirSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { newDataDir } from "./support/dataDir.js"
import { type Environment, linesOf } from "./support/daybook.js"
import { get, newKey, serve } from "./support/host.js"
import { sampleHome } from "./support/sampleHome.js"

const wordsOf = (id: number): ReadonlyArray<string> => readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0")

/** The processes of a data folder that work for a host, by id. */
const workersOf = ({ DAYBOOK_DATA_DIR: dataDir = "" }: Environment): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        const words = wordsOf(Number(id))
        const isWorker = words.includes("work") && words.some((word) => word.endsWith("work.sock"))
        return isWorker && readFileSync(`/proc/${id}/environ`, "utf8").includes(`DAYBOOK_DATA_DIR=${dataDir}\0`)
      } catch {
        // It has ended.
        return false
      }
    })
    .map(Number)

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the nice value is the 19th field. */
const nicenessOf = (id: number): number => {
  const fields = readFileSync(`/proc/${id}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
  return Number(fields[19 - 3])
}

/** The server's processes of a data folder that run the queries of Daybook, by id. */
const backendsOf = ({ DAYBOOK_DATA_DIR: dataDir = "" }: Environment): ReadonlyArray<number> => {
  const pidFile = join(dataDir, "postgres", "cluster", "postmaster.pid")
  const server = readFileSync(pidFile, "utf8").split("\n", 1)[0]!
  return readFileSync(`/proc/${server}/task/${server}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number)
    .filter((id) => readFileSync(`/proc/${id}/cmdline`, "utf8").includes(": daybook "))
}

const eventually = <A>(look: () => A, is: (value: A) => boolean) =>
  Effect.repeat(Effect.delay(Effect.sync(look), "50 millis"), { until: is }).pipe(Effect.timeout("2 minutes"))

const oneWorker = (env: Environment) =>
  Effect.map(
    eventually(
      () => workersOf(env),
      (ids) => ids.length === 1
    ),
    ([id]) => id!
  )

const noWorker = (env: Environment) =>
  eventually(
    () => workersOf(env),
    (ids) => ids.length === 0
  )

it.scopedLive.skipIf(process.platform !== "linux")("a host works in a process of its own, of lower priority", () =>
  Effect.gen(function* () {
    const env = { DAYBOOK_DATA_DIR: yield* newDataDir }
    const { key } = yield* newKey(env, "--type", "admin")
    const { host, url } = yield* serve(env)
    const status = Effect.map(get(`${url}/v1/admin/health`, key), (answer) => answer.status)
    expect(yield* status).toBe(200)
    const first = yield* oneWorker(env)
    expect(nicenessOf(first)).toBe(10)
    // So do the server's processes that run its queries, and only they.
    expect([...new Set(backendsOf(env).map(nicenessOf))].toSorted()).toEqual([0, 10])

    // Killed, it is started again; meanwhile the host answers.
    process.kill(first, "SIGKILL")
    expect((yield* get(`${url}/v1/health`, key)).status).toBe(200)
    yield* host.says(/ended \(SIGKILL\); it is started again/)
    yield* Effect.repeat(status, { until: (code) => code === 200, times: 10 })
    const second = yield* oneWorker(env)
    expect(second).not.toBe(first)

    // It stops with the host, and ends with one that is killed.
    yield* host.kill("SIGTERM")
    expect((yield* host.ended).code).toBe(0)
    expect(workersOf(env)).toEqual([])
    const next = yield* serve(env)
    yield* oneWorker(env)
    yield* next.host.kill("SIGKILL")
    yield* noWorker(env)
  })
)

/** Code that is no fiber may wait for the next turn of the event loop a few times. */
const fewTurns = 20

const countTurns = pathToFileURL(join(import.meta.dirname, "support/turns.mjs")).href

it.scopedLive.skipIf(process.platform !== "linux")("both processes of a host give way to the event loop", () =>
  Effect.gen(function* () {
    const dataDir = yield* newDataDir
    const turnsFile = join(dataDir, "turns")
    const env = { DAYBOOK_DATA_DIR: dataDir, TURNS_FILE: turnsFile, NODE_OPTIONS: `--import ${countTurns}` }
    const { host } = yield* serve(env)
    yield* oneWorker(env)
    yield* host.kill("SIGTERM")
    expect((yield* host.ended).code).toBe(0)
    const turns = new Map(
      linesOf(readFileSync(turnsFile, "utf8")).map((line): [string, number] => {
        const [command = "", count] = line.split(" ")
        return [command, Number(count)]
      })
    )
    // Effect's own scheduler does not wait in this way.
    for (const command of ["serve", "work"]) expect(turns.get(command)).toBeGreaterThan(fewTurns)
  })
)

/** Asks a working process as the host does that it works for. */
const readThere = (socketPath: string, path: string) =>
  Effect.async<string>((resume) => {
    request({ socketPath, path, headers: { "x-daybook-scope": "read" } }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (part: string) => (text += part))
      response.on("end", () => resume(Effect.succeed(text)))
    }).end()
  })

const reads = [
  "listening/recent?limit=20",
  "listening/top/albums?limit=10",
  "watching/movies?limit=20",
  "feed?limit=50"
]

it.scopedLive.skipIf(process.platform !== "linux")("both processes give the same answers, pictures included", () =>
  Effect.gen(function* () {
    const zone = "America/Los_Angeles"
    const off = Object.fromEntries(
      ["APPLE_MUSIC", "DEEZER", "MUSICBRAINZ", "MLB", "ESPN"].map((name) => [`DAYBOOK_${name}_ENABLED`, "false"])
    )
    const env = { ...off, DAYBOOK_DATA_DIR: yield* sampleHome(zone), DAYBOOK_TIMEZONE: zone }
    const { key } = yield* newKey(env, "--type", "admin")
    const { url } = yield* serve(env)
    expect((yield* get(`${url}/v1/admin/health`, key)).status).toBe(200)
    const socketPath = wordsOf(yield* oneWorker(env)).find((word) => word.endsWith("work.sock"))!
    for (const path of reads) {
      const { body } = yield* get(`${url}/v1/${path}`, key)
      expect(JSON.stringify(body)).toContain(`"url":"${url}/images/`)
      expect(JSON.parse(yield* readThere(socketPath, `/v1/${path}`))).toEqual(body)
    }
  })
)

it.scopedLive.skipIf(process.platform !== "linux")("a host may do its work itself", () =>
  Effect.gen(function* () {
    const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_WORK_APART: "false" }
    const { key } = yield* newKey(env, "--type", "admin")
    const { url } = yield* serve(env)
    expect((yield* get(`${url}/v1/admin/health`, key)).status).toBe(200)
    expect(workersOf(env)).toEqual([])
  })
)
