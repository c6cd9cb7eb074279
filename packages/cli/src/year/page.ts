import { dayOfYear } from "@daybook/core/shared"
import { bold, cyan, dim } from "../print.js"
import { area } from "./charts.js"
import { byMonth, count, counted, listed, monthBars, monthLine, months, opening, type Paper, ranked } from "./pieces.js"
import type { YearOfLife } from "./YearOfLife.js"

type Lines = ReadonlyArray<string>
type Room<K extends keyof YearOfLife> = (paper: Paper, room: NonNullable<YearOfLife[K]>, life: YearOfLife) => Lines

const few = 5
/** The last ones of a year with more. */
const mostEvents = 10

const listening: Room<"listening"> = (paper, of) => [
  ...opening(paper, "LISTENING", [counted(of.total_scrobbles, "play"), counted(of.unique_artists, "artist"), counted(of.unique_albums, "album"), counted(of.unique_tracks, "track")]),
  ...monthBars(paper, byMonth(of.monthly, ({ scrobbles }) => scrobbles)),
  "",
  ...ranked(paper, of.top_artists.map((artist) => ({ name: artist.name, points: artist.sparkline?.points, value: count(artist.scrobbles) })))
]

const hours = (seconds: number) => counted(seconds / 3600, "hour")
const chartHeight = 5
const daysIn = (year: number) => dayOfYear(`${year}-12-31`)

type Point = NonNullable<YearOfLife["running"]>["cumulative"][number]

/** In the units that were asked for. */
const distanceOf = (point: Point | undefined) => point?.cumulative_km ?? point?.cumulative_mi ?? 0

const running: Room<"running"> = (paper, of, { through, year }) => {
  const label = 9
  const step = Math.floor((paper.width - 2 - label) / months.length)
  const width = step * months.length
  const until = dayOfYear(through)
  // The height that had been reached by the last day of each column.
  const points = Array.from({ length: width }, (_, index) => {
    const [first, last] = [index / width * daysIn(year), (index + 1) / width * daysIn(year)]
    return first >= until ? null : distanceOf(of.cumulative.findLast(({ day }) => day <= last))
  })
  const whole = of.total_distance_km === undefined ? `${count(of.total_distance_mi)} mi` : `${count(of.total_distance_km)} km`
  const pace = of.avg_pace_per_km === undefined ? of.avg_pace : of.avg_pace_per_km
  return [
    ...opening(paper, "RUNNING", [
      whole, counted(of.total_runs, "run"), hours(of.total_duration_s),
      of.total_elevation_m === undefined ? `${count(of.total_elevation_ft)} ft up` : `${count(of.total_elevation_m)} m up`,
      ...pace === null ? [] : [pace],
      of.longest_run_km === undefined ? `longest ${of.longest_run_mi.toFixed(1)} mi` : `longest ${of.longest_run_km.toFixed(1)} km`,
      ...of.race_count > 0 ? [counted(of.race_count, "race")] : []
    ]),
    ...(points.some((point) => point !== null && point > 0) ? climb(paper, points, whole, { label, step }) : [])
  ]
}

/** Values that climb over the months, with the highest written beside them. */
const climb = (paper: Paper, points: ReadonlyArray<number | null>, most: string, { label, step }: { readonly label: number; readonly step: number }): Lines => [
  ...area(paper.ink, points, chartHeight).map((line, index) => `  ${dim((index === 0 ? most : "").padStart(label - 2))}  ${cyan(line)}`.trimEnd()),
  `  ${" ".repeat(label)}${dim(months.map((month) => month.slice(0, step - 1).padEnd(step)).join(""))}`.trimEnd()
]

const watching: Room<"watching"> = (paper, of) => [
  ...opening(paper, "WATCHING", [counted(of.total_movies, "film"), ...of.genres.slice(0, 3).map(({ count, name }) => `${name} ${count}`)]),
  ...monthLine(paper, byMonth(of.monthly, ({ count }) => count)),
  ...ranked(paper, of.top_rated.slice(0, few).map(({ movie, user_rating }) => ({ name: movie.year === null ? movie.title : `${movie.title} (${movie.year})`, value: user_rating.toFixed(1) })))
]

const collecting: Room<"collecting"> = (paper, of) => [
  ...opening(paper, "THE SHELF", [counted(of.total_records, "record"), counted(of.total_discs, "disc")]),
  ...listed(paper, [
    ...of.newest_records.map(({ artists, title, year }) => `${artists.join(", ")}: ${title}${year === null ? "" : ` (${year})`}`),
    ...of.newest_discs.slice(0, few - of.newest_records.length).map(({ title, year }) => `${title}${year === null ? "" : ` (${year})`}`)
  ])
]

const reading: Room<"reading"> = (paper, of) => [
  ...opening(paper, "READING", [
    `${counted(of.total_articles, "article")} saved`, `${count(of.finished_count)} read`, ...of.total_word_count > 0 ? [`${count(of.total_word_count)} words`] : [], counted(of.total_highlights, "highlight")
  ]),
  ...monthLine(paper, byMonth(of.monthly, ({ finished }) => finished)),
  ...ranked(paper, of.top_domains.slice(0, few).map((one) => ({ name: one.domain, value: count(one.count) })))
]

const attending: Room<"attending"> = (paper, of) => [
  ...opening(paper, "GOING OUT", [counted(of.total_events, "event"), ...of.by_category.slice(0, 3).map(({ category, count }) => `${category} ${count}`)]),
  ...monthLine(paper, byMonth(of.monthly, ({ count }) => count)),
  ...listed(paper, of.events.slice(-mostEvents).map(({ event_date, title, venue_name }) => `${event_date}  ${title}${venue_name === null ? "" : `, ${venue_name}`}`))
]

const told = <K extends keyof YearOfLife>(room: Room<K>, paper: Paper, of: YearOfLife[K], life: YearOfLife): Lines => of === null ? [] : room(paper, of, life)

/** Whether there is anything to tell of a year. */
export const isEmpty = ({ attending, collecting, listening, reading, running, watching }: YearOfLife): boolean =>
  [attending, collecting, listening, reading, running, watching].every((room) => room === null)

/** A year as lines of a terminal. */
export const page = (paper: Paper, life: YearOfLife): Lines => [
  `${bold(`${life.year} in Daybook`)}${life.through === `${life.year}-12-31` ? "" : dim(`  so far, to ${life.through}`)}`,
  ...told(listening, paper, life.listening, life),
  ...told(running, paper, life.running, life),
  ...told(watching, paper, life.watching, life),
  ...told(collecting, paper, life.collecting, life),
  ...told(reading, paper, life.reading, life),
  ...told(attending, paper, life.attending, life)
]
