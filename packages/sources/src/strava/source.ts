import { workoutRank } from "@daybook/core/workouts"
import { stagedActivityId } from "@daybook/core/activities"
import type { PullRequest } from "@daybook/core/sync"
import { Effect, Option } from "effect"
import { pulling } from "../kit/SourceDefinition.js"
import { runsWriter } from "../kit/runs/writer.js"
import { findActivity, history, isOtherActivity, readActivity } from "./activities.js"
import * as Strava from "./client.js"
import { exportFile, recognise } from "./exportFile.js"
import { enrichments } from "./enrichment.js"
import { addressesOf, connection, settings } from "./login.js"
import { receiver } from "./receiver.js"

/**
 * Confirms a deletion: a missing list entry alone proves nothing. An activity that is no longer a run counts as
 * deleted, and so does another activity that is a run now.
 */
const reallyGone = (strava: Strava.Strava) => (keys: ReadonlyArray<string>) =>
  Effect.filter(keys, (key) => {
    const activityId = stagedActivityId(key)
    return activityId === null
      ? Effect.map(readActivity(strava, Number(key), "now"), Option.isNone)
      : Effect.map(findActivity(strava, Number(activityId), "now"), (activity) => !isOtherActivity(activity))
  })

/** Runs from Strava: its API, by sync and by enrichment, or the account archive. */
export const strava = pulling({
  id: "strava",
  about: {
    title: "Strava",
    brings: "Runs with their routes, pace, heart rate and shoes.",
    keys: "https://www.strava.com/settings/api",
    exports: "https://support.strava.com/hc/en-us/articles/216918437"
  },
  // Where the owner names, corrects and hides runs.
  rank: workoutRank({ rank: 10 }),
  writer: runsWriter,
  syncType: "incremental",
  schedule: { cron: "30 3 * * *", zone: "UTC" },
  settings,
  calls: (values) => Object.values(addressesOf(values)),
  open: (values) =>
    Effect.map(Strava.make(values), (strava) => ({
      pull: (request: PullRequest) => history(strava, request),
      confirmDeleted: reallyGone(strava),
      enrichments: enrichments(strava)
    })),
  importFile: exportFile,
  recognise,
  connect: connection,
  receiver
})
