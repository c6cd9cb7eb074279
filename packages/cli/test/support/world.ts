import { lastfmFault, serveSimulators } from "@daybook/simulators"
import { Effect } from "effect"
import type { Environment } from "./daybook.js"
import { newDataDir } from "./dataDir.js"

/** The simulated data ends after some weeks: a few hundred plays on several pages. */
const endsAt = Date.UTC(2023, 11, 12)

/** The simulated providers, and the settings of a Daybook with its own data folder. */
export const worldUntil = (end: number) =>
  Effect.gen(function* () {
    const simulated = yield* serveSimulators({ endsAt: end })
    return { ...simulated, env: envOf(simulated.settings, yield* newDataDir) }
  })

export const world = worldUntil(endsAt)

export const envOf = (settings: Environment, dataDir: string): Environment => ({
  ...settings,
  DAYBOOK_DATA_DIR: dataDir,
  DAYBOOK_TIMEZONE: "America/Los_Angeles"
})

/** The fault of a provider that rejects the key. */
export const refused = lastfmFault(10)
