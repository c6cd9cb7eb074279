import * as View from "@daybook/core/running"
import { raceDistances, Running, runSorts, type Units, unitSystems, workoutTypes } from "@daybook/core/running"
import { listOf } from "@daybook/core/shared"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { madeOf } from "../shared/caching.js"
import { NotFound } from "../shared/errors.js"
import { dates, integer, limit, number, oneOf, page, providerId, text, years } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"
import { longWhenEndedAnywhere, longWhenPastAnywhere } from "../shared/span.js"

const made = madeOf("running")
const today = { today: true }
const data = <A, I, R>(item: Schema.Schema<A, I, R>) => Schema.Struct({ data: item })

const units = oneOf(unitSystems, "Units: metric adds members in kilometres, metres and minutes a kilometre; the others stay")
const inUnits = { units: "imperial" } as const
const InUnits = query({ units }, inUnits)
const Dates = query({ ...dates, units }, inUnits)
const Recent = query({ limit: limit(50), page, ...dates, units }, { limit: 10, page: 1, ...inUnits })
const year = integer({ minimum: 1, maximum: 9998 }, "A year")
const miles = (description: string) => number({ minimum: 0, maximum: 100_000 }, description)
const Activities = query({
  page,
  limit: limit(100),
  year,
  type: oneOf(workoutTypes, "What the run was meant as"),
  city: text("The city where it began, exactly"),
  min_distance: miles("At least so many miles"),
  max_distance: miles("At most so many miles"),
  sort: oneOf(runSorts, "What to sort by; runs without a pace come last when sorted by it"),
  order: oneOf(["asc", "desc"], "Ascending or descending"),
  ...dates,
  units
}, { page: 1, limit: 20, sort: "date", order: "desc", ...inUnits })
const OfYear = query({ year }, {})
const OfYearInUnits = query({ year, units }, inUnits)
const Cumulative = query({ years: years("Years, with commas between them; the current one and the two before by default"), units }, inUnits)
const PaceTrend = query({
  window: integer({ minimum: 1, maximum: 100_000 }, "How many runs each average is over"),
  ...dates,
  units
}, { window: 30, ...inUnits })
const Races = query({ distance: oneOf(raceDistances, "Only races of about this distance"), units }, inUnits)
const path = Schema.Struct({ id: providerId("The activity's id, which is the provider's") })
const inYear = Schema.Struct({ year })

/** Running as a page: `api.md` §2.7, §2.8, contract §3. */
export class RunningApi extends HttpApiGroup.make("running")
  .add(HttpApiEndpoint.get("stats", "/stats").setUrlParams(Dates.params).addSuccess(View.RunningStats)
    .annotateContext(made("medium")).annotate(Description, "Totals, of everything or between dates."))
  .add(HttpApiEndpoint.get("years", "/stats/years").setUrlParams(Dates.params).addSuccess(data(Schema.Array(View.RunningYear)))
    .annotateContext(made("medium")).annotate(Description, "Totals of each year that has runs, newest first; between dates only of the runs there."))
  .add(HttpApiEndpoint.get("yearStats", "/stats/years/:year").setPath(inYear).setUrlParams(InUnits.params).addSuccess(data(View.RunningYear)).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "Totals of one year."))
  .add(HttpApiEndpoint.get("records", "/prs").setUrlParams(InUnits.params).addSuccess(View.PersonalRecords)
    .annotateContext(made("medium")).annotate(Description, "The fastest effort over each standard distance."))
  .add(HttpApiEndpoint.get("recent", "/recent").setUrlParams(Recent.params).addSuccess(listOf(View.RunView))
    .annotateContext(made("realtime")).annotate(Description, "Runs, newest first."))
  .add(HttpApiEndpoint.get("activities", "/activities").setUrlParams(Activities.params).addSuccess(listOf(View.RunView))
    .annotateContext(made("medium")).annotate(Description, "All runs, with filters and in any order. Dates beat the year."))
  .add(HttpApiEndpoint.get("activity", "/activities/:id").setPath(path).setUrlParams(InUnits.params).addSuccess(View.RunView).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "One run."))
  .add(HttpApiEndpoint.get("splits", "/activities/:id/splits").setPath(path).setUrlParams(InUnits.params).addSuccess(View.Splits).addError(NotFound)
    .annotateContext(made("medium")).annotate(Description, "One run mile by mile."))
  .add(HttpApiEndpoint.get("gear", "/gear").setUrlParams(InUnits.params).addSuccess(View.Gear)
    .annotateContext(made("medium")).annotate(Description, "Shoes with the mileage that the provider counts, most worn first."))
  .add(HttpApiEndpoint.get("calendar", "/calendar").setUrlParams(OfYearInUnits.params).addSuccess(View.RunningCalendar)
    .annotateContext(made(longWhenPastAnywhere, today)).annotate(Description, "Runs of each day of a year, by default the current one; days without are left out."))
  .add(HttpApiEndpoint.get("cumulative", "/charts/cumulative").setUrlParams(Cumulative.params).addSuccess(View.CumulativeDistance).addError(NotFound)
    .annotateContext(made("medium", today)).annotate(Description, "Miles run since the beginning of each year, one point a day with runs."))
  .add(HttpApiEndpoint.get("paceTrend", "/charts/pace-trend").setUrlParams(PaceTrend.params).addSuccess(View.PaceTrend).addError(NotFound)
    .annotateContext(made(longWhenEndedAnywhere, today)).annotate(Description, "The pace of each run and the average over it and the runs before it, weighted by distance."))
  .add(HttpApiEndpoint.get("timeOfDay", "/charts/time-of-day").setUrlParams(OfYear.params).addSuccess(View.TimeOfDay)
    .annotateContext(made(longWhenPastAnywhere, today)).annotate(Description, "How many runs began in each hour, by the clocks at the place; of a year or of all time."))
  .add(HttpApiEndpoint.get("elevation", "/charts/elevation").setUrlParams(OfYearInUnits.params).addSuccess(View.Elevation)
    .annotateContext(made(longWhenPastAnywhere, today)).annotate(Description, "Feet climbed run by run; of a year or of all time."))
  .add(HttpApiEndpoint.get("cities", "/cities").setUrlParams(InUnits.params).addSuccess(View.Cities)
    .annotateContext(made("medium")).annotate(Description, "Where runs began, most runs first. Where the provider names no city, the position does, by data of GeoNames (CC BY 4.0)."))
  .add(HttpApiEndpoint.get("streaks", "/streaks").addSuccess(View.RunningStreaks)
    .annotateContext(made("medium", today)).annotate(Description, "The current and the longest run of days that all have runs."))
  .add(HttpApiEndpoint.get("races", "/races").setUrlParams(Races.params).addSuccess(View.Runs)
    .annotateContext(made("medium")).annotate(Description, "Races, newest first."))
  .add(HttpApiEndpoint.get("eddington", "/eddington").addSuccess(View.Eddington)
    .annotateContext(made("medium")).annotate(Description, "The largest number of days with as many miles each."))
  .add(HttpApiEndpoint.get("year", "/year/:year").setPath(inYear).setUrlParams(InUnits.params).addSuccess(View.RunningYearInReview).addError(NotFound)
    .annotateContext(made(longWhenPastAnywhere, today)).annotate(Description, "A year in review: its totals, its months and its longest runs."))
  .annotate(Description, "Runs. Distances in miles, elevation in feet; with units=metric also in kilometres and metres. Days, hours and years are those at the place of each run.")
  .prefix("/running")
  .middleware(Authentication)
{}

export const running = room(RunningApi)(Effect.map(Running, (running) => {
  const of = ({ units }: { readonly units?: Units | undefined }) => running.in(units ?? inUnits.units)
  return {
    stats: ({ urlParams }) => of(urlParams).stats(urlParams),
    years: ({ urlParams }) => of(urlParams).years(urlParams),
    yearStats: ({ path, urlParams }) => of(urlParams).yearStats(path.year),
    records: ({ urlParams }) => of(urlParams).records,
    recent: ({ urlParams }) => Recent.ask(urlParams, (asked) => of(asked).recent(asked, asked)),
    activities: ({ urlParams }) =>
      Activities.ask(urlParams, ({ city = null, max_distance = null, min_distance = null, order, sort, type = null, units, year = null, ...rest }) =>
        running.in(units).activities({ page: rest, filters: rest, year, type, city, minDistance: min_distance, maxDistance: max_distance, sort, order })),
    activity: ({ path, urlParams }) => of(urlParams).activity(path.id),
    splits: ({ path, urlParams }) => of(urlParams).splits(path.id),
    gear: ({ urlParams }) => of(urlParams).gear,
    calendar: ({ urlParams }) => of(urlParams).calendar(urlParams.year),
    cumulative: ({ urlParams }) => of(urlParams).cumulative(urlParams.years),
    paceTrend: ({ urlParams }) => PaceTrend.ask(urlParams, ({ units, window, ...filters }) => running.in(units).paceTrend(window, filters)),
    timeOfDay: ({ urlParams }) => running.timeOfDay(urlParams.year),
    elevation: ({ urlParams }) => of(urlParams).elevation(urlParams.year),
    cities: ({ urlParams }) => of(urlParams).cities,
    streaks: () => running.streaks(),
    races: ({ urlParams }) => of(urlParams).races(urlParams.distance),
    eddington: () => running.eddington,
    year: ({ path, urlParams }) => of(urlParams).year(path.year)
  }
}))
