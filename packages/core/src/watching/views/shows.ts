import { Array, Option, Schema } from "effect"
import type { EpisodeFact, ShowFact, ShowProfile } from "../facts.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Amount, Text, Timestamp, iso, isoOrNull } from "../../shared/fields.js"

const fields = {
  id: Schema.Number,
  title: Schema.String,
  year: Amount,
  tmdb_id: Amount,
  tmdb_rating: Amount,
  content_rating: Text,
  summary: Text,
  image: OptionalImage,
  total_seasons: Amount,
  total_episodes: Amount,
  episodes_watched: Schema.Number
}

/** A show of which episodes were watched (contract §4). */
export const Show = Schema.Struct(fields).annotations({ identifier: "Show" })
export type Show = typeof Show.Type

const showView = (show: ShowFact, image: ToImage): Show => ({
  id: show.id,
  title: show.title,
  year: show.year,
  tmdb_id: show.tmdbId,
  tmdb_rating: show.tmdbRating,
  content_rating: show.contentRating,
  summary: show.summary,
  image: image(show.picture),
  total_seasons: show.totalSeasons,
  total_episodes: show.totalEpisodes,
  episodes_watched: show.episodesWatched
})

export const showItem = (image: ToImage) => (show: ShowFact): Show => showView(show, image)

/** A watched episode; watched more than once, it stands here with its newest time. */
export const Episode = Schema.Struct({
  season: Schema.Number,
  episode: Schema.Number,
  title: Text,
  watched_at: Timestamp
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
  first_watched_at: Schema.NullOr(Timestamp),
  seasons: Schema.Array(Schema.Struct({
    season_number: Schema.Number,
    episodes_watched: Schema.Number,
    episodes: Schema.Array(Episode)
  }))
}).annotations({ identifier: "ShowDetail" })
export type ShowDetail = typeof ShowDetail.Type

export const showDetail = ({ episodes, firstWatchedAt, show }: ShowProfile, image: ToImage): ShowDetail => ({
  ...showView(show, image),
  first_watched_at: isoOrNull(firstWatchedAt),
  // Keys that are whole numbers come in ascending order.
  seasons: Object.values(Array.groupBy(episodes, ({ season }) => String(season))).map((season) => ({
    season_number: season[0].season,
    episodes_watched: season.length,
    episodes: season.map(episodeView)
  }))
})

/** `api.md` §2.10: only watched episodes. */
export const SeasonDetail = Schema.Struct({
  show_id: Schema.Number,
  show_title: Schema.String,
  season_number: Schema.Number,
  episodes: Schema.Array(Episode)
}).annotations({ identifier: "SeasonDetail" })
export type SeasonDetail = typeof SeasonDetail.Type

/** None where no episode of the season was watched. */
export const seasonDetail = ({ episodes, show }: ShowProfile, season: number): Option.Option<SeasonDetail> => {
  const own = episodes.filter((episode) => episode.season === season)
  return own.length === 0
    ? Option.none()
    : Option.some({ show_id: show.id, show_title: show.title, season_number: season, episodes: own.map(episodeView) })
}
