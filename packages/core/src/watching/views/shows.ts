import { Array, Option, Schema } from "effect"
import type { EpisodeFact, ShowFact, ShowProfile } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import { viewOf } from "../../kit/record.js"
import { occurrence, showFields } from "../model.js"
import {
  Text,
  Timestamp,
  iso,
  isoOrNull,
  idField,
  titleField,
  optionalYearField,
  withExample,
  publicField
} from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"

const { episodes, seasons, ...catalogue } = showFields
const shownCatalogue = viewOf(catalogue)
const shownSource = viewOf({ source: occurrence.source })
const shownTotals = viewOf({ seasons, episodes })

const fields = {
  id: idField,
  title: titleField,
  year: optionalYearField,
  ...shownCatalogue.schemas,
  image: imageField,
  ...shownTotals.schemas,
  episodes_watched: publicField(Schema.Number, "Number of different episodes watched", 17)
}

/** A show with watched episodes. */
export const Show = Schema.Struct(fields).annotations({ identifier: "Show" })
export type Show = typeof Show.Type

const showView = (show: ShowFact, image: ToImage): Show => ({
  id: show.id,
  title: show.title,
  year: show.year,
  ...shownCatalogue.of(show),
  image: image(show.picture),
  ...shownTotals.of(show),
  episodes_watched: show.episodesWatched
})

export const showItem =
  (image: ToImage) =>
  (show: ShowFact): Show =>
    showView(show, image)

/** A watched episode with its newest viewing. */
export const Episode = Schema.Struct({
  season: publicField(Schema.Number, "Season number", 2),
  episode: publicField(Schema.Number, "Episode number in the season", 5),
  title: publicField(Text, "Title", "Violet Chalk"),
  watched_at: classified("public", withExample(Timestamp, "2026-03-14T12:00:00.000Z"))
}).annotations({ identifier: "WatchedEpisode" })
export type Episode = typeof Episode.Type

const episodeView = (episode: EpisodeFact): Episode => ({
  season: episode.season,
  episode: episode.episode,
  title: episode.title,
  watched_at: iso(episode.watchedAt)
})

/** `GET /v1/watching/shows/{id}`: seasons and episodes ascending. */
export const ShowDetail = Schema.Struct({
  ...fields,
  first_watched_at: publicField(Schema.NullOr(Timestamp), "Time of the first viewing", "2024-02-01T12:00:00.000Z"),
  seasons: publicField(
    Schema.Array(
      Schema.Struct({
        season_number: publicField(Schema.Number, "Season number", 2),
        episodes_watched: publicField(Schema.Number, "Number of different episodes watched", 17),
        episodes: publicField(Schema.Array(Episode), "Watched episodes in order")
      })
    ),
    "Seasons with a watched episode"
  ),
  undated_episodes: publicField(
    Schema.Array(
      Schema.Struct({
        season: publicField(Schema.Number, "Season number", 2),
        episode: publicField(Schema.Number, "Episode number in the season", 5),
        title: publicField(Text, "Title", "Violet Chalk"),
        source: shownSource.schemas.source
      })
    ),
    "Episodes that were watched at an unknown time"
  )
}).annotations({ identifier: "ShowDetail" })
export type ShowDetail = typeof ShowDetail.Type

export const showDetail = ({ episodes, firstWatchedAt, show, undated }: ShowProfile, image: ToImage): ShowDetail => ({
  ...showView(show, image),
  first_watched_at: isoOrNull(firstWatchedAt),
  // JavaScript lists integer keys in ascending order.
  seasons: Object.values(Array.groupBy(episodes, ({ season }) => String(season))).map((season) => ({
    season_number: season[0].season,
    episodes_watched: season.length,
    episodes: season.map(episodeView)
  })),
  undated_episodes: undated
})

/** Only watched episodes. */
export const SeasonDetail = Schema.Struct({
  show_id: publicField(Schema.Number, "Id of the show", 95),
  show_title: publicField(Schema.String, "Title of the show", "What the Orchard Said"),
  season_number: publicField(Schema.Number, "Season number", 2),
  episodes: publicField(Schema.Array(Episode), "Watched episodes in order")
}).annotations({ identifier: "SeasonDetail" })
export type SeasonDetail = typeof SeasonDetail.Type

/** None if no episode of the season was watched. */
export const seasonDetail = ({ episodes, show }: ShowProfile, season: number): Option.Option<SeasonDetail> => {
  const own = episodes.filter((episode) => episode.season === season)
  return own.length === 0
    ? Option.none()
    : Option.some({ show_id: show.id, show_title: show.title, season_number: season, episodes: own.map(episodeView) })
}
