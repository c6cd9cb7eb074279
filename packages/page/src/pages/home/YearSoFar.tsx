import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { inUnits, isMetric, useAvailability } from "../../api/availability.js"
import type { Pending } from "../../api/useAnswer.js"
import { useAnswer } from "../../api/useAnswer.js"
import { Figure } from "../../parts/Frame.js"
import { count, quantity } from "../../text/format.js"

const readValue = <A, B>(outcome: Pending<A>, read: (value: A) => B): B | undefined =>
  outcome?._tag === "Success" ? read(outcome.value) : undefined

type RunOfDays = Pick<Answers["listening/streaks"]["current"], "days">

const streak = (current: RunOfDays, longest: RunOfDays) =>
  `${current.days === 0 ? "no streak now" : `${quantity(current.days, "day")} in a row`}, longest ${count(longest.days)}`

type YearDistance = Answers["running/stats/years"]["data"][number]

const distanceOf = (year: YearDistance | undefined) => year?.total_distance_km ?? year?.total_distance_mi

/** Since the first day of the year in the reader's time zone. */
const sinceNewYear = () => ({ from: `${new Date().getFullYear()}-01-01` })

/** The year in five figures, each with a note. Missing figures are left out. */
export const YearSoFar = () => {
  const year = new Date().getFullYear()
  const plays = useAnswer("listening/years").outcome
  const playStreak = useAnswer("listening/streaks", {}, useAvailability().plays).outcome
  const runs = useAnswer("running/stats/years", inUnits).outcome
  const runStreak = useAnswer("running/streaks").outcome
  const films = useAnswer("watching/stats").outcome
  const records = useAnswer("collecting/stats").outcome
  const articles = useAnswer("reading/stats").outcome
  const articlesOfYear = useAnswer("reading/stats", useMemo(sinceNewYear, [])).outcome
  const figures = [
    {
      of: "plays",
      value: readValue(plays, ({ data }) => data.find((of) => of.year === year)?.total_scrobbles),
      note: readValue(playStreak, ({ current, longest }) => streak(current, longest))
    },
    {
      of: isMetric ? "kilometres run" : "miles run",
      value: readValue(runs, ({ data }) => distanceOf(data.find((of) => of.year === year))),
      note: readValue(runStreak, ({ data }) => streak(data.current, data.longest))
    },
    {
      of: "films",
      value: readValue(films, ({ data }) => data.movies_this_year),
      note: readValue(films, ({ data }) => `${quantity(data.episodes_this_year, "episode")} of series`)
    },
    {
      of: "records added",
      value: readValue(records, ({ data }) => data.added_this_year),
      note: readValue(records, ({ data }) => `${count(data.total_items)} on the shelf`)
    },
    {
      of: "articles read",
      value: readValue(articlesOfYear, (of) => of.finished_count),
      note: readValue(articles, ({ streaks }) => streak(streaks.current, streaks.longest))
    }
  ].filter(({ value }) => value !== undefined && value > 0)
  return (
    <section class="block year-so-far" aria-label={`${year} so far`}>
      <h3>{year} so far</h3>
      <dl class="figures">
        {figures.map(({ note, of, value }) => (
          <Figure key={of} of={of} value={count(value!)} note={note} />
        ))}
      </dl>
    </section>
  )
}
