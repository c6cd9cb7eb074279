import {
  type MergeInput,
  type Mention,
  mention,
  mergeMentions,
  noRules,
  order,
  withFormerDates
} from "@daybook/core/attending"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { Feed } from "../../src/calendar/feed.js"
import { pullFeeds } from "../../src/calendar/pullFeeds.js"
import { inThisThread } from "../../../adapters/test/support/inThisThread.js"
import { DocumentParser } from "../../src/documents/DocumentParser.js"
import { inThatTime, type Pull, shelf, today } from "./stage.js"

const dayMs = 86_400_000

/** A play at a stage in some days: a calendar row alone makes it an event. */
const row = (key: string, days: number, of: Partial<Mention> = {}): Mention => {
  const at = today + days * dayMs
  return mention({
    key,
    saidAt: today - 40 * dayMs,
    title: `Play number ${days}`,
    kind: "theater",
    date: new Date(at).toISOString().slice(0, 10),
    time: "20:00",
    at,
    ...of
  })
}

/** A feed whose rows a test replaces. */
const feedOf = (id: string, rows: { current: ReadonlyArray<Mention> }): Feed => ({
  id,
  read: () =>
    Effect.sync(() => ({
      file: { mentions: rows.current, broken: 0, leftOut: [], isCut: false, isCalendar: true, isWhole: true },
      version: { etag: null, modified: null }
    }))
})

const pullOf =
  (feeds: ReadonlyArray<Feed>): Pull =>
  (request) =>
    Stream.provideService(pullFeeds(feeds, request), DocumentParser, inThisThread)

/** The events that the domain makes of all that is stored. */
const merged = (store: ReturnType<typeof shelf>, more: ReadonlyArray<Mention> = []) => {
  const input: MergeInput = {
    mentions: [...store.all(), ...more].map((mention, id) => ({
      id,
      source: more.includes(mention) ? "tickets" : "calendar",
      mention,
      rejected: false,
      promotion: null,
      presence: null,
      ownNotes: null
    })),
    games: [],
    concerts: [],
    teams: [],
    artists: [],
    concertVenues: new Map(),
    apart: new Set(),
    rules: noRules,
    aheadAt: () => 0
  }
  return mergeMentions(input)
}

/** Titles of the events that are attended. */
const attended = (store: ReturnType<typeof shelf>, more: ReadonlyArray<Mention> = []) =>
  merged(store, more)
    .filter(({ doubt, going }) => doubt === null && going)
    .map(({ title }) => title)
    .toSorted()

const titles = (rows: ReadonlyArray<Mention>) => rows.map(({ title }) => title).toSorted()

describe("an event that one calendar drops", () => {
  it.effect("stays while another has it, under its own UID or the same", () =>
    inThatTime(
      Effect.gen(function* () {
        for (const copy of ["same", "other"]) {
          const [one, other] = [{ current: [row("same", 5), row("kept", 6)] }, { current: [row(copy, 5)] }]
          const pull = pullOf([feedOf("one", one), feedOf("other", other)])
          const store = shelf()
          yield* store.sync(pull)
          one.current = [row("kept", 6)]
          yield* store.sync(pull)
          expect(attended(store), copy).toStrictEqual(["Play number 5", "Play number 6"])
          // The dropped row was changed after its copy: that says nothing of the copy.
          other.current = [row(copy, 5, { saidAt: today - 400 * dayMs })]
          yield* store.sync(pull)
          expect(attended(store), copy).toStrictEqual(["Play number 5", "Play number 6"])
          other.current = []
          yield* store.sync(pull)
          expect(attended(store), copy).toStrictEqual(["Play number 6"])
        }
      })
    )
  )

  it.effect("is off if no other has it, also with a ticket; a newer word of a calendar counts", () =>
    inThatTime(
      Effect.gen(function* () {
        const rows = { current: [row("a", 5), row("b", 6)] }
        const pull = pullOf([feedOf("one", rows)])
        const store = shelf()
        yield* store.sync(pull)
        const ticket = row("ticket", 5, { orders: [order({ vendor: "axs", orderId: "1" })] })
        expect(attended(store, [ticket])).toStrictEqual(["Play number 5", "Play number 6"])
        rows.current = [row("b", 6)]
        yield* store.sync(pull)
        expect(attended(store, [ticket])).toStrictEqual(["Play number 6"])
        rows.current = [row("b", 6), row("c", 6, { state: "cancelled", saidAt: today })]
        yield* store.sync(pull)
        expect(attended(store)).toStrictEqual([])
      })
    )
  )
})

describe("an event that a feed moves to another day", () => {
  it.effect.each(["same", "other"])("takes its ticket along, with the UID that it had or another (%s)", (key) =>
    inThatTime(
      Effect.gen(function* () {
        const rows = { current: [row("same", 5, { title: "Velmora Tide" }), row("b", 6)] }
        const pull = pullOf([feedOf("one", rows)])
        const store = shelf()
        yield* store.sync(pull)
        const before = store.mentions.get("same")!
        const ticket = {
          ...before,
          key: "ticket",
          saidAt: today - 30 * dayMs,
          orders: [order({ vendor: "axs", orderId: "1" })]
        }
        const moved = row(key, 9, { title: "Velmora Tide", saidAt: today })
        rows.current = [moved, row("b", 6)]
        yield* store.sync(pull)
        // The store keeps the dates that a row had under its UID.
        const mention = store.mentions.get(key)!
        store.mentions.set(key, withFormerDates(mention, key === "same" ? before : undefined))
        const events = merged(store, [ticket]).filter(({ title }) => title === "Velmora Tide")
        expect(events.map(({ date, going, orders }) => [date, going, orders.length])).toStrictEqual([
          [moved.date, true, 1]
        ])
        // The next fetch says no more of it.
        yield* store.sync(pull)
        expect(store.mentions.get(key)?.date).toBe(moved.date)
      })
    )
  )
})

describe("a feed with new UIDs at each fetch", () => {
  it.effect.each([3, 30])("loses none of %s events, and does not add them again each time", (count) =>
    inThatTime(
      Effect.gen(function* () {
        const numbered = (fetch: number) =>
          Array.from({ length: count }, (_, index) => row(`${fetch}-${index}`, index - 1))
        const rows = { current: numbered(1) }
        const pull = pullOf([feedOf("one", rows)])
        const store = shelf()
        const sizes: Array<number> = []
        for (const fetch of [1, 2, 3, 4, 5]) {
          rows.current = numbered(fetch)
          yield* store.sync(pull)
          expect(attended(store)).toStrictEqual(titles(rows.current))
          sizes.push(store.mentions.size)
        }
        expect(sizes.slice(1)).toStrictEqual([2 * count, 2 * count, 2 * count, 2 * count])
        // An event that it drops is off all the same.
        rows.current = numbered(6).slice(0, -1)
        yield* store.sync(pull)
        expect(attended(store)).toStrictEqual(titles(rows.current))
      })
    )
  )
})
