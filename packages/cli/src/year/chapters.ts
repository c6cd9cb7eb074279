import { Attending } from "@daybook/core/attending"
import { Collecting } from "@daybook/core/collecting"
import { type DeclaredDomain, DeclaredQueries, mainRecord } from "@daybook/core/domain"
import { Listening } from "@daybook/core/listening"
import { Reading } from "@daybook/core/reading"
import { Running } from "@daybook/core/running"
import { dayOfYear } from "@daybook/core/shared"
import { Watching } from "@daybook/core/watching"
import { Effect } from "effect"
import { cyan, dim } from "../print.js"
import { chapter, type Lines, type ReviewedYear } from "./Chapter.js"
import {
  type ChartStyle,
  area,
  byMonth,
  count,
  monthBars,
  monthLine,
  months,
  plainList,
  quantity,
  rankedList,
  sectionHeading
} from "./layout.js"

const maxItems = 5
/** Of a year with more events, the last ones are shown. */
const maxEvents = 10

const listening = chapter({
  name: "listening",
  answer: ({ year }) => Effect.flatMap(Listening, (domain) => domain.year({ year, sparklines: true })),
  years: Effect.flatMap(Listening, (domain) => Effect.map(domain.years, ({ data }) => data)),
  lines: (style, of) => [
    ...sectionHeading(style, "LISTENING", [
      quantity(of.total_scrobbles, "play"),
      quantity(of.unique_artists, "artist"),
      quantity(of.unique_albums, "album"),
      quantity(of.unique_tracks, "track")
    ]),
    ...monthBars(
      style,
      byMonth(of.monthly, ({ scrobbles }) => scrobbles)
    ),
    "",
    ...rankedList(
      style,
      of.top_artists.map((artist) => ({
        name: artist.name,
        points: artist.sparkline?.points,
        value: count(artist.scrobbles)
      }))
    )
  ]
})

const hours = (seconds: number) => quantity(seconds / 3600, "hour")
const chartHeight = 5
const daysIn = (year: number) => dayOfYear(`${year}-12-31`)

const runningYear = Effect.fn("year.running")(function* ({ units, year }: ReviewedYear) {
  const running = (yield* Running).in(units)
  const review = yield* running.year(year)
  const { data } = yield* running.cumulative([year])
  return { ...review, cumulative: data[String(year).padStart(4, "0")] ?? [] }
})
type RunningYear = Effect.Effect.Success<ReturnType<typeof runningYear>>

/** In the requested units. */
const distanceOf = (point: RunningYear["cumulative"][number] | undefined) =>
  point?.cumulative_km ?? point?.cumulative_mi ?? 0

const runningLines = (style: ChartStyle, of: RunningYear, { through, year }: ReviewedYear): Lines => {
  const label = 9
  const step = Math.floor((style.width - 2 - label) / months.length)
  const width = step * months.length
  const until = dayOfYear(through)
  // The cumulative distance on the last day of each column.
  const points = Array.from({ length: width }, (_, index) => {
    const [first, last] = [(index / width) * daysIn(year), ((index + 1) / width) * daysIn(year)]
    return first >= until ? null : distanceOf(of.cumulative.findLast(({ day }) => day <= last))
  })
  const totalDistance =
    of.total_distance_km === undefined ? `${count(of.total_distance_mi)} mi` : `${count(of.total_distance_km)} km`
  const pace = of.avg_pace_per_km === undefined ? of.avg_pace : of.avg_pace_per_km
  return [
    ...sectionHeading(style, "RUNNING", [
      totalDistance,
      quantity(of.total_runs, "run"),
      hours(of.total_duration_s),
      of.total_elevation_m === undefined
        ? `${count(of.total_elevation_ft)} ft up`
        : `${count(of.total_elevation_m)} m up`,
      ...(pace === null ? [] : [pace]),
      of.longest_run_km === undefined
        ? `longest ${of.longest_run_mi.toFixed(1)} mi`
        : `longest ${of.longest_run_km.toFixed(1)} km`,
      ...(of.race_count > 0 ? [quantity(of.race_count, "race")] : [])
    ]),
    ...(points.some((point) => point !== null && point > 0)
      ? cumulativeChart(style, points, totalDistance, { label, step })
      : [])
  ]
}

/** A cumulative area chart over the months, labelled with the total. */
const cumulativeChart = (
  style: ChartStyle,
  points: ReadonlyArray<number | null>,
  total: string,
  { label, step }: { readonly label: number; readonly step: number }
): Lines => [
  ...area(style.characters, points, chartHeight).map((line, index) =>
    `  ${dim((index === 0 ? total : "").padStart(label - 2))}  ${cyan(line)}`.trimEnd()
  ),
  `  ${" ".repeat(label)}${dim(months.map((month) => month.slice(0, step - 1).padEnd(step)).join(""))}`.trimEnd()
]

const running = chapter({
  name: "running",
  answer: runningYear,
  lines: runningLines,
  years: Effect.flatMap(Running, (domain) => Effect.map(domain.years({}), ({ data }) => data))
})

const watching = chapter({
  name: "watching",
  answer: ({ year }) => Effect.flatMap(Watching, (domain) => domain.year(year)),
  lines: (style, of) => [
    ...sectionHeading(style, "WATCHING", [
      quantity(of.total_movies, "film"),
      ...of.genres.slice(0, 3).map(({ count, name }) => `${name} ${count}`)
    ]),
    ...monthLine(
      style,
      byMonth(of.monthly, ({ count }) => count)
    ),
    ...rankedList(
      style,
      of.top_rated
        .slice(0, maxItems)
        .map(({ movie, user_rating }) => ({
          name: movie.year === null ? movie.title : `${movie.title} (${movie.year})`,
          value: user_rating.toFixed(1)
        }))
    )
  ]
})

const newest = { page: 1, limit: 5 }

const collectingYear = Effect.fn("year.collecting")(function* ({ year }: ReviewedYear) {
  const collecting = yield* Collecting
  const filters = { from: `${year}-01-01`, to: `${year}-12-31` }
  const records = yield* collecting.recentRecords(newest, filters)
  const discs = yield* collecting.recentDiscs(newest, filters)
  const total = { records: records.pagination.total, discs: discs.pagination.total }
  return total.records + total.discs === 0
    ? null
    : { total_records: total.records, total_discs: total.discs, newest_records: records.data, newest_discs: discs.data }
})

const collecting = chapter({
  name: "collecting",
  answer: collectingYear,
  lines: (style, of) => [
    ...sectionHeading(style, "THE SHELF", [quantity(of.total_records, "record"), quantity(of.total_discs, "disc")]),
    ...plainList(style, [
      ...of.newest_records.map(
        ({ artists, title, year }) => `${artists.join(", ")}: ${title}${year === null ? "" : ` (${year})`}`
      ),
      ...of.newest_discs
        .slice(0, maxItems - of.newest_records.length)
        .map(({ title, year }) => `${title}${year === null ? "" : ` (${year})`}`)
    ])
  ]
})

const reading = chapter({
  name: "reading",
  answer: ({ year }) => Effect.flatMap(Reading, (domain) => domain.year(year)),
  lines: (style, of) => [
    ...sectionHeading(style, "READING", [
      `${quantity(of.total_articles, "article")} saved`,
      `${count(of.finished_count)} read`,
      ...(of.total_word_count > 0 ? [`${count(of.total_word_count)} words`] : []),
      quantity(of.total_highlights, "highlight")
    ]),
    ...monthLine(
      style,
      byMonth(of.monthly, ({ finished }) => finished)
    ),
    ...rankedList(
      style,
      of.top_domains.slice(0, maxItems).map((one) => ({ name: one.domain, value: count(one.count) }))
    )
  ]
})

const attending = chapter({
  name: "attending",
  answer: ({ year }) => Effect.flatMap(Attending, (domain) => domain.year(year)),
  years: Effect.flatMap(Attending, (domain) => Effect.map(domain.stats({}), ({ by_year }) => by_year)),
  lines: (style, of) => [
    ...sectionHeading(style, "GOING OUT", [
      quantity(of.total_events, "event"),
      ...of.by_category.slice(0, 3).map(({ category, count }) => `${category} ${count}`)
    ]),
    ...monthLine(
      style,
      byMonth(of.monthly, ({ count }) => count)
    ),
    ...plainList(
      style,
      of.events
        .slice(-maxEvents)
        .map(
          ({ event_date, title, venue_name }) =>
            `${event_date}  ${title}${venue_name === null ? "" : `, ${venue_name}`}`
        )
    )
  ]
})

/** The six domains, in the order of the page. */
export const builtInChapters = [listening, running, watching, collecting, reading, attending]

/** A domain from outside: its months, and the most frequent values of its first facet. */
export const declaredChapter = (domain: DeclaredDomain) => {
  const main = mainRecord(domain)
  if (main === undefined) return []
  const own = chapter({
    name: domain.name,
    answer: ({ year }) => Effect.flatMap(DeclaredQueries, (queries) => queries.year(main, year)),
    years: Effect.flatMap(DeclaredQueries, (queries) => Effect.map(queries.years(main), ({ data }) => data)),
    lines: (style, of) => {
      const [top = []] = Object.values(of.top)
      return [
        ...sectionHeading(style, domain.title.toUpperCase(), [quantity(of.total, of.record.replaceAll("_", " "))]),
        ...monthLine(
          style,
          byMonth(of.monthly, ({ count }) => count)
        ),
        ...rankedList(
          style,
          top.slice(0, maxItems).map(({ count: records, value }) => ({ name: value, value: count(records) }))
        )
      ]
    }
  })
  return [own]
}
