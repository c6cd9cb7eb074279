import { attendingWriter } from "@daybook/core/attending"
import { Effect, Option, Stream } from "effect"
import { pulling } from "../kit/SourceDefinition.js"
import { attended } from "./attended.js"
import * as SetListFm from "./client.js"
import { enrichments } from "./enrichment.js"

/** Set lists of concerts, and the owner's list of attended concerts when they have an account. */
export const setlistfm = pulling({
  id: "setlistfm",
  writer: attendingWriter,
  syncType: "attended",
  schedule: { cron: "0 4 * * *", zone: "America/Los_Angeles" },
  settings: SetListFm.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(SetListFm.make(values), (setlistfm) => ({
      enrichments: enrichments(setlistfm),
      pull: () =>
        Option.match(values.username, {
          onNone: () => Stream.empty,
          onSome: (username) => attended(setlistfm, username)
        })
    }))
})
