import { RunningStore } from "@daybook/core/running"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { bests } from "./read/bests.js"
import { days } from "./read/days.js"
import { runs } from "./read/runs.js"
import { totals } from "./read/totals.js"

/** Where each question is answered. */
export const layer = Layer.effect(RunningStore, Effect.map(SqlClient.SqlClient, (sql) => ({
  ...runs(sql),
  ...totals(sql),
  ...days(sql),
  ...bests(sql)
})))
