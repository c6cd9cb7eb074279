import type { Answers } from "../../api/Answers.js"
import { useAnswer } from "../../api/useAnswer.js"
import { Block } from "../../parts/Block.js"
import { Domain } from "../../parts/Frame.js"
import { to } from "../../router/location.js"
import { day } from "../../text/format.js"

const last = { attended: 1, limit: 1 }
/** Upcoming events are not attended yet. */
const ahead = { attended: 0, limit: 50 }

type AttendedEvent = Answers["attending/events"]["data"][number]

const scoreOf = ({ event_data: game }: AttendedEvent): string | undefined => {
  if (!("home_team" in game) || game.home_score === null || game.away_score === null) return undefined
  const result = game.my_team_won === null ? "" : game.my_team_won ? " — won" : " — lost"
  return `${game.away_team.name} ${game.away_score}, ${game.home_team.name} ${game.home_score}${result}`
}

const Event = ({ event }: { readonly event: AttendedEvent }) => (
  <div class="event">
    <p class="date">
      <time dateTime={event.event_date}>
        <b>{day(event.event_date, "short")}</b> {event.event_date.slice(0, 4)}
      </time>
    </p>
    <div>
      <p class="name" dir="auto">
        <a href={to(`/attending/${event.id}`)}>{event.title}</a>
      </p>
      {event.subtitle !== null && <p class="quiet">{event.subtitle}</p>}
      {scoreOf(event) !== undefined && <p class="quiet">{scoreOf(event)}</p>}
      {event.venue !== null && (
        <p class="quiet">{[event.venue.name, event.venue.city].filter((part) => part !== null).join(", ")}</p>
      )}
    </div>
  </div>
)

/** The next upcoming event. The list is sorted by date, latest first. */
const nextOf = (events: ReadonlyArray<AttendedEvent>) => events.findLast(({ status }) => status === "upcoming")

export const Attending = () => (
  <Domain id="attending" title="Attending" more="/attending">
    <Block
      title="Next"
      answer={useAnswer("attending/events", ahead)}
      rows={4}
      nothing="No tickets for upcoming events."
    >
      {({ data }) => {
        const next = nextOf(data)
        return next === undefined ? <p class="quiet">No tickets for upcoming events.</p> : <Event event={next} />
      }}
    </Block>
    <Block title="Last" answer={useAnswer("attending/events", last)} rows={4} nothing="No event attended yet.">
      {({ data }) => <Event event={data[0]!} />}
    </Block>
  </Domain>
)
