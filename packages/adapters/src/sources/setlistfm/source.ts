import {
  type AttendingEnrichmentStore,
  attendingWriter,
  type AttendingWriteServices,
  type Mention
} from "@daybook/core/attending"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import type { SourceDefinition } from "../kit/SourceDefinition.js"
import { attended } from "./attended.js"
import * as SetListFm from "./client.js"
import { missing, settings } from "./client.js"
import { enrichments } from "./enrichment.js"

const id = "setlistfm"

const common = { id, writer: attendingWriter, syncType: "attended", importFile: Option.none() }

/** Set lists of concerts, and the owner's list of attended concerts when they have an account. */
export const setlistfm: SourceDefinition<AttendingEnrichmentStore | AttendingWriteServices> = {
  id,
  domain: "attending",
  schedule: Option.some({ cron: "0 4 * * *", zone: "America/Los_Angeles" }),
  enrichesOnly: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.gen(function* () {
    const values = yield* settings
    const setlistfm = yield* SetListFm.make(values)
    return source<Mention, AttendingEnrichmentStore | AttendingWriteServices>({
      ...common,
      enrichments: enrichments(setlistfm),
      pull: () =>
        Option.match(values.username, {
          onNone: () => Stream.empty,
          onSome: (username) => attended(setlistfm, username)
        })
    })
  }),
  archive: source<Mention, AttendingEnrichmentStore | AttendingWriteServices>({ ...common, pull: () => Stream.empty })
}
