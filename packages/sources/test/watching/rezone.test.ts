import { Calendar } from "@daybook/core/shared"
import { expect, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { rezone } from "../../../adapters/src/postgres/home.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { noRules } from "../../../adapters/test/support/noRules.js"
import { stage, stores } from "./stage.js"

it.live("another home time zone moves the days of plays and their feed items, but not diary days", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    yield* rezone
    yield* world.sync(world.plex)
    yield* world.sync(world.letterboxd)
    const before = yield* world.table
    const auckland = Calendar.layer(DateTime.zoneUnsafeMakeNamed("Pacific/Auckland"))
    yield* Effect.provide(rezone, auckland)
    const { dateOf } = yield* Effect.provide(Calendar, auckland)
    const rows = yield* world.sql<{
      at: number
      date: string
      dated: boolean
      sourceId: string
      feedDate: string | null
    }>`
      SELECT watch.at, watch.date, watch.dated, watch.source_id, item.date AS feed_date
      FROM watching_watches AS watch LEFT JOIN feed_items AS item ON item.domain = 'watching' AND item.source_id = watch.source_id`
    for (const { at, date, dated, feedDate } of rows) {
      if (!dated) expect(date).toBe(dateOf(at))
      expect(feedDate).toBe(date)
    }
    const [feed] = yield* world.sql<{
      count: number
    }>`SELECT count(*) AS count FROM feed_items WHERE domain = 'watching'`
    expect(feed!.count).toBe(rows.length)
    const diary = (table: typeof before) =>
      table.filter(({ source }) => source === "letterboxd").map(({ date, title }) => `${String(date)} ${String(title)}`)
    expect(diary(yield* world.table)).toEqual(expect.arrayContaining(diary(before)))
  }).pipe(Effect.provide(Layer.merge(stores, noRules).pipe(Layer.provideMerge(newDatabase()))), Effect.scoped)
)
