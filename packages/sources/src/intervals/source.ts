import { workoutRank } from "@daybook/core/workouts"
import { runsWriter } from "../kit/runs/writer.js"
import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { pulling } from "../kit/SourceDefinition.js"
import * as Intervals from "./client.js"
import { confirmDeleted, pull } from "./pull.js"

/** Runs of an account of intervals.icu, which has them from Garmin, Polar, Suunto, COROS, Wahoo and others. */
export const intervals = pulling({
  id: "intervals",
  about: {
    title: "intervals.icu",
    brings: "Runs of Garmin, Polar, Suunto, COROS and other watches, with their routes and heart rate.",
    keys: "https://intervals.icu/settings"
  },
  // It has its activities from other services.
  rank: workoutRank({ rank: 50 }),
  writer: runsWriter,
  syncType: "activities",
  schedule: { cron: "40 3 * * *", zone: "UTC" },
  settings: Intervals.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(Intervals.make(values), (intervals) => ({
      pull: (request: PullRequest) => pull(intervals, request),
      confirmDeleted: confirmDeleted(intervals)
    }))
})
