import { type Report, runningRoom } from "@daybook/core/running"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import type { SourceDefinition } from "../SourceDefinition.js"
import { connection } from "./connection.js"
import { exportFile } from "./exportFile.js"
import { followers, type Rooms } from "./followers.js"
import { history } from "./history.js"
import { readActivity } from "./readActivity.js"
import { receiver } from "./receiver.js"
import { missing, type Settings, settings } from "./settings.js"
import * as Strava from "./Strava.js"

const id = "strava"

const stored = { id, room: runningRoom, syncType: "incremental", importFile: Option.some(exportFile) }

/** A list that lacks a run is no proof that there is none. What is no run any more counts as gone, too. */
const reallyGone = (strava: Strava.Strava) => (keys: ReadonlyArray<string>) =>
  Effect.filter(keys, (key) => Effect.map(readActivity(strava, Number(key), "now"), Option.isNone))

/** The Strava source for given settings. */
const ofSettings = (settings: Settings) =>
  Effect.map(Strava.make(settings), (strava) =>
    source<Report, Rooms>({ ...stored, pull: (request) => history(strava, request), reallyGone: reallyGone(strava), followers: followers(strava) }))

/** Runs from Strava: its API in passing and in full, or its account archive. */
export const strava: SourceDefinition<Rooms> = {
  id,
  domain: "running",
  schedule: Option.some({ cron: "30 3 * * *", zone: "UTC" }),
  follows: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.flatMap(settings, ofSettings),
  archive: source<Report, Rooms>({ ...stored, pull: () => Stream.empty }),
  connect: connection,
  receiver
}
