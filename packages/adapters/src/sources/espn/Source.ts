import { type AttendingLookups, attendingRoom, type AttendingWrites } from "@daybook/core/attending"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import type { SourceDefinition } from "../SourceDefinition.js"
import * as Espn from "./Espn.js"
import { followers } from "./followers.js"
import { missing, settings } from "./settings.js"

const id = "espn"

const stored = { id, room: attendingRoom, syncType: "games", importFile: Option.none(), pull: () => Stream.empty }

/** Football, basketball and soccer: scores, teams, who played. */
export const espn: SourceDefinition<AttendingLookups | AttendingWrites> = {
  id,
  domain: "attending",
  schedule: Option.none(),
  follows: true,
  missing,
  byDefault: true,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.gen(function*() {
    const values = yield* settings
    const espn = yield* Espn.make(values)
    return source<never, AttendingLookups | AttendingWrites>({ ...stored, followers: yield* followers(espn, values) })
  }),
  archive: source<never, AttendingLookups | AttendingWrites>(stored)
}
