import * as View from "@daybook/core/running"
import { raceDistances, Running, runSorts, type Units, unitSystems, workoutTypes } from "@daybook/core/running"
import { listOf } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { dataOf, get } from "../kit/endpoints.js"
import { Authentication } from "../kit/authentication.js"
import { cachedFor, longWhenEndedAnywhere, longWhenPastAnywhere } from "../kit/caching.js"
import { NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { dates, integer, limit, number, oneOf, order, page, providerId, query, text, years } from "../kit/params.js"

const cached = cachedFor("running")
const today = { today: true }

const units = oneOf(
  unitSystems,
  "Units: metric adds fields in kilometres, metres and minutes per kilometre to the imperial ones"
)
const inUnits = { units: "imperial" } as const
const InUnits = query({ units }, inUnits)
const Dates = query({ ...dates, units }, inUnits)
const Recent = query({ limit: limit(50), page, ...dates, units }, { limit: 10, page: 1, ...inUnits })
const year = integer({ minimum: 1, maximum: 9998 }, "Year")
const miles = (description: string) => number({ minimum: 0, maximum: 100_000 }, description)
const Activities = query(
  {
    page,
    limit: limit(100),
    year,
    type: oneOf(workoutTypes, "Workout type of the run"),
    city: text("City where the run started (exact match)"),
    gear: text("Id of shoes, as `GET /v1/running/gear` lists them"),
    min_distance: miles("Minimum distance in miles"),
    max_distance: miles("Maximum distance in miles"),
    sort: oneOf(runSorts, "Sort field; runs without a pace come last when sorted by pace"),
    order,
    ...dates,
    units
  },
  { page: 1, limit: 20, sort: "date", order: "desc", ...inUnits }
)
const OfYear = query({ year }, {})
const OfYearInUnits = query({ year, units }, inUnits)
const Cumulative = query(
  { years: years("Comma-separated years; by default the current one and the two before"), units },
  inUnits
)
const PaceTrend = query(
  { window: integer({ minimum: 1, maximum: 100_000 }, "Number of runs in each average"), ...dates, units },
  { window: 30, ...inUnits }
)
const Races = query({ distance: oneOf(raceDistances, "Only races of approximately this distance"), units }, inUnits)
const path = Schema.Struct({ id: providerId("Id of the activity, which is the provider's id") })
const inYear = Schema.Struct({ year })

export class RunningApi extends HttpApiGroup.make("running")
  .add(
    get("stats", "/stats", "Running statistics")
      .setUrlParams(Dates.params)
      .addSuccess(View.RunningStats)
      .annotateContext(cached("medium"))
      .annotate(Description, "Totals over all time or between dates.")
  )
  .add(
    get("years", "/stats/years", "Years of running")
      .setUrlParams(Dates.params)
      .addSuccess(dataOf(Schema.Array(View.RunningYear)))
      .annotateContext(cached("medium"))
      .annotate(Description, "Totals per year with runs, newest first, over all time or between dates.")
  )
  .add(
    get("yearStats", "/stats/years/:year", "Statistics of a running year")
      .setPath(inYear)
      .setUrlParams(InUnits.params)
      .addSuccess(dataOf(View.RunningYear))
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "Totals of one year.")
  )
  .add(
    get("records", "/prs", "Personal records")
      .setUrlParams(InUnits.params)
      .addSuccess(View.PersonalRecords)
      .annotateContext(cached("medium"))
      .annotate(Description, "The fastest effort for each standard distance.")
  )
  .add(
    get("recent", "/recent", "Recent runs")
      .setUrlParams(Recent.params)
      .addSuccess(listOf(View.RunView))
      .annotateContext(cached("realtime"))
      .annotate(Description, "Runs, newest first.")
  )
  .add(
    get("activities", "/activities", "List runs")
      .setUrlParams(Activities.params)
      .addSuccess(listOf(View.RunView))
      .annotateContext(cached("medium"))
      .annotate(Description, "All runs, with filters and sorting. Dates take precedence over the year.")
  )
  .add(
    get("activity", "/activities/:id", "Run detail")
      .setPath(path)
      .setUrlParams(InUnits.params)
      .addSuccess(View.RunView)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "One run, with its shoes.")
  )
  .add(
    get("splits", "/activities/:id/splits", "Splits of a run")
      .setPath(path)
      .setUrlParams(InUnits.params)
      .addSuccess(View.Splits)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, "Splits of one run by mile.")
  )
  .add(
    get("places", "/activities/:id/places", "Places around a run")
      .setPath(path)
      .addSuccess(View.RunPlaces)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(
        Description,
        "Cities around a run's course, and the nearest ones if there are few, for a map (GeoNames, CC BY 4.0)."
      )
  )
  .add(
    get("gear", "/gear", "Shoes")
      .setUrlParams(InUnits.params)
      .addSuccess(View.Gear)
      .annotateContext(cached("medium"))
      .annotate(Description, "Shoes with the provider's mileage, highest mileage first.")
  )
  .add(
    get("calendar", "/calendar", "Running calendar")
      .setUrlParams(OfYearInUnits.params)
      .addSuccess(View.RunningCalendar)
      .annotateContext(cached(longWhenPastAnywhere, today))
      .annotate(Description, "Runs per day of a year, by default the current one. Days without runs are left out.")
  )
  .add(
    get("cumulative", "/charts/cumulative", "Cumulative distance")
      .setUrlParams(Cumulative.params)
      .addSuccess(View.CumulativeDistance)
      .addError(NotFound)
      .annotateContext(cached("medium", today))
      .annotate(Description, "Cumulative miles of each year, one point per day with runs.")
  )
  .add(
    get("paceTrend", "/charts/pace-trend", "Pace trend")
      .setUrlParams(PaceTrend.params)
      .addSuccess(View.PaceTrend)
      .addError(NotFound)
      .annotateContext(cached(longWhenEndedAnywhere, today))
      .annotate(Description, "The pace of each run and the rolling average up to it, weighted by distance.")
  )
  .add(
    get("timeOfDay", "/charts/time-of-day", "Runs by time of day")
      .setUrlParams(OfYear.params)
      .addSuccess(View.TimeOfDay)
      .annotateContext(cached(longWhenPastAnywhere, today))
      .annotate(Description, "Number of runs by local starting hour, for one year or all time.")
  )
  .add(
    get("elevation", "/charts/elevation", "Elevation by run")
      .setUrlParams(OfYearInUnits.params)
      .addSuccess(View.Elevation)
      .annotateContext(cached(longWhenPastAnywhere, today))
      .annotate(Description, "Elevation gain by run, for one year or all time.")
  )
  .add(
    get("cities", "/cities", "Cities of runs")
      .setUrlParams(InUnits.params)
      .addSuccess(View.Cities)
      .annotateContext(cached("medium"))
      .annotate(
        Description,
        "Cities where runs started, most runs first. If the provider names no city, it is derived from the " +
          "position with GeoNames data (CC BY 4.0)."
      )
  )
  .add(
    get("streaks", "/streaks", "Running streaks")
      .addSuccess(View.RunningStreaks)
      .annotateContext(cached("medium", today))
      .annotate(Description, "The current and the longest streak of days with runs.")
  )
  .add(
    get("races", "/races", "Races")
      .setUrlParams(Races.params)
      .addSuccess(View.Runs)
      .annotateContext(cached("medium"))
      .annotate(Description, "Races, newest first.")
  )
  .add(
    get("eddington", "/eddington", "Eddington number")
      .addSuccess(View.Eddington)
      .annotateContext(cached("medium"))
      .annotate(Description, "The Eddington number: the largest E with at least E miles on E days.")
  )
  .add(
    get("year", "/year/:year", "Running year in review")
      .setPath(inYear)
      .setUrlParams(InUnits.params)
      .addSuccess(View.RunningYearInReview)
      .addError(NotFound)
      .annotateContext(cached(longWhenPastAnywhere, today))
      .annotate(Description, "Review of a year: totals, months and longest runs.")
  )
  .annotate(
    Description,
    "Runs, with distances in miles and elevation in feet; units=metric adds kilometres and metres. Days, " +
      "hours and years are in each run's local time."
  )
  .prefix("/running")
  .middleware(Authentication) {}

export const running = handlersFor(RunningApi)([Running], (running) => {
  const of = ({ units }: { readonly units?: Units | undefined }) => running.in(units ?? inUnits.units)
  return {
    stats: ({ urlParams }) => of(urlParams).stats(urlParams),
    years: ({ urlParams }) => of(urlParams).years(urlParams),
    yearStats: ({ path, urlParams }) => of(urlParams).yearStats(path.year),
    records: ({ urlParams }) => of(urlParams).records,
    recent: Recent.handle((query) => of(query).recent(query, query)),
    activities: Activities.handle(({ units, ...query }) =>
      running
        .in(units)
        .activities({
          page: query,
          filters: query,
          year: query.year ?? null,
          type: query.type ?? null,
          city: query.city ?? null,
          gear: query.gear ?? null,
          minDistance: query.min_distance ?? null,
          maxDistance: query.max_distance ?? null,
          sort: query.sort,
          order: query.order
        })
    ),
    activity: ({ path, urlParams }) => of(urlParams).activity(path.id),
    splits: ({ path, urlParams }) => of(urlParams).splits(path.id),
    places: ({ path }) => running.places(path.id),
    gear: ({ urlParams }) => of(urlParams).gear,
    calendar: ({ urlParams }) => of(urlParams).calendar(urlParams.year),
    cumulative: ({ urlParams }) => of(urlParams).cumulative(urlParams.years),
    paceTrend: PaceTrend.handle(({ units, window, ...filters }) => running.in(units).paceTrend(window, filters)),
    timeOfDay: ({ urlParams }) => running.timeOfDay(urlParams.year),
    elevation: ({ urlParams }) => of(urlParams).elevation(urlParams.year),
    cities: ({ urlParams }) => of(urlParams).cities,
    streaks: () => running.streaks(),
    races: ({ urlParams }) => of(urlParams).races(urlParams.distance),
    eddington: () => running.eddington,
    year: ({ path, urlParams }) => of(urlParams).year(path.year)
  }
})
