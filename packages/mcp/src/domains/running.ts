import { Effect } from "effect"
import { ask, askIfAny } from "../Ask.js"
import { idOf } from "../kit/ids.js"
import { datesOf } from "../Tool.js"
import type { RecordRequest } from "./Domain.js"
import { type FetchedRecord, plain } from "./FetchedRecord.js"
import { always, builtIn, maxFavourites, spanOf, totalsFrom, yearNumbers } from "./kit.js"

const run = (id: number, { has }: RecordRequest) =>
  Effect.gen(function* () {
    const answer = yield* ask("running.activity", { id })
    const splits = has("splits") ? (yield* ask("running.splits", { id })).data : []
    const facts = { ...plain(answer), date: answer.date.replace("Z", "") }
    return {
      title: answer.name,
      url: answer.strava_url,
      facts: { ...facts, ...(has("splits") ? { splits } : {}) }
    } satisfies FetchedRecord
  })

const cities = Effect.map(ask("running.cities"), ({ data }) =>
  data.map(({ city, country, run_count, state, total_distance_mi }) => ({
    name: city,
    count: run_count,
    distance_mi: total_distance_mi,
    state,
    country
  }))
)

const gear = Effect.map(ask("running.gear"), ({ data }) =>
  data.map(({ activity_count, distance_mi, is_retired, name }) => ({
    name,
    count: activity_count,
    distance_mi,
    is_retired
  }))
)

export const running = builtIn("running", {
  noun: "runs",
  totals: (range) =>
    Effect.map(ask("running.stats", datesOf(range)), ({ data: { first_run, ...data } }) =>
      totalsFrom(
        { ...data, first_run: first_run?.replace("Z", "") ?? null },
        ["total_runs", "total_distance_mi"],
        ["total_runs"]
      )
    ),
  span: () =>
    spanOf(
      (page) => ask("running.recent", { limit: 1, page }),
      ({ date }) => date.slice(0, 10)
    ),
  calendar: (year) =>
    Effect.map(ask("running.calendar", { year }), ({ data }) =>
      data.map(({ count, date, total_distance_mi }) => ({ date, count, distance_mi: total_distance_mi }))
    ),
  streaks: Effect.map(ask("running.streaks"), ({ data }) => data),
  year: (year) => askIfAny("running.year", { year }),
  years: Effect.map(askIfAny("running.years"), (years) => yearNumbers(years?.data)),
  properties: { city: always("running by city", "runs", cities), gear: always("running by gear", "runs", gear) },
  favourites: (range) =>
    Effect.map(ask("running.activities", { ...datesOf(range), sort: "distance", limit: maxFavourites }), ({ data }) =>
      data.map(({ date, distance_mi, id, name }) => ({
        name,
        date: date.slice(0, 10),
        distance_mi,
        id: idOf("running", "activity", id)
      }))
    ),
  records: { activity: run }
})
