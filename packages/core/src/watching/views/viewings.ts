import { Schema } from "effect"
import type { ViewingFact } from "../facts.js"
import { type TitleKind, titleKinds } from "../model.js"
import { Text, idField, optionalYearField, titleField, publicField } from "../../shared/fields.js"
import { HistoryEntry, historyEntry } from "./movies.js"

/** `GET /v1/watching/viewings/{id}`. */
export const ViewingDetail = Schema.Struct({
  ...HistoryEntry.fields,
  title: publicField(
    Schema.Struct({
      kind: publicField(Schema.Literal(...titleKinds), "Film or show", "movie" as TitleKind),
      id: idField,
      title: titleField,
      year: optionalYearField
    }),
    "Film or show"
  ),
  episode: publicField(
    Schema.NullOr(
      Schema.Struct({
        season: publicField(Schema.Number, "Season number", 2),
        episode: publicField(Schema.Number, "Episode number in the season", 5),
        title: publicField(Text, "Title", "Violet Chalk")
      })
    ),
    "Episode; null for a film"
  )
}).annotations({ identifier: "ViewingDetail" })
export type ViewingDetail = typeof ViewingDetail.Type

export const viewingDetail = ({ episode, title, ...watch }: ViewingFact): ViewingDetail => ({
  ...historyEntry(watch),
  title,
  episode: episode === null ? null : { season: episode.season, episode: episode.number, title: episode.title }
})
