import type { AttendedEvent } from "../api/AttendedEvent.js"
import { useAnswer } from "../api/useAnswer.js"
import { Block } from "../parts/Block.js"
import { Domain } from "../parts/Domain.js"
import { day } from "../text/format.js"

const last = { attended: 1, limit: 1 }
/** Those that are to come are not attended yet. */
const ahead = { attended: 0, limit: 50 }

const scoreOf = ({ event_data }: AttendedEvent): string | undefined => {
  const { away_score, away_team, home_score, home_team, my_team_won } = event_data ?? {}
  if (home_team == null || away_team == null || home_score == null || away_score == null) return undefined
  return `${away_team.name} ${away_score}, ${home_team.name} ${home_score}${my_team_won == null ? "" : my_team_won ? " — won" : " — lost"}`
}

const Event = ({ event }: { readonly event: AttendedEvent }) => (
  <div class="event">
    <p class="date"><time dateTime={event.event_date}><b>{day(event.event_date, "short")}</b> {event.event_date.slice(0, 4)}</time></p>
    <div>
      <p class="name">{event.title}</p>
      {event.subtitle !== null && <p class="quiet">{event.subtitle}</p>}
      {scoreOf(event) !== undefined && <p class="quiet">{scoreOf(event)}</p>}
      {event.venue !== null && <p class="quiet">{[event.venue.name, event.venue.city].filter((part) => part !== null).join(", ")}</p>}
    </div>
  </div>
)

/** The earliest of those to come; the list has the latest first. */
const nextOf = (events: ReadonlyArray<AttendedEvent>) => events.findLast(({ status }) => status === "upcoming")

export const Attending = () => (
  <Domain id="attending" title="Attending">
    <Block title="Next" asked={useAnswer("attending/events", ahead)} rows={4} nothing="No tickets for anything to come.">
      {({ data }) => {
        const next = nextOf(data)
        return next === undefined ? <p class="quiet">No tickets for anything to come.</p> : <Event event={next} />
      }}
    </Block>
    <Block title="Last" asked={useAnswer("attending/events", last)} rows={4} nothing="Nothing attended yet.">
      {({ data }) => <Event event={data[0]!} />}
    </Block>
  </Domain>
)
