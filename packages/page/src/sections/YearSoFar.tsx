import { useMemo } from "preact/hooks"
import { usePresence } from "../api/Presence.js"
import type { Pending } from "../api/useAnswer.js"
import { inUnits, isMetric } from "../api/units.js"
import { useAnswer } from "../api/useAnswer.js"
import { Figure } from "../parts/Figure.js"
import { count, counted } from "../text/format.js"

const there = <A, B>(outcome: Pending<A>, read: (value: A) => B): B | undefined => outcome?._tag === "There" ? read(outcome.value) : undefined

interface RunOfDays {
  readonly days: number
}

const streak = (current: RunOfDays, longest: RunOfDays) =>
  `${current.days === 0 ? "no streak now" : `${counted(current.days, "day")} in a row`}, longest ${count(longest.days)}`

interface Ran {
  readonly total_distance_km?: number | undefined
  readonly total_distance_mi: number
}

const distanceOf = (year: Ran | undefined) => year?.total_distance_km ?? year?.total_distance_mi

/** From the first day of the year on, where the reader is. */
const sinceNewYear = () => ({ from: `${new Date().getFullYear()}-01-01` })

/** The year in five numbers, each with its streak; a number that cannot be had is left out. */
export const YearSoFar = () => {
  const year = new Date().getFullYear()
  const plays = useAnswer("listening/years").outcome
  const playStreak = useAnswer("listening/streaks", {}, usePresence().plays).outcome
  const runs = useAnswer("running/stats/years", inUnits).outcome
  const runStreak = useAnswer("running/streaks").outcome
  const films = useAnswer("watching/stats").outcome
  const records = useAnswer("collecting/stats").outcome
  const articles = useAnswer("reading/stats").outcome
  const articlesOfYear = useAnswer("reading/stats", useMemo(sinceNewYear, [])).outcome
  const figures = [
    { of: "plays", value: there(plays, ({ data }) => data.find((of) => of.year === year)?.total_scrobbles), note: there(playStreak, ({ current, longest }) => streak(current, longest)) },
    { of: isMetric ? "kilometres run" : "miles run", value: there(runs, ({ data }) => distanceOf(data.find((of) => of.year === year))), note: there(runStreak, ({ data }) => streak(data.current, data.longest)) },
    { of: "films", value: there(films, ({ data }) => data.movies_this_year), note: there(films, ({ data }) => `${counted(data.episodes_this_year, "episode")} of series`) },
    { of: "records added", value: there(records, ({ data }) => data.added_this_year), note: there(records, ({ data }) => `${count(data.total_items)} on the shelf`) },
    { of: "articles read", value: there(articlesOfYear, (of) => of.finished_count), note: there(articles, ({ streaks }) => streak(streaks.current, streaks.longest)) }
  ].filter(({ value }) => value !== undefined && value > 0)
  return (
    <section class="block year-so-far" aria-label={`${year} so far`}>
      <h3>{year} so far</h3>
      <dl class="figures">{figures.map(({ note, of, value }) => <Figure key={of} of={of} value={count(value!)} note={note} />)}</dl>
    </section>
  )
}
