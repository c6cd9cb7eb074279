import { type EntityEntry, type FeedItem, FeedStore } from "@daybook/core/feed"
import { depth } from "../support/depth.js"
import { type Domain, domains } from "@daybook/core"
import { always } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, type Layer } from "effect"
import * as PostgresFeedStore from "../../src/postgres/FeedStore.js"
import { forEvery } from "../support/property.js"
import { wipe } from "./model/database.js"

const day = 86_400_000
const entries = fc
  .record({
    eventType: fc.constantFrom("new_artist", "new_album"),
    sourceId: fc.constantFrom("a:1", "a:2", "a:3", "b:1", "b:2"),
    days: fc.integer({ min: -3, max: 3 }),
    title: fc.constantFrom("One", "Zwei", 'Ünö\'s "third"'),
    entity: fc.record({
      type: fc.constantFrom("artist" as const, "album" as const),
      id: fc.integer({ min: 1, max: 3 })
    }),
    metadata: fc.option(fc.record({ note: fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "")) }))
  })
  .map(({ days, entity, ...entry }): EntityEntry => {
    const occurredAt = Date.UTC(2024, 1, 29) + days * day * 365
    return { ...entry, entity, occurredAt, date: new Date(occurredAt).toISOString().slice(0, 10), subtitle: null }
  })
const domain = fc.constantFrom<Domain>("listening", "running")
const steps = fc.array(
  fc.oneof(
    fc.record({ _tag: fc.constant("Put" as const), domain, entries: fc.array(entries, { maxLength: 6 }) }),
    fc.record({ _tag: fc.constant("Retract" as const), domain, entry: entries }),
    fc.record({ _tag: fc.constant("Withdraw" as const), domain, entry: entries })
  ),
  { maxLength: 12 }
)
type Step = typeof steps extends fc.Arbitrary<ReadonlyArray<infer S>> ? S : never

type Model = ReadonlyArray<EntityEntry & { readonly domain: Domain }>
const isSame = (a: EntityEntry, b: EntityEntry) => a.eventType === b.eventType && a.sourceId === b.sourceId

const after = (model: Model, step: Step): Model => {
  const others = model.filter((item) => item.domain !== step.domain)
  const own = model.filter((item) => item.domain === step.domain)
  switch (step._tag) {
    case "Put":
      return [
        ...others,
        ...step.entries.reduce(
          (all, entry) => [...all.filter((item) => !isSame(item, entry)), { ...entry, domain: step.domain }],
          own
        )
      ]
    case "Retract":
      return [...others, ...own.filter((item) => !isSame(item, step.entry))]
    case "Withdraw":
      return [
        ...others,
        ...own.filter(({ entity }) => entity.type !== step.entry.entity.type || entity.id !== step.entry.entity.id)
      ]
  }
}

const perform = (step: Step) =>
  Effect.flatMap(FeedStore, (store): Effect.Effect<void, unknown> => {
    switch (step._tag) {
      case "Put":
        return step.entries.length === 0 ? Effect.void : store.put(step.domain, step.entries)
      case "Retract":
        return store.retract(step.domain, [step.entry])
      case "Withdraw":
        return store.withdraw(step.domain, [step.entry.entity])
    }
  })

const plain = ({
  date,
  domain,
  entity,
  eventType,
  metadata,
  occurredAt,
  sourceId,
  subtitle,
  title
}: EntityEntry & { readonly domain: Domain }) =>
  JSON.stringify([occurredAt, domain, eventType, sourceId, date, title, subtitle, entity.type, entity.id, metadata])
const inAnyOrder = (items: Model | ReadonlyArray<FeedItem>) => items.map(plain).sort()

/** Reads every page of the feed while items are added before and after the reader's position. */
const walk = Effect.fn("walk")(function* (domain: Domain | null, limit: number, between: Effect.Effect<void, unknown>) {
  const store = yield* FeedStore
  const items: Array<FeedItem> = []
  for (let turn = 0; turn < 60; turn++) {
    const last = items.at(-1)
    const page = yield* store.page({ domain, range: always, after: last === undefined ? null : last, limit })
    if (page.length === 0) break
    items.push(...page)
    yield* between
  }
  return items
})

const live = (history: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    yield* wipe
    const store = yield* FeedStore
    let model: Model = []
    for (const step of history) {
      yield* perform(step)
      model = after(model, step)
    }
    const all = yield* walk(null, 2, Effect.void)
    expect(inAnyOrder(all)).toStrictEqual(inAnyOrder(model))
    expect(all.map(({ id }) => id)).toStrictEqual(
      [...all].sort((a, b) => b.occurredAt - a.occurredAt || b.id - a.id).map(({ id }) => id)
    )
    for (const domain of domains)
      expect(inAnyOrder(yield* walk(domain, 3, Effect.void))).toStrictEqual(
        inAnyOrder(model.filter((item) => item.domain === domain))
      )
    for (const types of [[], ["artist" as const], ["artist" as const, "album" as const]])
      expect(
        inAnyOrder(yield* store.page({ domain: "listening", types, range: always, after: null, limit: 100 }))
      ).toStrictEqual(
        inAnyOrder(
          model.filter(({ domain, entity }) => domain === "listening" && types.some((type) => type === entity.type))
        )
      )
    for (const [month, dayOf] of [
      [2, 29],
      [2, 28],
      [3, 1]
    ] as const) {
      const key = `-${String(month).padStart(2, "0")}-${String(dayOf).padStart(2, "0")}`
      expect(inAnyOrder(yield* store.onThisDay(month, dayOf, 2024))).toStrictEqual(
        inAnyOrder(model.filter(({ date }) => date < "2024-01-01" && date.endsWith(key)))
      )
    }
    // A wanted picture that was not found does not count.
    const sql = yield* SqlClient.SqlClient
    yield* sql`DELETE FROM images`
    yield* sql`
      INSERT INTO images (domain, entity_type, entity_id, urls, hints, original)
      SELECT DISTINCT domain, entity_type, entity_id, '{}'::text[], '{}'::jsonb, CASE WHEN entity_id > 1 THEN 'a.jpg' END FROM feed_items`
    for (const { entity, picture } of yield* walk(null, 50, Effect.void)) expect(picture !== null).toBe(entity.id > 1)
    let added = 0
    const late = Effect.suspend(() =>
      store.put(
        "attending",
        [0, 20_000].map((days) => ({
          eventType: "event_attended",
          sourceId: `late:${added++}`,
          occurredAt: Date.UTC(2024, 1, 29) + (10_000 - days) * day,
          date: "2024-02-29",
          title: "Late",
          subtitle: null,
          entity: { type: "event" as const, id: added },
          metadata: null
        }))
      )
    )
    const meanwhile = yield* walk(null, 1, late)
    expect(meanwhile.filter(({ domain }) => domain !== "attending").map(({ id }) => id)).toStrictEqual(
      all.map(({ id }) => id)
    )
    expect(new Set(meanwhile.map(({ id }) => id)).size).toBe(meanwhile.length)
  }).pipe(Effect.provide(PostgresFeedStore.layer))

/** The store must answer the same as a plain list of feed items. */
export const feedStoreContract = (database: Layer.Layer<SqlClient.SqlClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("FeedStore", (it) => {
    it.effect(
      "lists items by time after any history, and a reader of pages misses nothing",
      () => forEvery(steps, live, { numRuns: depth(25) }),
      600_000
    )
  })
