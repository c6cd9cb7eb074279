import type { Pending } from "../api/useAnswer.js"
import { inUnits, isMetric } from "../api/units.js"
import { useAnswer } from "../api/useAnswer.js"
import { Figure } from "../parts/Figure.js"
import { count } from "../text/format.js"

const there = <A, B>(outcome: Pending<A>, read: (value: A) => B): B | undefined => outcome?._tag === "There" ? read(outcome.value) : undefined

interface RunOfDays {
  readonly days: number
}

const streak = (current: RunOfDays, longest: RunOfDays) => `${current.days === 0 ? "no streak now" : `${count(current.days)} days in a row`}, longest ${count(longest.days)}`

/** The year in five numbers, each with its streak; a number that cannot be had is left out. */
export const YearSoFar = () => {
  const plays = useAnswer("listening/years").outcome
  const playStreak = useAnswer("listening/streaks").outcome
  const runs = useAnswer("running/stats/years", inUnits).outcome
  const runStreak = useAnswer("running/streaks").outcome
  const films = useAnswer("watching/stats").outcome
  const records = useAnswer("collecting/stats").outcome
  const articles = useAnswer("reading/stats").outcome
  const figures = [
    { of: "plays", value: there(plays, ({ data }) => data[0]?.total_scrobbles), note: there(playStreak, ({ current, longest }) => streak(current, longest)) },
    { of: isMetric ? "kilometres run" : "miles run", value: there(runs, ({ data }) => data[0]?.total_distance_km ?? data[0]?.total_distance_mi), note: there(runStreak, ({ data }) => streak(data.current, data.longest)) },
    { of: "films", value: there(films, ({ data }) => data.movies_this_year), note: there(films, ({ data }) => `${count(data.episodes_this_year)} episodes of series`) },
    { of: "records added", value: there(records, ({ data }) => data.added_this_year), note: there(records, ({ data }) => `${count(data.total_items)} on the shelf`) },
    { of: "articles read, ever", value: there(articles, (of) => of.finished_count), note: there(articles, ({ streaks }) => streak(streaks.current, streaks.longest)) }
  ].filter(({ value }) => value !== undefined && value > 0)
  const year = there(plays, ({ data }) => data[0]?.year) ?? there(runs, ({ data }) => data[0]?.year) ?? new Date().getFullYear()
  return (
    <section class="block year-so-far" aria-label={`${year} so far`}>
      <h3>{year} so far</h3>
      <dl class="figures">{figures.map(({ note, of, value }) => <Figure key={of} of={of} value={count(value!)} note={note} />)}</dl>
    </section>
  )
}
