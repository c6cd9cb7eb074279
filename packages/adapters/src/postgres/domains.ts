import { DeclaredDomains } from "@daybook/core/domain"
import { Effect } from "effect"
import { attendingTables } from "./attending/domain.js"
import { collectingTables } from "./collecting/domain.js"
import { declaredTables } from "./declared/domain.js"
import { listeningTables } from "./listening/domain.js"
import { readingTables } from "./reading/domain.js"
import { runningTables } from "./running/domain.js"
import { watchingTables } from "./watching/domain.js"

/** The tables of the six domains. */
export const domainTables = [
  listeningTables,
  runningTables,
  watchingTables,
  collectingTables,
  readingTables,
  attendingTables
] as const

/** The tables of all domains of this process: of the six, and then of those from outside. */
export const allTables = Effect.map(DeclaredDomains, (declared) => [...domainTables, ...declared.map(declaredTables)])
