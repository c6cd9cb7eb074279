import { type AttendingLookups, attendingRoom, type AttendingWrites, type Mention } from "@daybook/core/attending"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import type { SourceDefinition } from "../SourceDefinition.js"
import { attended } from "./attended.js"
import { followers } from "./followers.js"
import * as SetListFm from "./SetListFm.js"
import { missing, settings } from "./settings.js"

const id = "setlistfm"

const stored = { id, room: attendingRoom, syncType: "attended", importFile: Option.none() }

/** Set lists of concerts, and the person's own list of those they attended where they have an account. */
export const setlistfm: SourceDefinition<AttendingLookups | AttendingWrites> = {
  id,
  domain: "attending",
  schedule: Option.some({ cron: "0 4 * * *", zone: "America/Los_Angeles" }),
  follows: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.gen(function*() {
    const values = yield* settings
    const setlistfm = yield* SetListFm.make(values)
    return source<Mention, AttendingLookups | AttendingWrites>({
      ...stored,
      followers: followers(setlistfm),
      pull: () => Option.match(values.username, { onNone: () => Stream.empty, onSome: (username) => attended(setlistfm, username) })
    })
  }),
  archive: source<Mention, AttendingLookups | AttendingWrites>({ ...stored, pull: () => Stream.empty })
}
