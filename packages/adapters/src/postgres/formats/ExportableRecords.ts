import { ExportableRecords } from "@daybook/core/formats"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { exportableEvents } from "../attending/exportable.js"
import { exportablePlays } from "../listening/exportable.js"
import { exportableArticles } from "../reading/exportable.js"
import { exportableViewings } from "../watching/exportable.js"

export const layer = Layer.effect(
  ExportableRecords,
  Effect.map(SqlClient.SqlClient, (client) => ({
    plays: exportablePlays(client),
    viewings: exportableViewings(client),
    articles: exportableArticles(client),
    events: exportableEvents(client)
  }))
)
