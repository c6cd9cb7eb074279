import { Effect, Schema } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { BenchFailure } from "./BenchFailure.js"
import type { Line } from "./Line.js"

const StoredLine = Schema.Struct({
  row: Schema.String,
  what: Schema.String,
  unit: Schema.String,
  value: Schema.Number,
  yardstick: Schema.NullOr(Schema.Number),
  ratio: Schema.NullOr(Schema.Number),
  bar: Schema.String,
  holds: Schema.Boolean,
  note: Schema.String
})

const Run = Schema.Struct({
  measured_at: Schema.String,
  node: Schema.String,
  processors: Schema.String,
  lines: Schema.Array(StoredLine)
})

/** Runs by size and engine: `life-embedded`, `large-server`, … */
const Results = Schema.parseJson(Schema.Record({ key: Schema.String, value: Run }), { space: 2 })
export type Results = typeof Results.Type

/** The results of earlier runs; empty without a file. */
export const readResults = (path: string): Effect.Effect<Results, BenchFailure> =>
  existsSync(path)
    ? Effect.mapError(
        Effect.suspend(() => Schema.decode(Results)(readFileSync(path, "utf8"))),
        () => new BenchFailure({ message: `${path} is not a results file of the bench: move it away and run again` })
      )
    : Effect.succeed({})

/** Replaces the lines of the measured rows. Other rows and runs stay. */
export const merge = (results: Results, name: string, lines: ReadonlyArray<Line>, at: Date): Results => {
  const measured = new Set(lines.map(({ row }) => row))
  const others = (results[name]?.lines ?? []).filter(({ row }) => !measured.has(row))
  const [processor] = cpus()
  return {
    ...results,
    [name]: {
      measured_at: at.toISOString(),
      node: process.version,
      processors: `${cpus().length} x ${processor?.model ?? "unknown"}`,
      lines: [...others, ...lines]
    }
  }
}

export const writeResults = (path: string, results: Results): Effect.Effect<void, BenchFailure> =>
  Effect.flatMap(Effect.orDie(Schema.encode(Results)(results)), (text) =>
    Effect.try({
      try: () => writeFileSync(path, `${text}\n`),
      catch: () =>
        new BenchFailure({ message: `${path} cannot be written: check that its folder exists and is writable` })
    })
  )
