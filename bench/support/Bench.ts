import type { Size } from "@daybook/simulators"
import type { Effect, Scope } from "effect"
import type { BenchFailure } from "./BenchFailure.js"
import type { Dataset } from "./Dataset.js"
import type { Engine } from "./Engine.js"
import type { Helper } from "./helper.js"
import type { Line } from "./Line.js"
import type { Results } from "./results.js"
import type { World } from "./World.js"

/** What rows measure. Simulators and dataset are created on first use. */
export interface Bench {
  readonly size: Size
  readonly engine: Engine
  /** For the engine `server`. */
  readonly serverUrl: string
  /** Sources whose export files are measured; empty for all. */
  readonly files: ReadonlyArray<string>
  /** The results of earlier runs. */
  readonly results: Results
  readonly world: Effect.Effect<World, BenchFailure>
  readonly dataset: Effect.Effect<Dataset, BenchFailure>
  /** A process that only opens the dataset's database. */
  readonly openEngine: Effect.Effect<Helper<string, never, never>, BenchFailure, Scope.Scope>
}

export interface Row {
  /** For `--only`. */
  readonly name: string
  readonly measure: (bench: Bench) => Effect.Effect<ReadonlyArray<Line>, BenchFailure, Scope.Scope>
}
