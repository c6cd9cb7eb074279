import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { distanceUnit, inUnits, whenAvailable } from "../../api/availability.js"
import { useAnswer } from "../../api/useAnswer.js"
import { Bars } from "../../charts/Bars.js"
import { YearOfDays } from "../../charts/YearOfDays.js"
import { Block } from "../../parts/Block.js"
import { EmptyDomain } from "../../parts/EmptyDomain.js"
import { Domain, Figure, Head } from "../../parts/Frame.js"
import { Ranked, Select } from "../../parts/lists.js"
import { to, useParameter } from "../../router/location.js"
import { byWeek, today, weeksUntil } from "../../text/dates.js"
import { count, day, quantity } from "../../text/format.js"
import { RunList } from "./RunList.js"
import { climbText, distanceWord, distanceText, paceTextOf, totalOf } from "./units.js"

type Years = Answers["running/stats/years"]["data"]

const Figures = () => {
  const stats = useAnswer("running/stats", inUnits).outcome
  const streaks = useAnswer("running/streaks").outcome
  if (stats?._tag !== "Success") return <div class="figures-waiting" />
  const { data } = stats.value
  return (
    <dl class="figures">
      <Figure of="runs" value={count(data.total_runs)} note={`in ${quantity(data.years_active, "year")}`} />
      <Figure of={distanceWord} value={count(totalOf(data))} note={`${data.total_duration} of running`} />
      <Figure
        of="average pace"
        value={(data.avg_pace_per_km ?? data.avg_pace ?? "–").replace(/\/.*/, "")}
        note={`per ${distanceUnit}`}
      />
      {streaks?._tag === "Success" && (
        <Figure
          of="days in a row"
          value={count(streaks.value.data.current.days)}
          note={`longest ${count(streaks.value.data.longest.days)}`}
        />
      )}
    </dl>
  )
}

const Calendar = ({ years }: { readonly years: Years }) => {
  const newest = years[0]?.year ?? new Date().getFullYear()
  const [text, setYear] = useParameter("year", String(newest))
  const query = useMemo(() => ({ year: Number(text) || newest, ...inUnits }), [text, newest])
  return (
    <div class="whole">
      <div class="controls">
        <Select
          label="Year"
          options={years.map(({ year }) => [String(year), String(year)])}
          value={text}
          onChange={setYear}
        />
        <a href={to(`/year/${query.year}`)}>The year in review</a>
      </div>
      <Block
        title="Distance of each day"
        answer={useAnswer("running/calendar", query)}
        rows={9}
        nothing="No runs in this year."
      >
        {({ data, year }) => (
          <YearOfDays
            year={year}
            days={data.map((one) => ({ date: one.date, count: totalOf(one) }))}
            label="Distance"
            text={(value) => (value === 0 ? "no run" : distanceText(value))}
            summary={`${distanceText(data.reduce((sum, one) => sum + totalOf(one), 0))} on ${quantity(data.length, "day")} of ${year}`}
          />
        )}
      </Block>
    </div>
  )
}

const shownWeeks = 26

/** The last half year by week, from the calendars of this year and the one before. */
const Weeks = () => {
  const now = today()
  const year = Number(now.slice(0, 4))
  const thisYear = useAnswer(
    "running/calendar",
    useMemo(() => ({ year, ...inUnits }), [year])
  )
  const lastYear = useAnswer(
    "running/calendar",
    useMemo(() => ({ year: year - 1, ...inUnits }), [year])
  )
  const days = [lastYear, thisYear].flatMap(({ outcome }) => (outcome?._tag === "Success" ? outcome.value.data : []))
  const weeks = byWeek(
    weeksUntil(now, shownWeeks),
    days.map((one) => ({ date: one.date, value: totalOf(one) }))
  )
  const answer = thisYear.outcome?._tag === "Empty" && days.length > 0 ? lastYear : thisYear
  return (
    <Block title="Distance by week, half a year" answer={answer} rows={10} nothing="No runs in this half year.">
      {() => (
        <Bars
          label="Distance by week"
          columns={["Week of", "Distance"]}
          bars={weeks.map(({ value, week }, index) => ({
            name: `Week of ${day(week, "short")}`,
            value,
            tick: index % 5 === 1 ? day(week, "short") : undefined
          }))}
          text={distanceText}
          summary={`${distanceText(weeks.at(-1)!.value)} this week`}
        />
      )}
    </Block>
  )
}

const YearBars = ({ years }: { readonly years: ReturnType<typeof useYears> }) => (
  <Block title="Distance by year" answer={years} rows={10} nothing="No runs yet.">
    {({ data }) => (
      <Bars
        label="Distance by year"
        columns={["Year", "Distance"]}
        bars={data.toReversed().map((one) => ({ name: String(one.year), value: totalOf(one), tick: String(one.year) }))}
        text={distanceText}
        summary={`${climbText(data[0]!.total_elevation_m ?? data[0]!.total_elevation_ft)} climbed in ${data[0]!.year}`}
      />
    )}
  </Block>
)

const Records = () => (
  <Block title="Personal records" answer={useAnswer("running/prs", inUnits)} rows={14} nothing="No records yet.">
    {({ data }) => (
      <div class="scroller" tabIndex={0} role="region" aria-label="Table of personal records">
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">Distance</th>
              <th scope="col">Time</th>
              <th scope="col">Pace</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.distance}>
                <th scope="row">{one.distance_label}</th>
                <td>{one.time}</td>
                <td>{paceTextOf(one)}</td>
                <td>
                  <a href={to(`/running/${one.activity_id}`)}>{day(one.date)}</a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </Block>
)

const Gear = () => (
  <Block title="Shoes" answer={useAnswer("running/gear", inUnits)} rows={8} nothing="No shoes yet.">
    {({ data }) => (
      <Ranked
        items={data.map((one) => ({
          name: one.name,
          value: one.distance_km ?? one.distance_mi,
          note: `${quantity(one.activity_count, "run")}${one.is_retired ? ", retired" : ""}`
        }))}
        text={distanceText}
      />
    )}
  </Block>
)

const Eddington = () => (
  <Block title="Eddington number" answer={useAnswer("running/eddington")} rows={5} nothing="No runs yet.">
    {({ explanation, number, progress: { days_completed, runs_needed, target } }) => (
      <>
        <dl class="figures">
          <Figure of="Eddington" value={count(number)} note={explanation} />
          <Figure
            of={`towards ${target}`}
            value={count(days_completed)}
            note={`${quantity(runs_needed, "day")} of ${target} miles to go`}
          />
        </dl>
        <progress max={target} value={days_completed} aria-label={`${days_completed} of ${target} days`} />
      </>
    )}
  </Block>
)

const useYears = () => useAnswer("running/stats/years", inUnits)

/** `/running`. */
export const Page = () => {
  const years = useYears()
  const runs = whenAvailable(years, ({ data }) => data.length > 0)
  if (runs === "never") return <EmptyDomain domain="running" title="Running" />
  return (
    <>
      <Head title="Running">
        <Figures />
      </Head>
      <Domain id="mileage" title="Mileage">
        <Calendar years={years.outcome?._tag === "Success" ? years.outcome.value.data : []} />
        <Weeks />
        <YearBars years={years} />
      </Domain>
      <Domain id="bests" title="Bests and shoes">
        <Records />
        <div class="stack">
          <Eddington />
          <Gear />
        </div>
      </Domain>
      <Domain id="runs" title="Runs">
        <RunList when={runs} />
      </Domain>
    </>
  )
}
