import { type Report, runningRoom } from "@daybook/core/running"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import type { SourceDefinition } from "../SourceDefinition.js"
import { connection } from "./connection.js"
import { exportFile } from "./exportFile.js"
import { followers, type Rooms } from "./followers.js"
import { history } from "./history.js"
import { receiver } from "./receiver.js"
import { missing, type Settings, settings } from "./settings.js"
import * as Strava from "./Strava.js"

const id = "strava"

const stored = { id, room: runningRoom, syncType: "incremental", importFile: Option.some(exportFile) }

/** The Strava source for given settings. */
const ofSettings = (settings: Settings) =>
  Effect.map(Strava.make(settings), (strava) =>
    source<Report, Rooms>({ ...stored, pull: (request) => history(strava, request), followers: followers(strava) }))

/** Runs from Strava: its API in passing and in full, or its account archive. */
export const strava: SourceDefinition<Rooms> = {
  id,
  domain: "running",
  schedule: Option.some({ cron: "30 3 * * *", zone: "UTC" }),
  follows: false,
  missing,
  make: Effect.flatMap(settings, ofSettings),
  archive: source<Report, Rooms>({ ...stored, pull: () => Stream.empty }),
  connect: connection,
  receiver
}
