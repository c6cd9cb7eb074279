import type { LoggedRequest, Size } from "@daybook/adapters/simulators"
import type { Effect, Scope } from "effect"
import type { BenchFailure } from "./BenchFailure.js"
import { type Helper, helper } from "./helper.js"

/** The simulated providers of one life. */
export type World = Helper<
  { readonly settings: Readonly<Record<string, string>>; readonly zone: string },
  "requests",
  ReadonlyArray<LoggedRequest>
>

/** Tells a life of this size and serves it; other processes never see how long the telling takes. */
export const simulate = (size: Size, cwd: string): Effect.Effect<World, BenchFailure, Scope.Scope> => helper("simulators", { size }, { cwd })
