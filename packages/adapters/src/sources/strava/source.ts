import { type Report, runningWriter } from "@daybook/core/running"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import type { SourceDefinition } from "../kit/SourceDefinition.js"
import { history, readActivity } from "./activities.js"
import * as Strava from "./client.js"
import { exportFile } from "./exportFile.js"
import { enrichments, type StravaServices } from "./enrichment.js"
import { type Settings, connection, missing, settings } from "./login.js"
import { receiver } from "./receiver.js"

const id = "strava"

const common = { id, writer: runningWriter, syncType: "incremental", importFile: Option.some(exportFile) }

/**
 * Confirms a deletion: a missing list entry alone proves nothing. An activity that is no longer a run counts as
 * deleted.
 */
const reallyGone = (strava: Strava.Strava) => (keys: ReadonlyArray<string>) =>
  Effect.filter(keys, (key) => Effect.map(readActivity(strava, Number(key), "now"), Option.isNone))

const ofSettings = (settings: Settings) =>
  Effect.map(Strava.make(settings), (strava) =>
    source<Report, StravaServices>({
      ...common,
      pull: (request) => history(strava, request),
      confirmDeleted: reallyGone(strava),
      enrichments: enrichments(strava)
    })
  )

/** Runs from Strava: its API, by sync and by enrichment, or the account archive. */
export const strava: SourceDefinition<StravaServices> = {
  id,
  domain: "running",
  schedule: Option.some({ cron: "30 3 * * *", zone: "UTC" }),
  enrichesOnly: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.flatMap(settings, ofSettings),
  archive: source<Report, StravaServices>({ ...common, pull: () => Stream.empty }),
  connect: connection,
  receiver
}
