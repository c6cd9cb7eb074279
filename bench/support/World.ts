import type { LoggedRequest, Size } from "@daybook/simulators"
import type { Effect, Scope } from "effect"
import type { BenchFailure } from "./BenchFailure.js"
import { type Helper, helper } from "./helper.js"

/** The process with the simulated providers. */
export type World = Helper<
  { readonly settings: Readonly<Record<string, string>>; readonly zone: string },
  "requests",
  ReadonlyArray<LoggedRequest>
>

/** Generates sample data of this size and serves it in its own process. */
export const simulate = (size: Size, cwd: string): Effect.Effect<World, BenchFailure, Scope.Scope> =>
  helper("simulators", { size }, { cwd })
