import { dayOfYear } from "@daybook/core/shared"
import { bold, cyan, dim } from "../print.js"
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
import type { YearReview } from "./yearReview.js"

type Lines = ReadonlyArray<string>
type Section<K extends keyof YearReview> = (
  style: ChartStyle,
  section: NonNullable<YearReview[K]>,
  review: YearReview
) => Lines

const maxItems = 5
/** Of a year with more events, the last ones are shown. */
const maxEvents = 10

const listening: Section<"listening"> = (style, of) => [
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

const hours = (seconds: number) => quantity(seconds / 3600, "hour")
const chartHeight = 5
const daysIn = (year: number) => dayOfYear(`${year}-12-31`)

type Point = NonNullable<YearReview["running"]>["cumulative"][number]

/** In the requested units. */
const distanceOf = (point: Point | undefined) => point?.cumulative_km ?? point?.cumulative_mi ?? 0

const running: Section<"running"> = (style, of, { through, year }) => {
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
  most: string,
  { label, step }: { readonly label: number; readonly step: number }
): Lines => [
  ...area(style.characters, points, chartHeight).map((line, index) =>
    `  ${dim((index === 0 ? most : "").padStart(label - 2))}  ${cyan(line)}`.trimEnd()
  ),
  `  ${" ".repeat(label)}${dim(months.map((month) => month.slice(0, step - 1).padEnd(step)).join(""))}`.trimEnd()
]

const watching: Section<"watching"> = (style, of) => [
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

const collecting: Section<"collecting"> = (style, of) => [
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

const reading: Section<"reading"> = (style, of) => [
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

const attending: Section<"attending"> = (style, of) => [
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
        ({ event_date, title, venue_name }) => `${event_date}  ${title}${venue_name === null ? "" : `, ${venue_name}`}`
      )
  )
]

const sectionLines = <K extends keyof YearReview>(
  section: Section<K>,
  style: ChartStyle,
  of: YearReview[K],
  review: YearReview
): Lines => (of === null ? [] : section(style, of, review))

/** A domain from outside: its months, and the most frequent values of its first facet. */
const declared = (style: ChartStyle, { review, title }: YearReview["declared"][number]): Lines => {
  const [top = []] = Object.values(review.top)
  return [
    ...sectionHeading(style, title.toUpperCase(), [quantity(review.total, review.record.replaceAll("_", " "))]),
    ...monthLine(
      style,
      byMonth(review.monthly, ({ count }) => count)
    ),
    ...rankedList(
      style,
      top.slice(0, maxItems).map(({ count: records, value }) => ({ name: value, value: count(records) }))
    )
  ]
}

/** Whether no domain has data in the year. */
export const isEmpty = ({
  attending,
  collecting,
  declared,
  listening,
  reading,
  running,
  watching
}: YearReview): boolean =>
  declared.length === 0 &&
  [attending, collecting, listening, reading, running, watching].every((domain) => domain === null)

/** The year in review as lines for the terminal. */
export const page = (style: ChartStyle, review: YearReview): Lines => [
  `${bold(`${review.year} in Daybook`)}${review.through === `${review.year}-12-31` ? "" : dim(`  so far, to ${review.through}`)}`,
  ...sectionLines(listening, style, review.listening, review),
  ...sectionLines(running, style, review.running, review),
  ...sectionLines(watching, style, review.watching, review),
  ...sectionLines(collecting, style, review.collecting, review),
  ...sectionLines(reading, style, review.reading, review),
  ...sectionLines(attending, style, review.attending, review),
  ...review.declared.flatMap((one) => declared(style, one))
]
