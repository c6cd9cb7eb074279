import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { whenAvailable } from "../../api/availability.js"
import { useAll } from "../../api/useAll.js"
import { useAnswer, type When } from "../../api/useAnswer.js"
import { HourGrid } from "../../charts/HourGrid.js"
import { Stream } from "../../charts/Stream.js"
import { YearOfDays } from "../../charts/YearOfDays.js"
import { Block } from "../../parts/Block.js"
import { EmptyDomain } from "../../parts/EmptyDomain.js"
import { Domain, Figure, Head } from "../../parts/Frame.js"
import { Select } from "../../parts/lists.js"
import { to, useParameter } from "../../router/location.js"
import { addDays, periodName, today } from "../../text/dates.js"
import { count, day, quantity } from "../../text/format.js"
import { TopList } from "./TopList.js"

type Years = Answers["listening/years"]["data"]

const Calendar = ({ years }: { readonly years: Years }) => {
  const newest = years[0]?.year ?? new Date().getFullYear()
  const [text, setYear] = useParameter("year", String(newest))
  const query = useMemo(() => ({ year: Number(text) || newest }), [text, newest])
  return (
    <>
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
        title="Plays of each day"
        answer={useAnswer("listening/calendar", query)}
        class="whole"
        rows={9}
        nothing="No plays in this year."
      >
        {({ days, max_day, total, year }) => (
          <YearOfDays
            year={year}
            days={days}
            summary={`${quantity(total, "play")} in ${year}; most on ${day(max_day.date, "weekday")}: ${count(max_day.count)}`}
          />
        )}
      </Block>
    </>
  )
}

const clockPages = 5
const clockQuery = { limit: 200 }

/** Plays by weekday (Monday first) and hour, in the reader's time zone. */
export const hoursOf = (times: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<number>> => {
  const counts = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const time of times) {
    const at = new Date(time)
    counts[(at.getDay() + 6) % 7]![at.getHours()]! += 1
  }
  return counts
}

const Clock = () => (
  <Block
    title="Hours of the week"
    answer={useAll("listening/history", clockQuery, clockPages)}
    rows={11}
    nothing="No plays yet."
  >
    {({ items, total }) => (
      <HourGrid
        label="Plays by hour and weekday"
        counts={hoursOf(items.map(({ scrobbled_at }) => scrobbled_at))}
        noun="play"
        summary={
          total > items.length ? `The latest ${quantity(items.length, "play")}, in your time zone` : "In your time zone"
        }
      />
    )}
  </Block>
)

/** The names with the highest sums, highest first, and last what is left. */
const layersIn = (data: Answers["listening/genres"]["data"]): ReadonlyArray<string> => {
  const sums = new Map<string, number>()
  for (const { genres } of data)
    for (const [name, plays] of Object.entries(genres)) sums.set(name, (sums.get(name) ?? 0) + plays)
  const named = Array.from(sums).filter(([name]) => name !== "Other")
  return named
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([name]) => name)
}

const withOthers = (data: Answers["listening/genres"]["data"], names: ReadonlyArray<string>) =>
  data.map(({ genres, period, total }) => {
    const own = Object.fromEntries(names.map((name) => [name, genres[name] ?? 0]))
    const sum = Object.values(own).reduce((all, plays) => all + plays, 0)
    return { name: periodName(period), values: { ...own, other: total - sum } }
  })

const Genres = () => {
  const query = useMemo(() => ({ group_by: "month", limit: 12, from: addDays(today(), -3 * 365) }), [])
  return (
    <Block
      title="Genres, three years"
      answer={useAnswer("listening/genres", query)}
      rows={11}
      nothing="No genres yet: they come with the artists’ tags."
    >
      {({ data }) => {
        const names = layersIn(data)
        return (
          <Stream
            label="Plays by genre and month"
            periods={withOthers(data, names)}
            names={[...names, "other"]}
            summary={`Most played: ${names.slice(0, 3).join(", ")}`}
          />
        )
      }}
    </Block>
  )
}

const Figures = ({ when }: { readonly when: When }) => {
  const stats = useAnswer("listening/stats").outcome
  const streaks = useAnswer("listening/streaks", {}, when).outcome
  if (stats?._tag !== "Success") return <div class="figures-waiting" />
  const { scrobbles_per_day, total_scrobbles, unique_albums, unique_artists, unique_tracks } = stats.value
  return (
    <dl class="figures">
      <Figure of="plays" value={count(total_scrobbles)} note={`${scrobbles_per_day} a day`} />
      <Figure of="artists" value={count(unique_artists)} />
      <Figure of="albums" value={count(unique_albums)} />
      <Figure of="tracks" value={count(unique_tracks)} />
      {streaks?._tag === "Success" && (
        <Figure
          of="days in a row"
          value={count(streaks.value.current.days)}
          note={`longest ${count(streaks.value.longest.days)}`}
        />
      )}
    </dl>
  )
}

/** `/listening`. */
export const Page = () => {
  const years = useAnswer("listening/years")
  const plays = whenAvailable(years, ({ data }) => data.length > 0)
  if (plays === "never") return <EmptyDomain domain="listening" title="Listening" />
  return (
    <>
      <Head title="Listening">
        <Figures when={plays} />
      </Head>
      <Domain id="top" title="Most played">
        <div class="whole">
          <TopList />
        </div>
      </Domain>
      <Domain id="time" title="Over time">
        <div class="whole">
          <Calendar years={years.outcome?._tag === "Success" ? years.outcome.value.data : []} />
        </div>
        <Clock />
        <Genres />
      </Domain>
      <p class="onward">
        <a href={to("/listening/history")}>Every play, with filters</a>
      </p>
    </>
  )
}
