import { activities } from "@daybook/core/activities"
import { hasDomain } from "@daybook/core/domain"
import { ExportableRecords } from "@daybook/core/formats"
import { ratersOf, watchSources } from "@daybook/core/watching"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Stream } from "effect"
import { exportableEvents } from "../attending/exportable.js"
import { exportablePlays } from "../listening/exportable.js"
import { exportableArticles } from "../reading/exportable.js"
import { exportableRuns } from "../running/exportable.js"
import { exportableUndatedFilms, exportableViewings } from "../watching/exportable.js"
import { exportableActivities } from "./exportableActivities.js"

export const layer = Layer.effect(
  ExportableRecords,
  Effect.map(
    Effect.all([SqlClient.SqlClient, hasDomain(activities), watchSources]),
    ([client, hasActivities, sources]) => ({
      plays: exportablePlays(client),
      viewings: exportableViewings(client),
      undatedFilms: exportableUndatedFilms(client, ratersOf(sources)),
      articles: exportableArticles(client),
      events: exportableEvents(client),
      workouts: Stream.concat(exportableRuns(client), hasActivities ? exportableActivities(client) : Stream.empty)
    })
  )
)
