import { Effect } from "effect"
import type { Address } from "../postgres/Database.js"
import * as Embedded from "../postgres/embedded/Embedded.js"

/** The embedded database of a folder that is ours alone: nobody waits, so one transaction may take its time. */
export const patientEngine = (dataDir: string) =>
  Effect.map(Embedded.open({ dataDir, idleTransaction: "1 hour" }), (engine): Address => ({ _tag: "Host", ...engine }))
