import { type AttendingWrites, attendingRoom, manual as id } from "@daybook/core/attending"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import type { SourceDefinition } from "../SourceDefinition.js"
import { exportFile } from "./exportFile.js"

const stored = { id, room: attendingRoom, syncType: "manual", importFile: Option.some(exportFile) }

/** What only the person knows of events: nothing to pull, given by an admin route or as a file. */
export const manual: SourceDefinition<AttendingWrites> = {
  id,
  domain: "attending",
  schedule: Option.none(),
  follows: true,
  missing: Effect.succeed([]),
  byDefault: true,
  calls: Effect.succeed([]),
  make: Effect.succeed(source({ ...stored, pull: () => Stream.empty })),
  archive: source({ ...stored, pull: () => Stream.empty })
}
