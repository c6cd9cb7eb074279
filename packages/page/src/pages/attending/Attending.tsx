import { useMemo } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { useAll } from "../../api/useAll.js"
import { isWithout } from "../../api/availability.js"
import { useAnswer } from "../../api/useAnswer.js"
import { Bars } from "../../charts/Bars.js"
import { TrackMap } from "../../charts/TrackMap.js"
import { Block } from "../../parts/Block.js"
import { EmptyDomain } from "../../parts/EmptyDomain.js"
import { Domain, Figure, Head } from "../../parts/Frame.js"
import { Choice, Pager, Row } from "../../parts/lists.js"
import { to, usePageNumber, useParameter } from "../../router/location.js"
import { count, day, quantity } from "../../text/format.js"
import { scoreOf, teamRecords } from "./teams.js"

type AttendedEvent = Answers["attending/events"]["data"][number]
type Stats = Answers["attending/stats"]

const categories = [
  ["", "All"],
  ["sports", "Sports"],
  ["music", "Music"],
  ["arts", "Arts"]
] as const

const words: Readonly<Record<string, readonly [string, string]>> = {
  sports: ["game", "games"],
  music: ["concert", "concerts"],
  arts: ["evening of arts", "evenings of arts"]
}

const Figures = ({ stats }: { readonly stats: Stats | undefined }) =>
  stats === undefined ? (
    <div class="figures-waiting" />
  ) : (
    <dl class="figures">
      <Figure
        of="attended"
        value={count(stats.attended_events)}
        note={`of ${count(stats.total_events)} with a ticket or in the calendar`}
      />
      {stats.by_category.map(({ category, count: number }) => (
        <Figure
          key={category}
          of={(words[category] ?? [category, category])[number === 1 ? 0 : 1]}
          value={count(number)}
        />
      ))}
    </dl>
  )

const statusText: Readonly<Record<string, string>> = {
  upcoming: "upcoming",
  missed: "not attended",
  postponed: "postponed",
  cancelled: "cancelled"
}

const Entry = ({ event }: { readonly event: AttendedEvent }) => {
  const { event_data: game } = event
  const result = "my_team_won" in game && game.my_team_won !== null ? (game.my_team_won ? "won" : "lost") : undefined
  const notes = [
    event.subtitle,
    [scoreOf(event), result].filter((part) => part !== undefined).join(" — "),
    event.venue === null ? null : [event.venue.name, event.venue.city].filter((part) => part !== null).join(", "),
    statusText[event.status]
  ].filter((part) => part != null && part !== "")
  return (
    <li class="event">
      <p class="date">
        <time dateTime={event.event_date}>
          <b>{day(event.event_date, "short")}</b> {event.event_date.slice(0, 4)}
        </time>
      </p>
      <div>
        <p class="name" dir="auto">
          <a href={to(`/attending/${event.id}`)}>{event.title}</a>
        </p>
        {notes.map((note) => (
          <p key={note} class="quiet" dir="auto">
            {note}
          </p>
        ))}
      </div>
    </li>
  )
}

const Timeline = ({ stats }: { readonly stats: Stats | undefined }) => {
  const [category, setCategory] = useParameter("category")
  const [year, setYear] = useParameter("year")
  const [page, setPage] = usePageNumber()
  const query = useMemo(
    () => ({ page, limit: 40, ...(category === "" ? {} : { category }), ...(year === "" ? {} : { year }) }),
    [page, category, year]
  )
  const years = [["", "All years"] as const, ...(stats?.by_year ?? []).map(({ year }) => [year, year] as const)]
  return (
    <div class="whole">
      <div class="controls">
        <Choice label="Category" options={categories} value={category} onChange={setCategory} />
        <Choice label="Year" options={years} value={year} onChange={setYear} />
      </div>
      <Block title="Timeline" answer={useAnswer("attending/events", query)} rows={60} nothing="No events here.">
        {({ data, pagination }) => (
          <>
            <ol class="events">
              {data.map((event) => (
                <Entry key={event.id} event={event} />
              ))}
            </ol>
            <Pager pagination={pagination} onPage={setPage} of="events" />
          </>
        )}
      </Block>
    </div>
  )
}

const attended = { attended: 1, limit: 100 }
const attendedPages = 10

const useAttended = () => useAll("attending/events", attended, attendedPages)

interface OfAttended {
  readonly answer: ReturnType<typeof useAttended>
}

const Teams = ({ answer }: OfAttended) => (
  <Block title="Teams, seen in person" answer={answer} rows={8} nothing="No game attended yet.">
    {({ items }) => {
      const teams = teamRecords(items)
      return teams.length === 0 ? (
        <p class="quiet">None of the games was of a team of your own.</p>
      ) : (
        <div class="scroller" tabIndex={0} role="region" aria-label="Table of teams">
          <table class="plain">
            <thead>
              <tr>
                <th scope="col">Team</th>
                <th scope="col">Games</th>
                <th scope="col">Won</th>
                <th scope="col">Lost</th>
              </tr>
            </thead>
            <tbody>
              {teams.map(({ games, league, losses, name, wins }) => (
                <tr key={`${league} ${name}`}>
                  <th scope="row">
                    {name} <span class="quiet">{league.toUpperCase()}</span>
                  </th>
                  <td>{games}</td>
                  <td>{wins}</td>
                  <td>{losses}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    }}
  </Block>
)

/** The number of visits by venue. */
const visitsOf = (events: ReadonlyArray<AttendedEvent>): ReadonlyMap<number, number> => {
  const visits = new Map<number, number>()
  for (const { venue } of events) if (venue !== null) visits.set(venue.id, (visits.get(venue.id) ?? 0) + 1)
  return visits
}

const Venues = ({ answer: { outcome } }: OfAttended) => (
  <Block title="Venues" answer={useAnswer("attending/venues")} rows={14} nothing="No venues yet.">
    {({ data }) => {
      const visits = visitsOf(outcome?._tag === "Success" ? outcome.value.items : [])
      const visitsTo = (id: number) => visits.get(id) ?? 0
      const byVisits = data.toSorted((a, b) => visitsTo(b.id) - visitsTo(a.id) || (a.name < b.name ? -1 : 1))
      const placed = data.flatMap(({ latitude, longitude, ...venue }) =>
        latitude === null || longitude === null ? [] : [{ ...venue, position: [latitude, longitude] as const }]
      )
      return (
        <>
          {placed.length > 0 && (
            <TrackMap
              label={`Map of ${quantity(placed.length, "venue")}`}
              places={placed.map(({ city, id, name, position }) => ({
                name: `${[name, city].filter((part) => part !== null).join(", ")}: ${quantity(visitsTo(id), "visit")}`,
                position,
                size: visitsTo(id)
              }))}
            />
          )}
          <div class="scroller" tabIndex={0} role="region" aria-label="List of venues">
            <ul class="rows">
              {byVisits.map(({ city, country, id, name }) => (
                <Row
                  key={id}
                  initial={name}
                  title={name}
                  note={[city, country].filter((part) => part !== null).join(", ")}
                  aside={visitsTo(id) === 0 ? "" : quantity(visitsTo(id), "visit")}
                />
              ))}
            </ul>
          </div>
        </>
      )
    }}
  </Block>
)

const YearBars = ({ answer }: { readonly answer: ReturnType<typeof useStats> }) => (
  <Block title="By year" answer={answer} rows={10} nothing="No events yet.">
    {({ by_year }) =>
      by_year.length === 0 ? (
        <p class="quiet">No event attended yet.</p>
      ) : (
        <Bars
          label="Attended events by year"
          columns={["Year", "Events"]}
          bars={by_year.toReversed().map(({ count, year }) => ({ name: year, value: count, tick: year }))}
          text={(value) => quantity(value, "event")}
          summary={`${quantity(by_year.length, "year")} with events`}
        />
      )
    }
  </Block>
)

const useStats = () => useAnswer("attending/stats")

/** `/attending`. */
export const Page = () => {
  const answer = useStats()
  const attended = useAttended()
  const stats = answer.outcome?._tag === "Success" ? answer.outcome.value : undefined
  if (isWithout(answer, ({ total_events }) => total_events > 0))
    return <EmptyDomain domain="attending" title="Attending" />
  return (
    <>
      <Head title="Attending">
        <Figures stats={stats} />
      </Head>
      <Domain id="timeline" title="Been there">
        <Timeline stats={stats} />
      </Domain>
      <Domain id="teams" title="Teams and places">
        <div class="stack">
          <Teams answer={attended} />
          <YearBars answer={answer} />
        </div>
        <Venues answer={attended} />
      </Domain>
    </>
  )
}
