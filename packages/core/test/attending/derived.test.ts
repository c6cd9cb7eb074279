import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import {
  type Draft,
  type EventPlace,
  type LinkedMention,
  type PerformerMention,
  billsOf,
  changedLinks,
  concertDays,
  keepIds,
  mergeMentions,
  noRules,
  plain,
  searchValues,
  venueOffsets,
  venuesOf
} from "../../src/attending/index.js"
import { game, mergeInput, storedMention, venue } from "./mentionFactory.js"

const [draft] = mergeMentions(
  mergeInput({ mentions: [storedMention("manual", { key: "k", kind: "concert", date: "2026-05-01", title: "Band" })] })
)
const draftOf = (members: ReadonlyArray<string>): Draft => ({
  ...draft!,
  members,
  reasons: Object.fromEntries(members.slice(1).map((name) => [name, "same order"]))
})

/** Mentions, the drafts that they form now, and the events that exist. */
const merges = fc
  .array(
    fc.record({
      eventId: fc.option(fc.integer({ min: 1, max: 6 })),
      reason: fc.option(fc.constantFrom("same order", "same game")),
      draft: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 6 })
    }),
    { maxLength: 12 }
  )
  .chain((all) => {
    const mentions = all.map(({ eventId, reason }, index): LinkedMention => ({
      id: index + 1,
      name: `mention:calendar/${index}`,
      eventId,
      reason
    }))
    const drafts = [0, 1, 2, 3, 4]
      .map((number) => mentions.filter((_, index) => all[index]!.draft === number).map(({ name }) => name))
      .filter((members) => members.length > 0)
      .map(draftOf)
    return fc.record({
      mentions: fc.constant(mentions),
      drafts: fc.shuffledSubarray(drafts, { minLength: drafts.length }),
      existing: fc.subarray([1, 2, 3, 4, 5, 6]).map((ids) => new Set(ids))
    })
  })

describe("the ids of merged events", () => {
  it("stay with the draft that has the oldest mention, and are used once", () =>
    fc.assert(
      fc.property(merges, ({ drafts, existing, mentions }) => {
        const reused = keepIds(mentions, drafts, existing)
        expect(new Set(reused.values()).size).toBe(reused.size)
        const candidates = (one: Draft) =>
          mentions
            .filter(({ eventId, name }) => one.members.includes(name) && eventId !== null && existing.has(eventId))
            .map(({ eventId }) => eventId!)
        const oldest = ({ members }: Draft) =>
          Math.min(...mentions.filter(({ name }) => members.includes(name)).map(({ id }) => id))
        for (const one of drafts) {
          const older = drafts.filter((other) => oldest(other) < oldest(one)).map((other) => reused.get(other))
          const free = candidates(one).filter((id) => !older.includes(id))
          expect(reused.get(one)).toBe(free.length === 0 ? undefined : Math.min(...free))
        }
      })
    ))

  const asReported = (mention: LinkedMention) => ({ ...mention, reportedEventId: mention.eventId })

  it("are linked to mentions, and linking again changes nothing", () =>
    fc.assert(
      fc.property(merges, ({ drafts, mentions }) => {
        const placed = drafts.map((one, index) => ({ draft: one, id: index + 1 }))
        const changed = new Map(changedLinks(mentions.map(asReported), placed, placed).map((link) => [link.id, link]))
        const linked = mentions.map((mention) => ({ ...asReported(mention), ...changed.get(mention.id) }))
        for (const { eventId, name, reason } of linked) {
          const event = placed.find((one) => one.draft.members.includes(name))
          expect([eventId, reason]).toEqual([event?.id ?? null, event?.draft.reasons[name] ?? null])
        }
        expect(changedLinks(linked, placed, placed)).toEqual([])
      })
    ))
})

describe("the values by which events are found", () => {
  it("come from the game, else from the mentions", () => {
    const mariners = game("1", "2026-05-01")
    const of = (parts: Partial<Draft>) => searchValues({ ...draft!, ...parts })
    expect(of({ kind: "mlb_game", date: mariners.date, game: mariners, venue: mariners.venue })).toEqual({
      category: "sports",
      plainVenue: "t mobile park",
      season: 2026,
      sides: "seattle mariners\ntexas rangers",
      homeId: 136,
      awayId: 140
    })
    expect(of({ kind: "nfl_game", date: "2026-01-11", teams: { home: "Saints", away: "Jets" } })).toEqual({
      category: "sports",
      plainVenue: null,
      season: 2025,
      sides: "saints\njets",
      homeId: null,
      awayId: null
    })
    expect(of({ kind: null, date: null })).toMatchObject({ category: null, season: null, sides: null })
  })
})

const performer = fc.record({
  name: fc.constantFrom("Big Thief", "BIG THIEF", "Lucy Dacus", "Lucy  Dacus!", "Sigur Rós", "…"),
  type: fc.constant("musical_artist" as const),
  role: fc.constantFrom("headliner" as const, "support" as const),
  mbid: fc.option(fc.uuid())
})

describe("the bills of events", () => {
  it("name each performer once, at the first place, without unreadable names", () =>
    fc.assert(
      fc.property(fc.array(fc.array(performer, { maxLength: 6 }), { maxLength: 4 }), (lists) => {
        const { bills, performers } = billsOf(lists.map((list, id) => ({ id, performers: list })))
        const expected = lists.flatMap((list: ReadonlyArray<PerformerMention>, eventId) =>
          list.flatMap((one, place) =>
            plain(one.name) === "" || list.findIndex((other) => plain(other.name) === plain(one.name)) < place
              ? []
              : [{ ...one, eventId, place, plainName: plain(one.name) }]
          )
        )
        expect(bills).toEqual(expected)
        const names = [...new Set(expected.map(({ plainName }) => plainName))].toSorted()
        expect(performers).toEqual(names.map((name) => expected.find(({ plainName }) => plainName === name)))
      })
    ))
})

const place: fc.Arbitrary<Omit<EventPlace, "id">> = fc
  .record({
    name: fc.constantFrom("The Fillmore", "Orpheum"),
    city: fc.option(fc.constantFrom("San Francisco", "Philadelphia", "SAN FRANCISCO")),
    country: fc.option(fc.constantFrom("US", "DE")),
    capacity: fc.option(fc.integer({ min: 1, max: 9 }))
  })
  .map(({ name, ...parts }) => ({ plainVenue: plain(name), venue: venue(name, parts) }))

describe("the venues of events", () => {
  it("are one for each name and city, or for the name if at most one city is known", () =>
    fc.assert(
      fc.property(fc.array(place, { maxLength: 8 }), (named) => {
        const places = named.map((one, id) => ({ id, ...one }))
        const groups = venuesOf(places)
        expect(groups.flatMap(({ events }) => events).toSorted((a, b) => a - b)).toEqual(places.map(({ id }) => id))
        expect(new Set(groups.map(({ plainCity, plainName }) => `${plainName}/${plainCity}`)).size).toBe(groups.length)
        const cityOf = ({ venue }: EventPlace) => plain(venue.city ?? "")
        for (const { details, events, isOnlyCity, plainCity, plainName } of groups) {
          const sameName = places.filter(({ plainVenue }) => plainVenue === plainName)
          const cities = new Set(sameName.map(cityOf).filter((city) => city !== ""))
          const own = sameName.filter((one) => cities.size <= 1 || cityOf(one) === plainCity)
          expect(isOnlyCity).toBe(cities.size <= 1)
          expect(plainCity).toBe(isOnlyCity ? ([...cities][0] ?? "") : plainCity)
          expect(events).toEqual(own.map(({ id }) => id))
          const newest = (field: "city" | "country" | "capacity") =>
            own.map(({ venue }) => venue[field]).find((value) => value !== null) ?? null
          expect([details.city, details.country, details.capacity]).toEqual([
            newest("city"),
            newest("country"),
            newest("capacity")
          ])
        }
      })
    ))
})

describe("the days with concerts at venues", () => {
  it("add up for the names of one venue", () => {
    const rules = { ...noRules, venues: [{ name: "T-Mobile Park", aliases: ["Safeco Field"] }] }
    const days = concertDays(
      [
        { name: "Safeco Field", days: 2 },
        { name: "T-Mobile Park, Seattle", days: 3 },
        { name: "Orpheum", days: 1 }
      ],
      rules
    )
    expect(Object.fromEntries(days)).toEqual({ "t mobile park": 5, orpheum: 1 })
  })
})

describe("the UTC offset at a venue", () => {
  it("is that of its time zone at the instant, or the home time zone's", () => {
    const aheadAt = venueOffsets(() => 1)
    const [winter, summer] = [Date.parse("2026-01-10T12:00:00Z"), Date.parse("2026-07-10T12:00:00Z")]
    const hours = (at: number, zone: string) => aheadAt(at, zone) / 3_600_000
    expect([hours(winter, "America/Los_Angeles"), hours(summer, "America/Los_Angeles")]).toEqual([-8, -7])
    expect([aheadAt(summer, null), aheadAt(summer, "Moon/Base"), aheadAt(summer, "Moon/Base")]).toEqual([1, 1, 1])
  })
})
