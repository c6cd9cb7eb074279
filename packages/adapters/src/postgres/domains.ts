import { attendingTables } from "./attending/domain.js"
import { collectingTables } from "./collecting/domain.js"
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
