import { Effect, Ref, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Bench, Row } from "../support/Bench.js"
import { BenchFailure } from "../support/BenchFailure.js"
import * as Daybook from "../support/daybook.js"
import { emptyStorage, temporary } from "../support/Engine.js"
import { helper } from "../support/helper.js"
import { type Answer, ask, textOf } from "../support/http.js"
import { type Line, atMost, nextTo, within } from "../support/Line.js"
import { percentile } from "../support/statistics.js"
import { hostMemory } from "../support/totalMemory.js"

/** Nine first reads, different each time, so that no cache has their answers. */
const reads: ReadonlyArray<(n: number) => string> = [
  (n) => `/v1/listening/recent?limit=50&page=${1 + (n % 4_000)}`,
  (n) => `/v1/listening/streaks?n=${n}`,
  (n) => `/v1/listening/top/artists?from=${dayAt(n)}&limit=20`,
  (n) => `/v1/running/activities?limit=20&from=${dayAt(n)}`,
  (n) => `/v1/watching/movies?limit=20&page=${1 + (n % 20)}`,
  (n) => `/v1/reading/articles?limit=20&from=${dayAt(n)}`,
  (n) => `/v1/attending/events?limit=20&from=${dayAt(n)}`,
  (n) => `/v1/feed?limit=20&to=${dayAt(n)}`,
  (n) => `/v1/search?q=${words[n % words.length]}&page=${1 + (n % 7)}`
]

const words = ["moon", "river", "street", "light", "garden", "paper", "north", "summer", "glass", "stone"]
const dayAt = (n: number) => new Date(Date.UTC(2012, 0, 1 + ((n * 37) % 4_000))).toISOString().slice(0, 10)

/** A reader pauses like a page that shows an answer. */
const pause = "20 millis"
const lookEvery = "200 millis"
/** How long enrichment is measured. */
const draining = "20 seconds"
/** Reads that measure a host at rest, after as many that warm it up. */
const restReads = 180

export interface Measured {
  readonly milliseconds: ReadonlyArray<number>
  readonly seconds: number
  readonly memory: number
  /** The longest delay of the answering process's event loop, in milliseconds. */
  readonly delay: number
}

export interface Host extends Daybook.Host {
  readonly key: string
}

export const call = ({ key, port }: Host, path: string, method = "GET", body?: string | Uint8Array) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: body as string })
      })
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as unknown
    },
    catch: (cause) => new BenchFailure({ message: String(cause) })
  })

const counter = { value: 0 }

const readOnce = ({ key, port }: Host, all: Array<number>) =>
  Effect.suspend(() => {
    const n = counter.value++
    const path = reads[n % reads.length]!(n)
    return ask({ port, path, headers: { authorization: `Bearer ${key}` } }).pipe(
      Effect.map((answer: Answer) => void all.push(answer.milliseconds)),
      // A domain without data yet.
      Effect.catchIf(
        ({ message }) => message.includes(" answered 404 "),
        () => Effect.void
      )
    )
  })

/** The longest delay since this was asked last. */
const loopDelay = ({ key, port }: Host) =>
  Effect.map(ask({ port, path: "/metrics", headers: { authorization: `Bearer ${key}` } }), (answer) => {
    const lines = textOf(answer)
      .split("\n")
      .filter((line) => line.startsWith("nodejs_eventloop_delay_seconds"))
    const own = lines.filter((line) => line.includes('quantile="max"') && !line.includes('process="works"'))
    return Number(own[0]?.split(" ").at(-1) ?? Number.NaN) * 1_000
  })

const overview = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "overview", arguments: {} }
})

/** How long an assistant waits for its overview, in milliseconds. */
const askOverview = ({ key, port }: Host) =>
  Effect.tryPromise({
    try: async () => {
      const start = performance.now()
      const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream"
        },
        body: overview
      })
      const text = await response.text()
      if (!response.ok || !text.includes('"result"'))
        throw new Error(`/mcp answered ${response.status}: ${text.slice(0, 200)}`)
      return performance.now() - start
    },
    catch: (cause) => new BenchFailure({ message: String(cause) })
  })

/** Reads one after the other while work goes on. */
export const during = <E>(host: Host, work: Effect.Effect<unknown, E>): Effect.Effect<Measured, E | BenchFailure> =>
  Effect.gen(function* () {
    const milliseconds: Array<number> = []
    const memory = yield* Ref.make(0)
    yield* loopDelay(host)
    const start = performance.now()
    const reading = Effect.forever(Effect.zipRight(readOnce(host, milliseconds), Effect.sleep(pause)))
    const weighing = Effect.flatMap(hostMemory(host.pid), (now) =>
      Ref.update(memory, (most) => Math.max(most, now))
    ).pipe(Effect.zipRight(Effect.sleep("500 millis")), Effect.forever)
    yield* Effect.raceFirst(work, Effect.raceFirst(reading, weighing))
    const seconds = (performance.now() - start) / 1_000
    return { milliseconds, seconds, memory: yield* Ref.get(memory), delay: yield* loopDelay(host) }
  })

const Imports = Schema.Struct({ data: Schema.Array(Schema.Struct({ state: Schema.String })) })
const Runs = Schema.Struct({ data: Schema.Array(Schema.Struct({ status: Schema.String })) })
const Backups = Schema.Struct({ running: Schema.NullOr(Schema.Unknown) })

const until = <A, I>(host: Host, path: string, schema: Schema.Schema<A, I>, isDone: (answer: A) => boolean) =>
  Effect.repeat(
    Effect.delay(
      Effect.flatMap(call(host, path), (answer) => Effect.orDie(Schema.decodeUnknown(schema)(answer))),
      lookEvery
    ),
    { until: isDone }
  )

const importThroughThePage = (host: Host, file: string) =>
  Effect.zipRight(
    call(host, "/v1/admin/import?source=lastfm&name=plays.csv", "POST", readFileSync(file)),
    until(host, "/v1/admin/imports", Imports, ({ data }) => data[0]?.state === "completed")
  )

const otherDomains = ["running", "watching", "collecting", "reading", "attending"]

const syncTheRest = (host: Host) =>
  Effect.zipRight(
    Effect.forEach(otherDomains, (domain) => call(host, `/v1/admin/sync/${domain}`, "POST", "{}")),
    until(host, "/v1/admin/sync/runs?status=running", Runs, ({ data }) => data.length === 0)
  )

const backUp = (host: Host) =>
  Effect.zipRight(
    call(host, "/v1/admin/backups", "POST"),
    until(host, "/v1/admin/backups", Backups, ({ running }) => running === null)
  )

/** One host through its first hour, in short: an import, the other first syncs, enrichment, a backup; and then rest. */
const firstHour = (bench: Bench, folder: string, file: string, apart: boolean) =>
  Effect.gen(function* () {
    const world = yield* bench.world
    const storage = yield* emptyStorage(bench.engine, join(folder, apart ? "apart" : "one"), bench.serverUrl)
    const env = { ...storage, DAYBOOK_TIMEZONE: world.ready.zone, DAYBOOK_WORK_APART: String(apart) }
    const place = { cwd: folder, env }
    yield* Daybook.run(["migrate"], place)
    const issued = yield* Daybook.run(["keys", "create", "--name", "bench", "--type", "admin", "--json"], place)
    const { key } = JSON.parse(issued.stdout) as { readonly key: string }
    const worked = yield* Effect.scoped(
      Effect.gen(function* () {
        const { DAYBOOK_LASTFM_API_KEY: _, ...settings } = world.ready.settings
        const options = { cwd: folder, env: { ...settings, ...env, DAYBOOK_APPLE_MUSIC_ENABLED: "false" } }
        const host = { ...(yield* Daybook.serve(options)), key }
        const importing = yield* during(host, importThroughThePage(host, file))
        const syncing = yield* during(host, syncTheRest(host))
        const lookingUp = yield* during(host, Effect.sleep(draining))
        const overviews = yield* Effect.replicateEffect(askOverview(host), 3)
        const backingUp = yield* during(host, backUp(host))
        return { importing, syncing, lookingUp, overviews, backingUp }
      })
    )
    const resting = yield* Effect.scoped(
      Effect.gen(function* () {
        const host = { ...(yield* Daybook.serve(place)), key }
        const some = Effect.replicateEffect(readOnce(host, []), restReads)
        yield* Effect.zipRight(Effect.sleep("3 seconds"), some)
        const milliseconds: Array<number> = []
        const memory = yield* hostMemory(host.pid)
        yield* Effect.replicateEffect(readOnce(host, milliseconds), restReads)
        return { milliseconds, memory }
      })
    )
    return { ...worked, resting }
  })

type Hour = Effect.Effect.Success<ReturnType<typeof firstHour>>

const phases = {
  importing: "an import of 250,000 plays through the page",
  syncing: "the first syncs of the other domains",
  lookingUp: "enrichment and pictures",
  backingUp: "a backup"
} as const

const p95 = ({ milliseconds }: Pick<Measured, "milliseconds">) => percentile(milliseconds, 0.95)

const linesOf = (apart: Hour, one: Hour): ReadonlyArray<Line> => [
  atMost("working", 1_000, {
    what: "slowest of three overviews of assistants during enrichment",
    unit: "ms",
    value: Math.max(...apart.overviews),
    note: `one process: ${Math.max(...one.overviews).toFixed(0)} ms`
  }),
  nextTo("working", {
    what: "p95 of nine first reads at rest",
    unit: "ms",
    value: p95(apart.resting),
    yardstick: p95(one.resting),
    note: "one process"
  }),
  atMost("working", 260, {
    what: "memory of both processes at rest",
    unit: "MB",
    value: apart.resting.memory,
    note: `one process: ${one.resting.memory.toFixed(0)} MB`
  }),
  ...(Object.keys(phases) as ReadonlyArray<keyof typeof phases>).flatMap((phase) => {
    const [mine, other] = [apart[phase], one[phase]]
    const what = phases[phase]
    const note = `${mine.milliseconds.length} reads; one process: p95 ${p95(other).toFixed(1)} ms, longest ${Math.max(...other.milliseconds).toFixed(0)}, loop ${other.delay.toFixed(0)}, ${other.memory.toFixed(0)} MB`
    return [
      within("working", 3, 10, {
        what: `p95 of nine first reads during ${what}`,
        unit: "ms",
        value: p95(mine),
        yardstick: p95(apart.resting),
        note
      }),
      atMost("working", 250, {
        what: `longest read during ${what}`,
        unit: "ms",
        value: Math.max(...mine.milliseconds)
      }),
      atMost("working", 50, {
        what: `longest delay of the answering loop during ${what}`,
        unit: "ms",
        value: mine.delay
      }),
      atMost("working", 400, { what: `memory of both processes during ${what}`, unit: "MB", value: mine.memory }),
      ...(phase === "lookingUp"
        ? []
        : [
            nextTo("working", {
              what: `duration of ${what}, with a reader`,
              unit: "s",
              value: mine.seconds,
              yardstick: other.seconds,
              note: "one process"
            })
          ])
    ]
  })
]

/** Reads while a host works, in two processes and in one. */
export const working: Row = {
  name: "working",
  measure: (bench) =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const file = join(folder, "plays.csv")
      yield* Effect.scoped(helper<number>("playsFile", { path: file, size: bench.size }, { cwd: folder }))
      const one = yield* Effect.scoped(firstHour(bench, folder, file, false))
      const apart = yield* Effect.scoped(firstHour(bench, folder, file, true))
      return linesOf(apart, one)
    })
}
