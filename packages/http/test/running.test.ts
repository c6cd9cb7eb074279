import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { expectCaching, pathsOf } from "./support/cacheHeaders.js"
import {
  type SampleRun,
  sampleGear,
  sampleShoes,
  samplePlaces,
  sampleRecords,
  sampleRuns,
  sampleSplits
} from "./support/domains/running.js"
import { host } from "./support/host.js"
import { ask, type Json, post } from "./support/http.js"

/** Asks for a path of the domain that answers 200. */
const asking = Effect.map(
  host(),
  ({ read, url }) =>
    (path: string) =>
      Effect.map(ask(`${url}/v1/running/${path}`, { key: read }), ({ json, status }): Json => {
        expect([path, status]).toEqual([path, 200])
        return json
      })
)

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))
const miles = (metres: number) => rounded(metres / 1609.344, 2)
const kilometres = (metres: number) => rounded(metres / 1000, 2)
const feet = (metres: number) => rounded(metres / 0.3048, 1)
const metres = (value: number) => rounded(value, 1)

const pad = (value: number, width = 2) => String(value).padStart(width, "0")
const longClock = (seconds: number) =>
  `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
const shortClock = (seconds: number) => `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`
const clock = (seconds: number) => (seconds < 3600 ? shortClock(seconds) : longClock(seconds))
const pace = (distance: number, seconds: number, unit: "mi" | "km") =>
  distance === 0 ? null : `${shortClock(Math.round(seconds / (distance / (unit === "mi" ? 1609.344 : 1000))))}/${unit}`
const localText = (localStart: number) => new Date(localStart).toISOString().replace(".000Z", "Z")

const total = (runs: ReadonlyArray<SampleRun>, of: "distance" | "elevation" | "movingTime") =>
  runs.reduce((sum, run) => sum + run[of], 0)
const paced = sampleRuns.filter(({ distance }) => distance > 0)
const inYear = (year: string) => sampleRuns.filter(({ date }) => date.startsWith(year))
const oldestFirst = sampleRuns.toReversed()
const years = ["2025", "2024", "2023", "2022"].filter((year) => inYear(year).length > 0)

const imperialRun = (run: SampleRun) => ({
  id: run.id,
  strava_id: run.id,
  name: run.name,
  date: localText(run.localStart),
  distance_mi: miles(run.distance),
  duration: clock(run.movingTime),
  duration_s: run.movingTime,
  pace: pace(run.distance, run.movingTime, "mi"),
  elevation_ft: feet(run.elevation),
  heartrate_avg: run.heartrateAvg,
  heartrate_max: run.heartrateMax,
  cadence: run.cadence,
  calories: run.calories,
  suffer_score: run.sufferScore,
  city: run.city,
  state: run.state,
  polyline: run.polyline,
  split_count: run.splitCount,
  is_race: run.workoutType === "race",
  workout_type: run.workoutType,
  strava_url: `https://www.strava.com/activities/${run.id}`
})

const metricRun = (run: SampleRun) => ({
  ...imperialRun(run),
  distance_km: kilometres(run.distance),
  elevation_m: metres(run.elevation),
  pace_per_km: pace(run.distance, run.movingTime, "km")
})

const pacedPart = (runs: ReadonlyArray<SampleRun>) => {
  const own = runs.filter((run) => paced.includes(run))
  return [total(own, "distance"), total(own, "movingTime")] as const
}

const imperialYear = (year: string) => {
  const runs = inYear(year)
  return {
    year: Number(year),
    total_runs: runs.length,
    total_distance_mi: miles(total(runs, "distance")),
    total_elevation_ft: feet(total(runs, "elevation")),
    total_duration_s: total(runs, "movingTime"),
    avg_pace: pace(...pacedPart(runs), "mi"),
    longest_run_mi: miles(Math.max(...runs.map(({ distance }) => distance))),
    race_count: runs.filter(({ workoutType }) => workoutType === "race").length
  }
}

const metricYear = (year: string) => ({
  ...imperialYear(year),
  total_distance_km: kilometres(total(inYear(year), "distance")),
  total_elevation_m: metres(total(inYear(year), "elevation")),
  avg_pace_per_km: pace(...pacedPart(inYear(year)), "km"),
  longest_run_km: kilometres(Math.max(...inYear(year).map(({ distance }) => distance)))
})

/** The days with runs, oldest first, with their distance in metres. */
const days = Array.from(new Set(oldestFirst.map(({ date }) => date)), (date) => ({
  date,
  runs: sampleRuns.filter((run) => run.date === date).length,
  distance: total(
    sampleRuns.filter((run) => run.date === date),
    "distance"
  )
}))
const daysOfMiles = (least: number) => days.filter(({ distance }) => distance / 1609.344 >= least).length
const eddington = Array.from({ length: 40 }, (_, number) => number).findLast((number) => daysOfMiles(number) >= number)!

const idsOf = (answer: Json): ReadonlyArray<number> => answer.data.map(({ id }: { id: number }) => id)

describe("running over HTTP", () => {
  it.scoped("lists runs newest first, in pages and between local days", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const second = yield* at("recent?limit=5&page=2")
      expect(second.data).toEqual(sampleRuns.slice(5, 10).map(imperialRun))
      expect(second.pagination).toEqual({
        page: 2,
        limit: 5,
        total: sampleRuns.length,
        total_pages: Math.ceil(sampleRuns.length / 5)
      })
      expect((yield* at("recent?units=metric")).data).toEqual(sampleRuns.slice(0, 10).map(metricRun))
      const { date } = sampleRuns[5]!
      for (const [query, which] of [
        [`date=${date}`, (run: SampleRun) => run.date === date],
        [`from=${date}`, (run: SampleRun) => run.date >= date],
        [`to=${date}`, (run: SampleRun) => run.date <= date],
        [`from=2024-01-01&to=${date}`, (run: SampleRun) => run.date >= "2024-01-01" && run.date <= date]
      ] as const)
        expect([query, idsOf(yield* at(`recent?limit=50&${query}`))]).toEqual([
          query,
          sampleRuns.filter(which).map(({ id }) => id)
        ])
    })
  )

  it.scoped("filters runs like a predicate over each run", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const cases: ReadonlyArray<readonly [string, (run: SampleRun) => boolean]> = [
        ["", () => true],
        ["year=2024", ({ date }) => date.startsWith("2024")],
        ["year=2024&from=2025-01-01", ({ date }) => date >= "2025-01-01"],
        ["type=race", ({ workoutType }) => workoutType === "race"],
        ["city=Oskeln", ({ city }) => city === "Oskeln"],
        ["city=oskeln", () => false],
        ["gear=g1", ({ id }) => sampleShoes(id)?.id === "g1"],
        ["gear=g2&type=race", ({ id, workoutType }) => workoutType === "race" && sampleShoes(id)?.id === "g2"],
        ["gear=Blue%20pair", () => false],
        ["min_distance=5", ({ distance }) => distance >= 5 * 1609.344],
        ["max_distance=5.5", ({ distance }) => distance <= 5.5 * 1609.344],
        ["min_distance=4&max_distance=8", ({ distance }) => distance >= 4 * 1609.344 && distance <= 8 * 1609.344],
        ["type=workout&city=Velmora", ({ city, workoutType }) => workoutType === "workout" && city === "Velmora"]
      ]
      for (const [query, which] of cases) {
        const answer = yield* at(`activities?limit=100&${query}`)
        expect([query, idsOf(answer)]).toEqual([query, sampleRuns.filter(which).map(({ id }) => id)])
        expect(answer.pagination.total).toBe(sampleRuns.filter(which).length)
      }
    })
  )

  it.scoped("sorts runs in both directions, those without a pace last", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const keys: Readonly<Record<string, (run: SampleRun) => number>> = {
        date: ({ startedAt }) => startedAt,
        distance: ({ distance }) => distance,
        duration: ({ movingTime }) => movingTime,
        elevation: ({ elevation }) => elevation
      }
      for (const [sort, key] of Object.entries(keys)) {
        const ascending = sampleRuns.toSorted((a, b) => key(a) - key(b)).map(({ id }) => id)
        expect([sort, idsOf(yield* at(`activities?limit=100&sort=${sort}&order=asc`))]).toEqual([sort, ascending])
        expect([sort, idsOf(yield* at(`activities?limit=100&sort=${sort}`))]).toEqual([sort, ascending.toReversed()])
      }
      const byPace = paced.toSorted((a, b) => a.movingTime / a.distance - b.movingTime / b.distance)
      const last = sampleRuns.find(({ distance }) => distance === 0)!.id
      expect(idsOf(yield* at("activities?limit=100&sort=pace&order=asc"))).toEqual([
        ...byPace.map(({ id }) => id),
        last
      ])
      expect(idsOf(yield* at("activities?limit=100&sort=pace"))).toEqual([
        ...byPace.toReversed().map(({ id }) => id),
        last
      ])
    })
  )

  it.scoped("answers one run and its splits", () =>
    Effect.gen(function* () {
      const at = yield* asking
      for (const run of sampleRuns) {
        expect(yield* at(`activities/${run.id}`)).toEqual({ ...imperialRun(run), gear: sampleShoes(run.id) })
        expect(yield* at(`activities/${run.id}?units=metric`)).toEqual({ ...metricRun(run), gear: sampleShoes(run.id) })
      }
      const splits = sampleSplits.map((split) => ({
        split: split.number,
        distance_mi: miles(split.distance),
        moving_time_s: split.movingTime,
        elapsed_time_s: split.elapsedTime,
        elevation_ft: feet(split.elevation),
        pace: pace(split.distance, split.movingTime, "mi"),
        heartrate: split.heartrate,
        distance_km: kilometres(split.distance),
        elevation_m: metres(split.elevation),
        pace_per_km: pace(split.distance, split.movingTime, "km")
      }))
      expect((yield* at("activities/1/splits?units=metric")).data).toEqual(splits)
      expect((yield* at("activities/1/splits")).data).toEqual(
        splits.map(({ distance_km: _, elevation_m: _m, pace_per_km: _p, ...imperial }) => imperial)
      )
      const course = sampleRuns.find(({ polyline }) => polyline !== null)!
      expect((yield* at(`activities/${course.id}/places`)).data).toEqual(samplePlaces.slice(0, 1))
      expect((yield* at("activities/1/places")).data).toEqual([])
    })
  )

  it.scoped("sums all runs, those between dates, and those of each year", () =>
    Effect.gen(function* () {
      const at = yield* asking
      for (const [query, runs] of [
        ["", sampleRuns],
        ["&from=2024-06-01", sampleRuns.filter(({ date }) => date >= "2024-06-01")],
        ["&to=2023-12-31", sampleRuns.filter(({ date }) => date <= "2023-12-31")],
        ["&date=1999-01-01", []]
      ] as const) {
        const { data } = yield* at(`stats?units=metric${query}`)
        expect([query, data]).toMatchObject([
          query,
          {
            total_runs: runs.length,
            total_distance_mi: miles(total(runs, "distance")),
            total_distance_km: kilometres(total(runs, "distance")),
            total_elevation_ft: feet(total(runs, "elevation")),
            total_elevation_m: metres(total(runs, "elevation")),
            total_duration: longClock(total(runs, "movingTime")),
            avg_pace: pace(...pacedPart(runs), "mi"),
            avg_pace_per_km: pace(...pacedPart(runs), "km"),
            years_active: new Set(runs.map(({ date }) => date.slice(0, 4))).size,
            first_run: runs.length === 0 ? null : localText(runs.at(-1)!.localStart)
          }
        ])
      }
      expect((yield* at("stats")).data).toMatchObject({ eddington_number: eddington })
      expect((yield* at("stats/years")).data).toEqual(years.map(imperialYear))
      expect((yield* at("stats/years?units=metric&from=2024-01-01")).data).toEqual(
        years.filter((year) => year >= "2024").map(metricYear)
      )
      for (const year of years) expect((yield* at(`stats/years/${year}?units=metric`)).data).toEqual(metricYear(year))
    })
  )

  it.scoped("reviews a year by months and longest runs", () =>
    Effect.gen(function* () {
      const at = yield* asking
      for (const year of years) {
        const runs = inYear(year)
        const months = Array.from(new Set(runs.map(({ date }) => date.slice(0, 7)))).toSorted()
        expect(yield* at(`year/${year}?units=metric`)).toEqual({
          ...metricYear(year),
          monthly: months.map((month) => {
            const own = runs.filter(({ date }) => date.startsWith(month))
            return {
              month,
              runs: own.length,
              distance_mi: miles(total(own, "distance")),
              duration_s: total(own, "movingTime"),
              elevation_ft: feet(total(own, "elevation")),
              distance_km: kilometres(total(own, "distance")),
              elevation_m: metres(total(own, "elevation"))
            }
          }),
          top_runs: runs
            .toSorted((a, b) => b.distance - a.distance)
            .slice(0, 5)
            .map(metricRun)
        })
      }
    })
  )

  it.scoped("answers records, shoes, cities and races", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const lengths: Readonly<Record<string, readonly [string, number]>> = {
        "400m": ["400 m", 400],
        "1/2 mile": ["1/2 mile", 804.672],
        "1k": ["1 km", 1000]
      }
      expect((yield* at("prs?units=metric")).data).toEqual(
        sampleRecords.map(({ distance, elapsedTime, localStart, runId, runName }) => ({
          distance,
          distance_label: lengths[distance]![0],
          time: clock(elapsedTime),
          time_s: elapsedTime,
          pace: pace(lengths[distance]![1], elapsedTime, "mi"),
          pace_per_km: pace(lengths[distance]![1], elapsedTime, "km"),
          date: localText(localStart),
          activity_id: runId,
          activity_name: runName
        }))
      )
      expect((yield* at("gear?units=metric")).data).toEqual(
        sampleGear.map(({ brand, distance, id, model, name, retired, runs }) => ({
          id,
          name,
          brand,
          model,
          distance_mi: miles(distance),
          distance_km: kilometres(distance),
          is_retired: retired,
          activity_count: runs
        }))
      )
      expect((yield* at("cities?units=metric")).data).toEqual(
        ["Velmora", "Oskeln"].map((city) => {
          const runs = sampleRuns.filter((run) => run.city === city)
          return {
            city,
            state: null,
            country: null,
            run_count: runs.length,
            total_distance_mi: miles(total(runs, "distance")),
            total_distance_km: kilometres(total(runs, "distance"))
          }
        })
      )
      const races = sampleRuns.filter(({ workoutType }) => workoutType === "race")
      expect((yield* at("races")).data).toEqual(races.map(imperialRun))
      for (const [distance, least, most] of [
        ["5k", 2.8, 3.5],
        ["10k", 5.8, 6.8],
        ["half_marathon", 12.8, 13.5],
        ["marathon", 25.5, 27]
      ] as const)
        expect([distance, (yield* at(`races?distance=${distance}&units=metric`)).data]).toEqual([
          distance,
          races.filter((run) => run.distance >= least * 1609.344 && run.distance <= most * 1609.344).map(metricRun)
        ])
    })
  )

  it.scoped("answers the streaks and the Eddington number", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const streak = (runs: ReadonlyArray<SampleRun>) => ({
        days: new Set(runs.map(({ date }) => date)).size,
        start: runs.at(-1)!.date,
        end: runs[0]!.date
      })
      // Runs 0 to 2 end today; runs 3 to 7 are the four days from the ninth to the twelfth before.
      expect((yield* at("streaks")).data).toEqual({
        current: streak(sampleRuns.slice(0, 3)),
        longest: streak(sampleRuns.slice(3, 8))
      })
      const answer = yield* at("eddington")
      expect(answer).toMatchObject({
        number: eddington,
        progress: {
          target: eddington + 1,
          days_completed: daysOfMiles(eddington + 1),
          runs_needed: eddington + 1 - daysOfMiles(eddington + 1)
        }
      })
      expect(answer.explanation).toContain(`At least ${eddington} days with ${eddington} miles`)
    })
  )

  it.scoped("counts the days of a year and adds up its distance", () =>
    Effect.gen(function* () {
      const at = yield* asking
      for (const [query, year] of [
        ["", "2025"],
        ["&year=2024", "2024"],
        ["&year=1999", "1999"]
      ] as const)
        expect(yield* at(`calendar?units=metric${query}`)).toEqual({
          year: Number(year),
          data: days
            .filter(({ date }) => date.startsWith(year))
            .map(({ date, distance, runs }) => ({
              date,
              count: runs,
              total_distance_mi: miles(distance),
              total_distance_km: kilometres(distance)
            }))
        })
      const dayOfYear = (date: string) => (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / 86_400_000 + 1
      const cumulative = (of: ReadonlyArray<string>) =>
        Object.fromEntries(
          of
            .filter((year) => years.includes(year))
            .map((year) => {
              const own = days.filter(({ date }) => date.startsWith(year))
              const upTo = (date: string) => own.reduce((sum, day) => (day.date <= date ? sum + day.distance : sum), 0)
              return [
                year,
                own.map(({ date }) => ({
                  day: dayOfYear(date),
                  cumulative_mi: miles(upTo(date)),
                  cumulative_km: kilometres(upTo(date))
                }))
              ]
            })
        )
      expect((yield* at("charts/cumulative?units=metric")).data).toEqual(cumulative(["2025", "2024", "2023"]))
      expect((yield* at("charts/cumulative?units=metric&years=2024,2022,1999")).data).toEqual(
        cumulative(["2024", "2022", "1999"])
      )
    })
  )

  it.scoped("charts pace, elevation and starting hours of each run", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const points = paced.toReversed()
      for (const [query, window, shown] of [
        ["", 30, () => true],
        ["&window=3", 3, () => true],
        ["&window=3&from=2025-03-01", 3, ({ date }: SampleRun) => date >= "2025-03-01"]
      ] as const) {
        const answer = yield* at(`charts/pace-trend?units=metric${query}`)
        expect(answer).toEqual({
          window,
          data: points.flatMap((run, index) => {
            if (!shown(run)) return []
            const last = points.slice(Math.max(0, index - window + 1), index + 1)
            const [own, average] = [
              [run.distance, run.movingTime],
              [total(last, "distance"), total(last, "movingTime")]
            ] as const
            const minutes = ([distance, seconds]: readonly [number, number], unit: number) =>
              rounded(seconds / (distance / unit) / 60, 2)
            return [
              {
                date: run.date,
                pace: pace(...own, "mi"),
                pace_min_per_mile: minutes(own, 1609.344),
                rolling_avg: pace(...average, "mi"),
                rolling_avg_min_per_mile: minutes(average, 1609.344),
                pace_per_km: pace(...own, "km"),
                pace_min_per_km: minutes(own, 1000),
                rolling_avg_per_km: pace(...average, "km"),
                rolling_avg_min_per_km: minutes(average, 1000)
              }
            ]
          })
        })
      }
      for (const [query, runs] of [
        ["", oldestFirst],
        ["year=2024", inYear("2024").toReversed()],
        ["year=1999", []]
      ] as const) {
        expect([query, (yield* at(`charts/elevation?units=metric&${query}`)).data]).toEqual([
          query,
          runs.map((run, index) => ({
            date: run.date,
            elevation_ft: feet(run.elevation),
            distance_mi: miles(run.distance),
            cumulative_elevation_ft: feet(total(runs.slice(0, index + 1), "elevation")),
            elevation_m: metres(run.elevation),
            distance_km: kilometres(run.distance),
            cumulative_elevation_m: metres(total(runs.slice(0, index + 1), "elevation"))
          }))
        ])
        expect([query, (yield* at(`charts/time-of-day?${query}`)).data]).toEqual([
          query,
          Array.from({ length: 24 }, (_, hour) => ({
            hour,
            count: runs.filter(({ localStart }) => new Date(localStart).getUTCHours() === hour).length
          }))
        ])
      }
    })
  )

  it.scoped("answers 404 for missing data and 400 for invalid requests", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const at = (path: string) => ask(`${url}/v1/running/${path}`, { key: read })
      for (const path of [
        "activities/2",
        "activities/9007199254740993",
        "activities/2/splits",
        `activities/${sampleRuns[1]!.id}/splits`,
        "stats/years/1999",
        "year/1999",
        "charts/cumulative?years=1999",
        "charts/pace-trend?date=1999-01-01"
      ])
        expect([path, (yield* at(path)).json]).toEqual([path, { error: "Not found", status: 404 }])
      const wrong: Readonly<Record<string, string>> = {
        "activities/x": "id must be a number",
        "activities?sort=size": "sort must be one of date, distance, duration, pace, elevation",
        "activities?order=up": "order must be one of asc, desc",
        "activities?type=walk": "type must be one of default, race, long_run, workout",
        "activities?year=0": "year must be a whole number from 1 to 9998",
        "activities?limit=101": "limit must be a whole number from 1 to 100",
        "activities?min_distance=x": "min_distance must be a number from 0 to 100000",
        "activities?min_distance=5&max_distance=4": "min_distance must not be above max_distance",
        "activities?from=2025-02-30": "",
        "recent?limit=51": "limit must be a whole number from 1 to 50",
        "recent?from=2025-02-02&to=2025-02-01": "from must not be after to",
        "stats?date=x": "date must be a day as YYYY-MM-DD",
        "stats/years/abc": "year must be a whole number from 1 to 9998",
        "year/9999": "year must be a whole number from 1 to 9998",
        "calendar?year=-1": "year must be a whole number from 1 to 9998",
        "charts/cumulative?years=24": "years must be comma-separated years such as 2024,2025, at most 100",
        "charts/pace-trend?window=0": "window must be a whole number from 1 to 100000",
        "charts/elevation?year=x": "year must be a whole number from 1 to 9998",
        "races?distance=6k": "distance must be one of 5k, 10k, half_marathon, marathon",
        "gear?units=nautical": "units must be one of imperial, metric",
        "streaks?from=2025-01-01": "this operation has no parameter from; remove it, or see /docs for its date filters"
      }
      for (const [path, error] of Object.entries(wrong)) {
        const { json, status } = yield* at(path)
        expect([path, status, json.error]).toEqual([path, 400, error === "" ? expect.any(String) : error])
      }
    })
  )

  it.scoped("states how long each answer is valid", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const hour = 3_600
      const seconds: Readonly<Record<string, number>> = {
        stats: hour,
        "stats/years": hour,
        "stats/years/2024": hour,
        prs: hour,
        recent: 30,
        activities: hour,
        "activities/1": hour,
        "activities/1/splits": hour,
        "activities/1/places": hour,
        gear: hour,
        calendar: hour,
        "charts/cumulative": hour,
        "charts/pace-trend": hour,
        "charts/time-of-day": hour,
        "charts/elevation": hour,
        cities: hour,
        streaks: hour,
        races: hour,
        eddington: hour,
        "year/2025": hour
      }
      const past = { "calendar?year=2024": 86_400, "year/2024": 86_400, "charts/pace-trend?to=2024-12-31": 86_400 }
      expect(Object.keys(seconds).length).toBe(pathsOf("running").length)
      yield* expectCaching(
        stage,
        Object.fromEntries(Object.entries({ ...seconds, ...past }).map(([path, age]) => [`/v1/running/${path}`, age]))
      )
    })
  )

  it.scoped("deletes a run and recomputes as an admin only", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const remove = (id: number | string, key: string) =>
        ask(`${url}/v1/admin/running/activities/${id}`, { key, method: "DELETE" })
      const { id } = sampleRuns[1]!
      const deletion = yield* remove(id, admin)
      expect([deletion.status, deletion.json]).toEqual([200, { status: "deleted", strava_id: id }])
      expect((yield* remove(id, read)).status).toBe(403)
      expect((yield* remove(2, admin)).status).toBe(404)
      expect((yield* remove("x", admin)).status).toBe(400)
      expect((yield* post(`${url}/v1/admin/running/recompute`, read, {})).status).toBe(403)
      const { headers, json, status } = yield* post(`${url}/v1/admin/running/recompute`, admin, {})
      expect([status, headers.get("cache-control")]).toEqual([202, "no-store"])
      expect(json).toEqual({
        run_id: json.run_id,
        status: "queued",
        runs: [{ source: "recompute-running", run_id: json.run_id }]
      })
      const run = yield* ask(`${url}/v1/admin/sync/runs/${json.run_id}`, { key: admin }).pipe(
        Effect.repeat({ until: ({ json }) => json.status !== "running", times: 50 })
      )
      expect(run.json).toMatchObject({ status: "completed", result: { status: "completed" } })
    })
  )
})
