import { Deferred, Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Bench, Row } from "../support/Bench.js"
import { BenchFailure } from "../support/BenchFailure.js"
import * as Daybook from "../support/daybook.js"
import { emptyStorage, temporary } from "../support/Engine.js"
import { helper } from "../support/helper.js"
import { type Line, atLeast, atMost, nextTo, within } from "../support/Line.js"
import { call, during, type Host, type Measured, readOnce, repeatsOnce } from "../support/readingDuring.js"
import { percentile } from "../support/statistics.js"
import { hostMemory } from "../support/totalMemory.js"

const lookEvery = "200 millis"
/** How long enrichment is measured. */
const draining = "20 seconds"
/** Reads that measure a host at rest, after as many that warm it up. */
const restReads = 180
/** Repetitions that measure it, each of twenty reads. */
const restRepeats = 20

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

/** A second host on the same database, and readers at both, while the first one backs up and syncs. */
const nextToAnother = (host: Host, options: Daybook.DaybookOptions) =>
  Effect.scoped(
    Effect.gen(function* () {
      const second = { ...(yield* Daybook.serve(options)), key: host.key }
      const isDone = yield* Deferred.make<void>()
      const work = Effect.ensuring(
        Effect.zipRight(backUp(host), syncTheRest(host)),
        Deferred.succeed(isDone, undefined)
      )
      const both = [during(host, work), during(second, Deferred.await(isDone))] as const
      const [first, other] = yield* Effect.all(both, { concurrency: 2 })
      return { first, other }
    })
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
        const two = apart ? yield* nextToAnother(host, options) : null
        return { importing, syncing, lookingUp, overviews, backingUp, two }
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
        const repeats: Array<number> = []
        yield* Effect.replicateEffect(repeatsOnce(host, repeats), restRepeats)
        return { milliseconds, memory, repeats }
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

const median = (values: ReadonlyArray<number>) => percentile(values, 0.5)

/** What a reader notices: first reads, and the delay of the loop that answers. */
const readerLines = (what: string, mine: Measured, resting: Hour["resting"], note: string): ReadonlyArray<Line> => [
  within("working", 3, 10, {
    what: `p95 of nine first reads during ${what}`,
    unit: "ms",
    value: p95(mine),
    yardstick: p95(resting),
    note
  }),
  atMost("working", 250, { what: `longest read during ${what}`, unit: "ms", value: Math.max(...mine.milliseconds) }),
  atMost("working", 50, { what: `longest delay of the answering loop during ${what}`, unit: "ms", value: mine.delay }),
  atLeast("working", 0.5, {
    what: `repetitions of one read during ${what}`,
    unit: "reads/s",
    value: median(mine.repeats),
    yardstick: median(resting.repeats),
    note: "at rest"
  })
]

const linesOfTwo = ({ resting, two }: Hour): ReadonlyArray<Line> =>
  two === null
    ? []
    : [
        ...readerLines("a backup and syncs, at the host that works", two.first, resting, "two hosts on one database"),
        ...readerLines("a backup and syncs, at the other host", two.other, resting, "two hosts on one database")
      ]

const linesOf = (plays: number, apart: Hour, one: Hour): ReadonlyArray<Line> => [
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
      ...readerLines(what, mine, apart.resting, note),
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
  }),
  nextTo("working", {
    what: "import through the page, with a reader",
    unit: "plays/s",
    value: plays / apart.importing.seconds,
    yardstick: plays / one.importing.seconds,
    note: "one process"
  }),
  ...linesOfTwo(apart)
]

/** Reads while a host works, in two processes and in one. */
export const working: Row = {
  name: "working",
  measure: (bench) =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const file = join(folder, "plays.csv")
      const plays = yield* Effect.scoped(
        Effect.map(helper<number>("playsFile", { path: file, size: bench.size }, { cwd: folder }), ({ ready }) => ready)
      )
      const one = yield* Effect.scoped(firstHour(bench, folder, file, false))
      const apart = yield* Effect.scoped(firstHour(bench, folder, file, true))
      return linesOf(plays, apart, one)
    })
}
