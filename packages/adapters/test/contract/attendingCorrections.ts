import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import {
  type AttendingChanges,
  AttendingRecords,
  AttendingStore,
  type Game,
  RuleBook,
  attendingRules,
  gameFigures,
  mention,
  order,
  publishChanges,
  publishCorrected,
  venueMentionFields
} from "@daybook/core/attending"
import { Corrections, type NewCorrection } from "@daybook/core/corrections"
import { unknownOf } from "@daybook/core/kit"
import { expect, layer } from "@effect/vitest"
import { Clock, Effect, FastCheck as fc, Layer } from "effect"
import * as Records from "../../src/postgres/attending/AttendingRecords.js"
import * as Store from "../../src/postgres/attending/AttendingStore.js"
import { writeGames } from "../../src/postgres/attending/facts.js"
import { home, listening } from "../support/stores.js"
import { correctionServices, followCorrections, historiesOf, withoutConflict } from "./correctionProperties.js"
import { wipe } from "./model/database.js"

const now = Date.parse("2026-06-01T12:00:00Z")
const days = ["2026-03-01", "2026-03-02", "2026-03-09"] as const
const names = ["Velmora Tide", "Äther Quartet", "Low Chalk"] as const
const venues = ["Chalk Hall", "The Chalk Hall", "Tidewater Room"] as const
const sources = ["calendar", "tickets", "manual"] as const

interface Report {
  readonly source: (typeof sources)[number]
  readonly key: number
  readonly name: number
  readonly day: number
  readonly venue: number
  readonly order: number | null
}

const report: fc.Arbitrary<Report> = fc.record({
  source: fc.constantFrom(...sources),
  key: fc.nat({ max: 3 }),
  name: fc.nat({ max: names.length - 1 }),
  day: fc.nat({ max: days.length - 1 }),
  venue: fc.nat({ max: venues.length - 1 }),
  order: fc.option(fc.nat({ max: 2 }), { freq: 2 })
})

const mentionOf = ({ day, key, name, order: orderId, source, venue }: Report) =>
  mention({
    key: `k${key}`,
    saidAt: 1_000 + key,
    kind: source === "calendar" ? null : "concert",
    title: names[name]!,
    date: days[day]!,
    time: "20:00",
    venue: { ...unknownOf(venueMentionFields), name: venues[venue]!, city: venue === 2 ? "Portland" : null },
    performers: [
      {
        ...{ name: names[name]!, type: "musical_artist", role: "headliner" },
        mbid: source === "tickets" ? `00000000-0000-4000-8000-00000000000${key}` : null
      }
    ],
    orders: source === "tickets" ? [order({ vendor: "axs", orderId: orderId === null ? null : `o${orderId}` })] : [],
    attended: source === "manual" ? true : null
  })

const titles = [...names, "VELMORA TIDE", "Given name"]
const event = fc.record({ title: fc.constantFrom(...titles), date: fc.constantFrom(...days) })
const venue = fc.record({ venue: fc.constantFrom(...venues, "Given hall") })
const reportKey = fc
  .record({ source: fc.constantFrom(...sources), key: fc.nat({ max: 3 }) })
  .map(({ key, source }) => ({ report: `mention:${source}/k${key}` }))

const correctionOf = (
  parts: Pick<NewCorrection, "kind" | "subject" | "type"> & Partial<NewCorrection>
): NewCorrection => ({ ...{ domain: "attending", object: null, value: null, reason: null }, ...parts })

const correction: fc.Arbitrary<NewCorrection> = fc.oneof(
  fc
    .record({ kind: fc.constantFrom("same" as const, "different" as const), subject: event, object: event })
    .map((one) => correctionOf({ type: "event", ...one })),
  event.map((subject) => correctionOf({ kind: "name", type: "event", subject, value: "Given name" })),
  fc
    .record({
      subject: event,
      value: fc.constantFrom("attended=no", "attended=yes", "category=arts", "event_type=comedy")
    })
    .map((one) => correctionOf({ kind: "set", type: "event", ...one })),
  event.map((subject) => correctionOf({ kind: "hide", type: "event", subject })),
  fc.record({ subject: venue, object: venue }).map((one) => correctionOf({ kind: "same", type: "venue", ...one })),
  venue.map((subject) => correctionOf({ kind: "name", type: "venue", subject, value: "Given hall" })),
  venue.map((subject) => correctionOf({ kind: "hide", type: "venue", subject })),
  fc
    .record({ subject: reportKey, object: reportKey })
    .map((one) => correctionOf({ kind: "different", type: "report", ...one })),
  reportKey.map((subject) => correctionOf({ kind: "hide", type: "report", subject }))
)

const corrections = withoutConflict(attendingRules, correction)

const game: Game = {
  ...{ external: { source: "mlb_stats_api", id: "1" }, league: "mlb", season: 2026, gameType: "R", state: "final" },
  ...{ date: days[0], at: Date.parse(`${days[0]}T20:10:00Z`), number: 1, series: null, venue: null },
  home: { team: { id: 136, name: "Seattle Mariners", abbreviation: "SEA" }, score: 5 },
  away: { team: { id: 140, name: "Texas Rangers", abbreviation: "TEX" }, score: 2 },
  details: {
    ...unknownOf(gameFigures),
    ...{ linescore: [], startingPitchers: null, decisions: null },
    appearances: [
      {
        player: {
          ...{ league: "mlb", id: 7, espnId: null, fullName: "Ives Tannewick", firstName: null, lastName: null },
          ...{ primaryPosition: "P", primaryNumber: null, primaryTeamId: 136, biography: null },
          ...{ photoSilo: null, photoFull: null }
        },
        ...{ teamId: 136, isHome: true, batting: null, pitching: null, fielding: null, decision: null, notable: false }
      }
    ]
  }
}

const put = Effect.fn(function* (reports: ReadonlyArray<Report>) {
  const records = yield* AttendingRecords
  for (const source of sources) {
    const own = reports.filter((one) => one.source === source).map(mentionOf)
    const { changes } = yield* records.put(source, own, null)
    yield* publishChanges(changes)
  }
})

const remove = Effect.fn(function* ({ key, source }: Pick<Report, "key" | "source">) {
  const records = yield* AttendingRecords
  const { changes } = yield* records.remove(source, [`k${key}`])
  yield* publishChanges(changes)
})

const empty = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.zipRight(
    wipe,
    sql`TRUNCATE attending_mentions, attending_games, attending_concerts, attending_teams, attending_players,
      attending_venues, attending_performers, attending_events RESTART IDENTITY CASCADE`
  )
)

const { correct, histories, perform, performAll } = historiesOf({
  ...{ put, remove, empty },
  items: fc.array(report, { minLength: 1, maxLength: 6 }),
  lost: fc.record({ source: fc.constantFrom(...sources), key: fc.nat({ max: 3 }) })
})

/** What answers are made of, without ids. */
const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat_ws(' | ', 'event', event.title, event.date, event.kind, event.going, event.doubt, venue.name, (
      SELECT string_agg(name, ', ' ORDER BY name) FROM attending_mentions WHERE event_id = event.id
    ), (SELECT string_agg(key, ', ' ORDER BY key) FROM attending_tickets WHERE event_id = event.id AND NOT hidden)) AS line
    FROM attending_events AS event LEFT JOIN attending_venues AS venue ON venue.id = event.venue_id
    WHERE event.doubt IS DISTINCT FROM 'hidden'
    UNION ALL SELECT concat_ws(' | ', 'venue', name, city) FROM attending_venues WHERE shown
    UNION ALL SELECT concat_ws(' | ', 'performer', name) FROM attending_performers WHERE shown
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, title, subtitle) FROM search_documents
    UNION ALL SELECT concat_ws(' | ', 'feed', event_type, title, date) FROM feed_items`
  return rows.map(({ line }) => line).sort()
})

const page = { page: 1, limit: 1000 }
const everywhen = { from: null, to: null }
const everything = {
  ...{ page, days: everywhen, category: null, kind: null, season: null, venue: null, attended: null },
  ...{ team: null, teamId: null }
}

/** Every row that answers are made of, with its ids, and the answers themselves. */
const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* AttendingStore
  const rows = yield* sql<{ line: string }>`
    SELECT concat('event ', to_jsonb(event)) AS line FROM attending_events AS event
    UNION ALL SELECT concat('mention ', to_jsonb(mention)) FROM attending_mentions AS mention
    UNION ALL SELECT concat('ticket ', to_jsonb(ticket)) FROM attending_tickets AS ticket
    UNION ALL SELECT concat('bill ', to_jsonb(bill)) FROM attending_billings AS bill
    UNION ALL SELECT concat('feed ', to_jsonb(item)) FROM feed_items AS item
    UNION ALL SELECT concat('picture ', to_jsonb(image) - 'due_at') FROM images AS image
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, entity_id, title, subtitle) FROM search_documents`
  return {
    rows: rows.map(({ line }) => line).sort(),
    events: yield* store.events(everything),
    venues: yield* store.venues,
    counts: yield* store.counts(everywhen),
    pending: yield* store.pending(page),
    merges: yield* store.merges(page)
  }
})

const stopped = Object.assign(Object.create(Clock.make()) as Clock.Clock, {
  currentTimeMillis: Effect.succeed(now),
  unsafeCurrentTimeMillis: () => now
})

/** Contract: what corrections make of events and venues follows from the reports. */
export const attendingCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of attending", (it) => {
    const rules = Layer.succeed(RuleBook, { teams: [], kinds: [], ignore: [], venues: [] })
    const stores = Layer.mergeAll(listening, Records.layer, Store.layer).pipe(
      Layer.provideMerge(rules),
      Layer.provideMerge(home("UTC", () => "2026-06-01"))
    )
    const services = correctionServices(stores)
    const inServices = <A, E>(test: Effect.Effect<A, E, Layer.Layer.Success<typeof services> | SqlClient.SqlClient>) =>
      test.pipe(Effect.provide(services), Effect.withClock(stopped))

    const domain = { histories, corrections, correct, perform, performAll, library, answers, numRuns: 30 }

    followCorrections(it.effect, domain, inServices)

    const ticket = { source: "tickets", key: 0, name: 0, day: 0, venue: 0, order: 0 } as const
    const entry = { source: "manual", key: 1, name: 1, day: 1, venue: 2, order: null } as const
    const listed = Effect.map(
      Effect.flatMap(AttendingStore, (store) => store.events(everything)),
      ({ rows }) =>
        rows.map(({ attended, date, kind, title, venue }) => ({ title, date, kind, attended, venue: venue?.name }))
    )
    const [first, second] = [
      { title: "Velmora Tide", date: days[0] },
      { title: "Äther Quartet", date: days[1] }
    ]

    it.effect("make one event of two days, name it, and set its fields", () =>
      inServices(
        Effect.gen(function* () {
          const { add, remove } = yield* Corrections
          yield* performAll([{ _tag: "Put", items: [ticket, entry] }])
          const before = yield* listed
          expect(before.map(({ title }) => title)).toStrictEqual(["Äther Quartet", "Velmora Tide"])
          const one = yield* add(correctionOf({ kind: "same", type: "event", subject: second, object: first }))
          expect(one.affected).toBe(2)
          expect((yield* listed).map(({ title }) => title)).toStrictEqual(["Äther Quartet"])
          yield* add(correctionOf({ kind: "name", type: "event", subject: first, value: "The two nights" }))
          yield* add(correctionOf({ kind: "set", type: "event", subject: second, value: "attended=no" }))
          yield* add(
            correctionOf({
              kind: "set",
              type: "event",
              subject: { ...first, title: "the two nights" },
              value: "category=arts"
            })
          )
          yield* add(
            correctionOf({ kind: "name", type: "venue", subject: { venue: venues[2] }, value: "Tidewater Ballroom" })
          )
          expect(yield* listed).toStrictEqual([
            { title: "The two nights", date: days[1], kind: "other", attended: false, venue: "Tidewater Ballroom" }
          ])
          yield* remove(one.correction.id)
          expect((yield* listed).map(({ title }) => title)).toStrictEqual(["Äther Quartet", "The two nights"])
        })
      )
    )

    it.effect("name an event by the title they give it only on a day of the event", () =>
      inServices(
        Effect.gen(function* () {
          const calendar = { ...ticket, source: "calendar", order: null } as const
          const manual = { ...ticket, source: "manual", order: null } as const
          const history = [
            { _tag: "Put", items: [manual, calendar] },
            { _tag: "Remove", lost: calendar }
          ] as const
          const name = correct(correctionOf({ kind: "name", type: "event", subject: first, value: "Given name" }))
          const hiding = (date: string) =>
            correct(correctionOf({ kind: "hide", type: "event", subject: { title: "Given name", date } }))
          const titlesAfter = (steps: Parameters<typeof performAll>[0]) =>
            Effect.map(Effect.zipRight(performAll(steps), listed), (rows) => rows.map(({ title }) => title))
          const [ownDay, otherDay] = [hiding(days[0]), hiding(days[1])]
          expect(yield* titlesAfter([...history, name, otherDay])).toStrictEqual(["Given name"])
          expect(yield* titlesAfter([otherDay, name, ...history])).toStrictEqual(["Given name"])
          expect(yield* titlesAfter([...history, name, ownDay])).toStrictEqual([])
          expect(yield* titlesAfter([ownDay, name, ...history])).toStrictEqual([])
        })
      )
    )

    it.effect("name an event of two days by the title they give it on either day", () =>
      inServices(
        Effect.gen(function* () {
          const history = { _tag: "Put", items: [ticket, entry, { ...ticket, key: 2, day: 2, order: 2 }] } as const
          const title = "The two nights"
          const [same, name, third, hide] = [
            correctionOf({ kind: "same", type: "event", subject: second, object: first }),
            correctionOf({ kind: "name", type: "event", subject: first, value: title }),
            correctionOf({
              ...{ kind: "same", type: "event", subject: { title, date: days[1] } },
              object: { title: "Velmora Tide", date: days[2] }
            }),
            correctionOf({ kind: "hide", type: "event", subject: { title, date: days[1] } })
          ].map(correct)
          const datesAfter = (steps: Parameters<typeof performAll>[0]) =>
            Effect.map(Effect.zipRight(performAll(steps), listed), (rows) => rows.map(({ date }) => date))
          expect(yield* datesAfter([history, same!, name!])).toStrictEqual([days[2], days[1]])
          expect(yield* datesAfter([history, same!, name!, hide!])).toStrictEqual([days[2]])
          expect(yield* datesAfter([hide!, name!, same!, history])).toStrictEqual([days[2]])
          expect(yield* datesAfter([history, same!, name!, third!])).toHaveLength(1)
          expect(yield* datesAfter([third!, name!, same!, history])).toHaveLength(1)
        })
      )
    )

    it.effect("leave no outcome and no picture of an entry that they showed", () =>
      inServices(
        Effect.gen(function* () {
          const { add, remove } = yield* Corrections
          const calendar = { source: "calendar", key: 2, name: 0, day: 1, venue: 0, order: null } as const
          yield* performAll([
            { _tag: "Put", items: [calendar, { ...calendar, key: 0, day: 0 }] },
            {
              _tag: "Put",
              items: [
                { ...calendar, name: 2, day: 0 },
                { ...calendar, source: "tickets", key: 0, name: 2 },
                { ...calendar, key: 1, day: 2, venue: 2 }
              ]
            },
            { _tag: "Put", items: [{ ...calendar, source: "manual", key: 0, name: 1, venue: 1 }] }
          ])
          const before = yield* answers
          const object = { title: "Low Chalk", date: days[0] }
          const same = yield* add(correctionOf({ kind: "same", type: "event", subject: first, object }))
          expect(yield* answers).not.toStrictEqual(before)
          yield* remove(same.correction.id)
          expect(yield* answers).toStrictEqual(before)
        })
      )
    )

    const pictured = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        sql<{ of: string }>`
          SELECT entity_type || ' ' || entity_id AS of FROM images
          WHERE entity_type IN ('performer', 'player') AND NOT gone ORDER BY 1`,
        (rows) => rows.map(({ of }) => of)
      )
    )

    it.effect("leave the pictures of performers that reports show, whatever they hide of them", () =>
      inServices(
        Effect.gen(function* () {
          const { add, remove } = yield* Corrections
          const calendar = { ...ticket, source: "calendar", order: null } as const
          yield* performAll([{ _tag: "Put", items: [ticket, calendar, entry] }])
          const before = yield* answers
          expect(yield* pictured).toHaveLength(2)
          const hidden = [
            yield* add(correctionOf({ kind: "hide", type: "event", subject: second })),
            yield* add(correctionOf({ kind: "hide", type: "report", subject: { report: "mention:tickets/k0" } }))
          ]
          expect(yield* listed).toStrictEqual([])
          expect(yield* pictured).toHaveLength(2)
          for (const { correction } of hidden.reverse()) yield* remove(correction.id)
          expect(yield* answers).toStrictEqual(before)
        })
      )
    )

    it.effect("leave no picture of a player of a game that only they make attended", () =>
      inServices(
        Effect.gen(function* () {
          const { add, remove } = yield* Corrections
          const records = yield* AttendingRecords
          yield* performAll([])
          yield* writeGames([game])
          const missed = mention({
            ...{ key: "k0", saidAt: 1_000, kind: "mlb_game", title: "Rangers at Mariners", date: days[0] },
            ...{ teams: { home: "Seattle Mariners", away: "Texas Rangers" }, attended: false }
          })
          yield* publishChanges((yield* records.put("manual", [missed], null)).changes)
          const [row] = yield* listed
          expect(row).toMatchObject({ kind: "mlb_game", attended: false })
          expect(yield* pictured).toStrictEqual([])
          const subject = { title: row!.title, date: days[0] }
          const attended = yield* add(correctionOf({ kind: "set", type: "event", subject, value: "attended=yes" }))
          expect(yield* pictured).toStrictEqual(["player 1"])
          const hidden = yield* add(correctionOf({ kind: "hide", type: "event", subject }))
          yield* remove(hidden.correction.id)
          expect(yield* pictured).toStrictEqual(["player 1"])
          yield* remove(attended.correction.id)
          expect(yield* pictured).toStrictEqual([])
        })
      )
    )

    it.effect("are what the review stores, and are taken back with the ids of entries", () =>
      inServices(
        Effect.gen(function* () {
          const records = yield* AttendingRecords
          const sql = yield* SqlClient.SqlClient
          const { all, remove } = yield* Corrections
          const entryToo = { ...ticket, source: "calendar", order: null } as const
          yield* performAll([{ _tag: "Put", items: [ticket, entryToo] }])
          const before = yield* answers
          expect(before.events.rows).toHaveLength(1)
          const { id } = before.events.rows[0]!
          const publish = <E, R>(write: Effect.Effect<AttendingChanges | null, E, R>) =>
            Effect.flatMap(write, (changes) => publishCorrected(changes!))
          yield* publish(records.decide(id, { attended: false }))
          yield* publish(records.decide(id, { attended: false }))
          expect((yield* listed).map(({ attended }) => attended)).toStrictEqual([false])
          const [row] = yield* sql<{ id: number }>`SELECT id FROM attending_mentions WHERE source = 'calendar'`
          yield* publish(records.separate(row!.id))
          expect((yield* AttendingStore.pipe(Effect.flatMap((store) => store.merges(page)))).total).toBe(0)
          yield* publish(records.reject(row!.id))
          expect((yield* all).map(({ kind, subject, value }) => ({ kind, subject, value }))).toStrictEqual([
            { kind: "set", subject: first, value: "attended=no" },
            { kind: "different", subject: { report: "mention:calendar/k0" }, value: null },
            { kind: "hide", subject: { report: "mention:calendar/k0" }, value: null }
          ])
          for (const one of yield* all) yield* remove(one.id)
          expect(yield* answers).toStrictEqual(before)
        })
      )
    )

    it.effect("name a venue that became another one, as long as an event is reported there", () =>
      inServices(
        Effect.gen(function* () {
          const { add, get, preview } = yield* Corrections
          yield* performAll([{ _tag: "Put", items: [ticket, entry] }])
          const [subject, object] = [{ venue: venues[0] }, { venue: venues[2] }]
          const same = correctionOf({ kind: "same", type: "venue", subject, object })
          const [before, after] = ["Chalk Hall", "Tidewater Room"].map((name) => ({
            of: `2026-03-01, concert, ${name}`
          }))
          expect((yield* preview(same)).examples).toMatchObject([{ before, after }])
          const { correction } = yield* add(same)
          expect((yield* get(correction.id)).namesNothing).toBe(false)
          yield* add(correctionOf({ kind: "hide", type: "venue", subject }))
          expect((yield* listed).map(({ title }) => title)).toStrictEqual(["Äther Quartet"])
          yield* remove(ticket)
          expect((yield* get(correction.id)).namesNothing).toBe(true)
        })
      )
    )

    it.effect("refuse contradictions, what names nothing, and fields that cannot be set", () =>
      inServices(
        Effect.gen(function* () {
          const { add, preview } = yield* Corrections
          yield* performAll([{ _tag: "Put", items: [ticket, entry] }])
          const messageOf = (one: NewCorrection) => Effect.map(Effect.flip(add(one)), ({ message }) => message)
          expect(
            yield* messageOf(correctionOf({ kind: "hide", type: "event", subject: { ...first, date: days[2] } }))
          ).toBe("subject names nothing that exists: there is no event Velmora Tide, 2026-03-09, check the spelling")
          expect(yield* messageOf(correctionOf({ kind: "set", type: "event", subject: first, value: "price=3" }))).toBe(
            "value must be field=value, with the field attended or category or event_type"
          )
          expect(
            yield* messageOf(correctionOf({ kind: "set", type: "event", subject: first, value: "attended=perhaps" }))
          ).toBe("attended must be one of yes, no")
          yield* add(correctionOf({ kind: "different", type: "event", subject: first, object: second }))
          const conflict = yield* messageOf(
            correctionOf({ kind: "same", type: "event", subject: second, object: first })
          )
          expect(conflict).toContain("contradicts correction")
          expect(conflict).toContain("(Velmora Tide, 2026-03-01 is not Äther Quartet, 2026-03-02)")
          const answer = yield* preview(correctionOf({ kind: "hide", type: "event", subject: first }))
          expect(answer).toMatchObject({
            affected: 1,
            before: { events: 2, venues: 2 },
            after: { events: 1, venues: 1 },
            examples: [{ before: { name: "Velmora Tide", of: "2026-03-01, concert, Chalk Hall" }, after: null }]
          })
        })
      )
    )
  })
