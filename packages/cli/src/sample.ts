import { embeddedServer } from "@daybook/adapters"
import { restoreBackup } from "@daybook/adapters/backup"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { withRows } from "./actions/backup.js"
import * as print from "./print.js"

/** The build writes the simulators next to the program. The published package does not contain them. */
export const hasSimulators = () => existsSync(new URL("simulators.js", import.meta.url))

/** A recording of what the simulators delivered: `sample/record.mjs` makes it. */
const sampleFile = () => fileURLToPath(new URL("../sample/sample.daybook", import.meta.url))

/** Providers that need no account know nothing of the sample owner. */
export const noProviders = Object.fromEntries(
  ["APPLE_MUSIC", "DEEZER", "MUSICBRAINZ", "MLB", "ESPN"].map((name) => [`DAYBOOK_${name}_ENABLED`, "false"])
)

/** Restores the sample up to now, unless the folder holds a database. */
export const restoreSample = Effect.fn("restoreSample")(function* (dataDir: string) {
  if ((yield* embeddedServer(dataDir)) !== null) return
  const { rows } = yield* withRows("sample data", (progress) =>
    restoreBackup(sampleFile(), { replace: false, isSample: true }, progress)
  )
  yield* print.note(`sample data: ${rows.toLocaleString("en-US")} rows, up to now`)
})
