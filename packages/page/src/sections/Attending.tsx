import type { AttendedEvent } from "../api/Answers.js"
import { useAnswer } from "../api/useAnswer.js"
import { Block, Domain } from "../parts/Block.js"
import { day } from "../text/format.js"

const last = { attended: 1, limit: 1 }
/** Upcoming events are not attended yet. */
const ahead = { attended: 0, limit: 50 }

const scoreOf = ({ event_data }: AttendedEvent): string | undefined => {
  const { away_score, away_team, home_score, home_team, my_team_won } = event_data ?? {}
  if (home_team == null || away_team == null || home_score == null || away_score == null) return undefined
  return `${away_team.name} ${away_score}, ${home_team.name} ${home_score}${my_team_won == null ? "" : my_team_won ? " — won" : " — lost"}`
}

const Event = ({ event }: { readonly event: AttendedEvent }) => (
  <div class="event">
    <p class="date">
      <time dateTime={event.event_date}>
        <b>{day(event.event_date, "short")}</b> {event.event_date.slice(0, 4)}
      </time>
    </p>
    <div>
      <p class="name">{event.title}</p>
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
  <Domain id="attending" title="Attending">
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
