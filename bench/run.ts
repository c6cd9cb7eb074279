import type { Size } from "@daybook/simulators"
import { Cause, Duration, Effect, Scope } from "effect"
import { join } from "node:path"
import { rows } from "./rows/index.js"
import type { Bench, Row } from "./support/Bench.js"
import { BenchFailure } from "./support/BenchFailure.js"
import { dataset } from "./support/Dataset.js"
import { type Engine, serverUrl, temporary } from "./support/Engine.js"
import { helper } from "./support/helper.js"
import { atMost, type Line } from "./support/Line.js"
import { merge, readResults, writeResults } from "./support/results.js"
import { markdown, table } from "./support/table.js"
import { simulate } from "./support/World.js"

export interface BenchOptions {
  readonly size: Size
  readonly engine: Engine
  /** Names of rows; all when empty. */
  readonly only: ReadonlyArray<string>
  readonly file: ReadonlyArray<string>
  /** Syncs the data again, even if an earlier run kept it. */
  readonly fresh: boolean
  /** Leaves the data for the next run. */
  readonly keep: boolean
  /** Prints the table as Markdown. */
  readonly markdown: boolean
  /** The file for the results. */
  readonly out: string
  /** The folder for kept data. */
  readonly data: string
}

/** Rows that need only plays. */
const playsOnly: ReadonlySet<string> = new Set([
  "sync",
  "incremental",
  "untouched",
  "corrections",
  "start",
  "commands",
  "import",
  "importFile"
])

/** Simulators and dataset. Each is created on first use and lives until the scope closes. */
const prepare = Effect.fn("bench.prepare")(function* (options: BenchOptions, chosen: ReadonlyArray<Row>) {
  const { engine, keep, size } = options
  const scope = yield* Effect.scope
  const folder = yield* temporary
  const url = yield* serverUrl
  const world = yield* Effect.cached(Scope.extend(simulate(size, folder), scope))
  const reuse = keep && !options.fresh && !chosen.some(({ name }) => name === "sync")
  const allDomains = keep || chosen.some(({ name }) => !playsOnly.has(name))
  const place = keep ? join(options.data, `${size}-${engine}`) : join(folder, "dataset")
  const cachedDataset = yield* Effect.cached(
    Effect.flatMap(world, (simulated) =>
      Scope.extend(dataset(simulated, { size, engine, keep, reuse, allDomains, serverUrl: url, folder: place }), scope)
    )
  )
  const openEngine = Effect.flatMap(cachedDataset, ({ cwd, env }) =>
    helper<Effect.Effect.Success<Bench["openEngine"]>["ready"]>("openEngine", null, { cwd, env })
  )
  const results = yield* readResults(options.out)
  return {
    size,
    engine,
    serverUrl: url,
    files: options.file,
    results,
    world,
    dataset: cachedDataset,
    openEngine
  } satisfies Bench
})

/** A row that cannot be measured becomes a failing line; the other rows are still measured. */
const measureRow = (bench: Bench, row: Row): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.scoped(row.measure(bench)).pipe(
    Effect.catchAllCause((cause) =>
      Effect.succeed([
        atMost(row.name, 0, { what: `${row.name}, not measured`, unit: "failures", value: 1, note: noteOf(cause) })
      ])
    ),
    Effect.timed,
    Effect.map(([duration, lines]) => {
      console.error(`${row.name.padEnd(12)} ${Duration.toSeconds(duration).toFixed(1).padStart(6)} s`)
      return lines
    })
  )

const noteOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  return failure instanceof BenchFailure ? failure.message : Cause.pretty(cause)
}

/** Measures the rows, stores each result immediately, and prints the table. */
export const run = (options: BenchOptions) =>
  Effect.scoped(
    Effect.gen(function* () {
      const chosen = rows.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
      const bench = yield* prepare(options, chosen)
      let { results } = bench
      const lines: Array<Line> = []
      for (const row of chosen) {
        const ofRow = yield* measureRow(bench, row)
        lines.push(...ofRow)
        results = merge(results, `${options.size}-${options.engine}`, ofRow, new Date())
        yield* writeResults(options.out, results)
      }
      const failing = lines.filter(({ holds }) => !holds).length
      yield* Effect.sync(() => {
        console.log(options.markdown ? markdown(lines) : table(lines))
        console.log(
          `${options.size} on ${options.engine}: ${lines.length} figures, ${failing === 0 ? "all hold" : `${failing} do not hold`}`
        )
      })
      const broken = lines.filter(({ unit }) => unit === "failures")
      if (broken.length > 0)
        return yield* new BenchFailure({
          message: `${broken.map(({ row }) => row).join(", ")} could not be measured: see the notes`
        })
    })
  )
