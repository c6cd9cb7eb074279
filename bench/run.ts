import type { Size } from "@daybook/adapters/simulators"
import { Config, Effect, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rows } from "./rows/index.js"
import type { Bench, Row } from "./support/Bench.js"
import { dataset } from "./support/Dataset.js"
import type { Engine } from "./support/Engine.js"
import { helper } from "./support/helper.js"
import { merge, readResults, writeResults } from "./support/results.js"
import { table } from "./support/table.js"
import { simulate } from "./support/World.js"

export interface BenchOptions {
  readonly size: Size
  readonly engine: Engine
  /** Names of rows; all when empty. */
  readonly only: ReadonlyArray<string>
  /** Makes the data anew although it was kept. */
  readonly fresh: boolean
  /** Leaves the data for the next run. */
  readonly keep: boolean
  /** The file for the results. */
  readonly out: string
  /** The folder in which data is kept. */
  readonly data: string
}

const serverUrl = Config.withDefault(Config.nonEmptyString("DAYBOOK_TEST_DATABASE_URL"), "postgres://postgres@127.0.0.1:5432/postgres")

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-bench-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** World and dataset, each made when it is first asked for and there until the scope closes. */
const prepared = Effect.fn("bench.prepared")(function*(options: BenchOptions, chosen: ReadonlyArray<Row>) {
  const { engine, keep, size } = options
  const scope = yield* Effect.scope
  const folder = yield* temporary
  const url = yield* serverUrl
  const world = yield* Effect.cached(Scope.extend(simulate(size, folder), scope))
  const reuse = keep && !options.fresh && !chosen.some(({ name }) => name === "sync")
  const place = keep ? join(options.data, `${size}-${engine}`) : join(folder, "life")
  const made = yield* Effect.cached(Effect.flatMap(world, (simulated) =>
    Scope.extend(dataset(simulated, { size, engine, keep, reuse, serverUrl: url, folder: place }), scope)))
  const openEngine = Effect.flatMap(made, ({ cwd, env }) => helper<Effect.Effect.Success<Bench["openEngine"]>["ready"]>("openEngine", null, { cwd, env }))
  const results = yield* readResults(options.out)
  return { size, engine, results, world, dataset: made, openEngine } satisfies Bench
})

const timed = (bench: Bench, row: Row) =>
  Effect.gen(function*() {
    const start = performance.now()
    const lines = yield* Effect.scoped(row.measure(bench))
    yield* Effect.sync(() => console.error(`${row.name.padEnd(12)} ${((performance.now() - start) / 1_000).toFixed(1).padStart(6)} s`))
    return lines
  })

/** Measures the rows, prints the table and writes it down. */
export const run = (options: BenchOptions) =>
  Effect.scoped(Effect.gen(function*() {
    const chosen = rows.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
    const bench = yield* prepared(options, chosen)
    const lines = (yield* Effect.forEach(chosen, (row) => timed(bench, row))).flat()
    const failing = lines.filter(({ holds }) => !holds).length
    yield* Effect.sync(() => {
      console.log(table(lines))
      console.log(`${options.size} on ${options.engine}: ${lines.length} figures, ${failing === 0 ? "all hold" : `${failing} do not hold`}`)
    })
    yield* writeResults(options.out, merge(bench.results, `${options.size}-${options.engine}`, lines, new Date()))
  }))
