import type { FeedEntry, FeedKey } from "../feed/FeedItem.js"
import type { Entity } from "../publishing/Entity.js"
import type { ShownEvent, ShownPerformer, ShownPlayer, ShownVenue } from "./AttendingRecords.js"
import { categoryOf } from "./kinds.js"

/** An event as search and feed get it; one that is to come is no news yet. */
export const eventEntity = (shown: ShownEvent): Entity => ({
  type: "event",
  id: shown.id,
  document: {
    title: shown.title,
    subtitle: [shown.date, shown.venue?.name].filter((part) => part !== undefined).join(" · "),
    body: [...shown.performers, shown.subtitle, shown.venue?.city].filter((part) => typeof part === "string").join("\n") || null,
    details: {}
  },
  image: null,
  feed: shown.attended === null ? [] : [entryOf(shown, shown.attended)]
})

/** Both entries that an event can have in the feed. */
export const entriesOf = (event: number): ReadonlyArray<FeedKey> =>
  ["event_attended", "event_missed"].map((eventType) => ({ eventType, sourceId: sourceIdOf(event) }))

const sourceIdOf = (event: number) => `event:${event}`

const entryOf = (shown: ShownEvent, attended: boolean): FeedEntry => ({
  eventType: attended ? "event_attended" : "event_missed",
  sourceId: sourceIdOf(shown.id),
  occurredAt: shown.at ?? Date.parse(`${shown.date}T12:00:00Z`),
  date: shown.date,
  title: `${attended ? "Saw" : "Missed"} ${shown.title}`,
  subtitle: scoreLine(shown) ?? shown.venue?.name ?? null,
  metadata: {
    event_type: shown.kind,
    category: categoryOf(shown.kind),
    attended,
    ...(shown.venue === null ? {} : { venue: shown.venue.name }),
    ...(shown.score === null || shown.score.myTeamWon === null ? {} : { my_team_won: shown.score.myTeamWon }),
    ...(shown.attendance === null ? {} : { attendance: shown.attendance })
  }
})

const scoreLine = ({ score }: ShownEvent): string | null =>
  score === null ? null : `${score.away} ${score.awayScore}, ${score.home} ${score.homeScore}`

export const playerEntity = (shown: ShownPlayer): Entity => ({
  type: "player",
  id: shown.id,
  document: {
    title: shown.fullName,
    subtitle: [shown.team, shown.position].filter((part) => part !== null).join(" · ") || null,
    body: null,
    details: {}
  },
  image: { urls: shown.photos, hints: { name: shown.fullName } },
  feed: []
})

export const performerEntity = (shown: ShownPerformer): Entity => ({
  type: "performer",
  id: shown.id,
  document: null,
  image: { urls: [], hints: { artist: shown.name, ...(shown.mbid === null ? {} : { mbid: shown.mbid }) } },
  feed: []
})

export const venueEntity = (shown: ShownVenue): Entity => ({
  type: "venue",
  id: shown.id,
  document: null,
  image: { urls: [], hints: { venue: shown.name, ...(shown.city === null ? {} : { city: shown.city }) } },
  feed: []
})
