import { activities } from "@daybook/core/activities"
import { Attending } from "@daybook/core/attending"
import { Collecting } from "@daybook/core/collecting"
import { type DeclaredDomain, DeclaredQueries, recordNamed } from "@daybook/core/domain"
import { games } from "@daybook/core/games"
import { Listening } from "@daybook/core/listening"
import { places } from "@daybook/core/places"
import { Reading } from "@daybook/core/reading"
import { Running } from "@daybook/core/running"
import type { DateFilters } from "@daybook/core/shared"
import { listeningSpoken } from "@daybook/core/spoken"
import { Watching } from "@daybook/core/watching"
import { Effect } from "effect"
import type { ReferenceDays } from "./reference.js"
import type { Sample } from "./records.js"

/** The day of each record of a kind. */
type DaysOf = (sample: Sample, days: ReferenceDays) => ReadonlyArray<string>

const byInstant: DaysOf = ({ instants }, { dayOf }) => instants.map(dayOf)
const byClock: DaysOf = ({ instants }, { clockDayOf }) => instants.map(clockDayOf)
const byDate: DaysOf = ({ days }) => days

const page = { page: 1, limit: 100 }

/** Kinds of records by the names of their labels, with the days on which they belong. */
export const kinds = {
  play: byInstant,
  run: byClock,
  "placed run": byDate,
  film: byInstant,
  diary: byDate,
  record: byInstant,
  want: byInstant,
  disc: byInstant,
  saved: byInstant,
  finished: byInstant,
  passage: byInstant,
  event: byClock,
  "dated event": byDate,
  activity: byInstant,
  "placed activity": byDate,
  listen: byInstant,
  game: byInstant,
  session: byDate,
  checkin: byInstant,
  visit: byInstant,
  flight: byDate,
  drink: byInstant
} satisfies Record<string, DaysOf>

export type Kind = keyof typeof kinds

const declaredOf = (domain: DeclaredDomain, record: string) => recordNamed(domain, record)!

/** Declared records: their domain, and the field that has the label. */
export const declaredRecords = [
  { of: declaredOf(activities, "activity"), field: "name", kinds: ["activity", "placed activity"] },
  { of: declaredOf(listeningSpoken, "listen"), field: "title", kinds: ["listen"] },
  { of: declaredOf(games, "game"), field: "name", kinds: ["game"] },
  { of: declaredOf(games, "session"), field: "name", kinds: ["session"] },
  { of: declaredOf(places, "checkin"), field: "venue", kinds: ["checkin"] },
  { of: declaredOf(places, "visit"), field: "name", kinds: ["visit"] },
  { of: declaredOf(places, "flight"), field: "number", kinds: ["flight"] },
  { of: declaredOf(places, "drink"), field: "beer", kinds: ["drink"] }
] as const satisfies ReadonlyArray<{ of: unknown; field: string; kinds: ReadonlyArray<Kind> }>

const event = {
  ...{ page, category: null, kind: null, season: null, venue: null },
  attended: null,
  team: null,
  teamId: null
}
const article = { withoutBody: true, bulkArchived: true }

/** The labels of everything that the lists of all domains have in a range. */
export const listed = (filters: DateFilters) =>
  Effect.gen(function* () {
    const collecting = yield* Collecting
    const reading = yield* Reading
    const declared = yield* DeclaredQueries
    const plays = yield* (yield* Listening).history(page, filters, {})
    const runs = yield* (yield* Running).in("imperial").recent(page, filters)
    const films = yield* (yield* Watching).recent(page, filters, [])
    const records = yield* collecting.recentRecords(page, filters)
    const wants = yield* collecting.wants({ page, sort: "date_added", order: "desc" }, filters)
    const discs = yield* collecting.recentDiscs(page, filters)
    const saved = yield* reading.recent(page, filters, article)
    const finished = yield* reading.archive(page, filters, article)
    const passages = yield* reading.highlights(page, filters)
    const events = yield* (yield* Attending).events(event, undefined, filters)
    const others = yield* Effect.forEach(declaredRecords, ({ field, of }) =>
      Effect.map(declared.recent(of, page, filters), ({ data }) => data.map((one) => String(one[field])))
    )
    return [
      ...plays.data.map(({ track }) => track.name),
      ...runs.data.map(({ name }) => name),
      ...films.data.map(({ movie }) => movie.title),
      ...records.data.map(({ title }) => title),
      ...wants.data.map(({ title }) => title),
      ...discs.data.map(({ title }) => title),
      ...saved.data.map(({ title }) => title),
      ...finished.data.map(({ title }) => title),
      ...passages.data.map(({ text }) => text),
      ...events.data.map(({ title }) => title.replace(/^\w+ /, "")),
      ...others.flat()
    ]
  })
