import { Calendar } from "@daybook/core/shared"
import { expect, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { rezone } from "../../../adapters/src/postgres/home.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { noRules } from "../../../adapters/test/support/noRules.js"
import { stage, stores } from "./stage.js"

it.live("another home time zone moves the feed days of additions", () =>
  Effect.gen(function* () {
    const { discogs, sql, sync } = yield* stage()
    yield* rezone
    yield* sync(discogs)
    const items = sql<{
      at: number
      date: string
    }>`SELECT extract(epoch FROM occurred_at)::float8 * 1000 AS at, date FROM feed_items WHERE domain = 'collecting' ORDER BY id`
    const before = yield* items
    const apia = Calendar.layer(DateTime.zoneUnsafeMakeNamed("Pacific/Apia"))
    yield* Effect.provide(rezone, apia)
    const { dateOf } = yield* Effect.provide(Calendar, apia)
    const after = yield* items
    expect(after).not.toEqual(before)
    expect(after.map(({ date }) => date)).toStrictEqual(after.map(({ at }) => dateOf(at)))
  }).pipe(Effect.provide(Layer.merge(stores, noRules).pipe(Layer.provideMerge(newDatabase()))), Effect.scoped)
)
