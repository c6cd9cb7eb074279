import { Effect } from "effect"
import { ask, askIfAny } from "../Ask.js"
import { idOf } from "../kit/ids.js"
import type { WhenRange } from "../kit/when.js"
import { datesOf } from "../Tool.js"
import type { RecordRequest } from "./Domain.js"
import { type FetchedRecord, plain } from "./FetchedRecord.js"
import {
  builtIn,
  byCount,
  capped,
  countsOf,
  maxFavourites,
  maxNames,
  ranged,
  spanOf,
  totalsFrom,
  yearNumbers
} from "./kit.js"

const movie = (id: number, { has, local }: RecordRequest) =>
  Effect.map(ask("watching.movie", { id }), (answer): FetchedRecord => {
    const { first_watched_at, last_watched_at, summary, tagline: _, watch_history, ...rest } = answer
    const viewings = watch_history.map(({ id, review, rewatch, user_rating, watched_at }) => ({
      viewing: idOf("watching", "viewing", id),
      watched_at: local(watched_at),
      user_rating,
      rewatch,
      review
    }))
    return {
      title: answer.year === null ? answer.title : `${answer.title} (${answer.year})`,
      url: null,
      facts: {
        ...plain(rest),
        first_watched: local(first_watched_at),
        last_watched: local(last_watched_at),
        times_watched: watch_history.length,
        viewings: has("viewings") ? viewings : viewings.slice(0, 3)
      },
      foreign: summary
    }
  })

const viewing = (id: number, { local }: RecordRequest) =>
  Effect.map(ask("watching.viewing", { id }), ({ title, watched_at, ...rest }): FetchedRecord => ({
    title: title.year === null ? title.title : `${title.title} (${title.year})`,
    url: null,
    facts: { ...plain(rest), watched_at: local(watched_at), of: idOf("watching", title.kind, title.id) }
  }))

const show = (id: number, { has, local }: RecordRequest) =>
  Effect.map(ask("watching.show", { id }), (answer): FetchedRecord => {
    const { first_watched_at, seasons, summary, ...rest } = answer
    return {
      title: answer.year === null ? answer.title : `${answer.title} (${answer.year})`,
      url: null,
      facts: {
        ...plain(rest),
        first_watched: local(first_watched_at),
        seasons: seasons.map(({ episodes, episodes_watched, season_number }) => ({
          season: season_number,
          episodes_watched,
          ...(has("seasons")
            ? { episodes: episodes.map(({ episode, title }) => `${episode} ${title ?? ""}`.trim()) }
            : {})
        }))
      },
      foreign: summary
    }
  })

const genres = (range: WhenRange) => Effect.map(ask("watching.genres", datesOf(range)), ({ data }) => countsOf(data))

const directors = (range: WhenRange) =>
  Effect.map(askIfAny("watching.directors", { ...datesOf(range), limit: maxNames }), (directors) =>
    countsOf(directors?.data ?? [])
  )

const counts = ["total_movies", "total_shows", "total_episodes_watched"]

export const watching = builtIn("watching", {
  noun: "viewings",
  totals: (range) => Effect.map(ask("watching.stats", datesOf(range)), ({ data }) => totalsFrom(data, counts, counts)),
  span: ({ dayOf }) =>
    spanOf(
      (page) => ask("watching.recent", { limit: 1, page }),
      ({ watched_at }) => (watched_at === null ? null : dayOf(watched_at))
    ),
  calendar: (year) => Effect.map(ask("watching.calendar", { year }), ({ data }) => data),
  year: (year) => askIfAny("watching.year", { year }),
  years: Effect.map(askIfAny("watching.trends", { period: "monthly" }), (trends) =>
    yearNumbers((trends?.data ?? []).map(({ period }) => ({ year: period.slice(0, 4) })))
  ),
  properties: {
    genre: ranged("films", genres),
    decade: ranged("films", (range) =>
      Effect.map(ask("watching.decades", datesOf(range)), ({ data }) =>
        byCount(data.map(({ count, decade }) => ({ name: `${decade}s`, count })))
      )
    ),
    director: capped(ranged("films", directors))
  },
  favourites: (range) =>
    Effect.map(directors(range), (rows) =>
      rows.slice(0, maxFavourites).map(({ count, name }) => ({ director: name, films: count }))
    ),
  genres,
  records: { movie, viewing, show }
})
