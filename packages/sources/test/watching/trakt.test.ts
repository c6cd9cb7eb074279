import { syncDefaults } from "@daybook/core/sync"
import { Fault } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { histories } from "../../../adapters/test/support/depth.js"
import { importFile } from "../support/importFile.js"
import { messageOf, stage, stores } from "./stage.js"

const layer = stores.pipe(Layer.provideMerge(newDatabase()))

it.live("Trakt's API and export, media server and diary give the same viewings in any order", () =>
  Effect.gen(function* () {
    const orders = [
      ["plex", "api", "letterboxd", "file"],
      ["file", "letterboxd", "plex", "api"],
      ["api", "letterboxd", "plex"]
    ] as const
    const tables = yield* Effect.forEach(histories(orders), (order) =>
      Effect.gen(function* () {
        const world = yield* stage()
        const { control } = world.simulators.trakt
        const trakt = yield* world.sourceOf("trakt-history")
        for (const film of [1, 2, 3, 4, 5, 6])
          yield* control.addHistory({ at: 1_710_000_000, action: "watch", what: { kind: "film", film } })
        yield* control.addHistory({ at: 0, action: "watch", what: { kind: "film", film: 9 } })
        const file = importFile("trakt.zip", yield* control.historyArchive, 65_536)
        const read = () => world.engine.import(trakt, file, syncDefaults("import"))
        for (const origin of order) {
          if (origin === "plex") yield* world.sync(world.plex, true)
          else if (origin === "letterboxd") yield* world.sync(world.letterboxd, true)
          else if (origin === "api") yield* world.sync(trakt, true)
          else expect((yield* read()).added).toBeGreaterThanOrEqual(0)
        }
        yield* world.follow
        const again = yield* read()
        expect([again.added, again.changed, again.removed]).toStrictEqual([0, 0, 0])
        const same = yield* world.sync(trakt, true)
        expect([same.added, same.changed, same.removed]).toStrictEqual([0, 0, 0])
        const reports = yield* world.sql<Readonly<Record<string, unknown>>>`
          SELECT report.key, report.at, report.date, report.dated, report.marked
          FROM watching_reports AS report WHERE source = 'trakt' ORDER BY report.key::numeric`
        expect(reports).toHaveLength((yield* control.history).length)
        return [...(yield* world.table), ...reports]
      }).pipe(Effect.provide(layer), Effect.scoped)
    )
    expect(tables[0]!.length).toBeGreaterThan(300)
    for (const other of tables.slice(1)) expect(other).toStrictEqual(tables[0])
  })
)

it.live("says that Trakt removed the application, and which file needs none", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const source = yield* world.sourceOf("trakt-history", { DAYBOOK_TRAKT_CLIENT_ID: "deleted" })
    const failure = yield* Effect.flip(world.sync(source))
    const message = messageOf(failure)
    expect(message).toContain("Trakt does not know the application")
    expect(message).toContain("daybook import trakt-history export.zip")
    expect(message).toContain("DAYBOOK_TRAKT_CLIENT_ID")
  }).pipe(Effect.provide(layer), Effect.scoped)
)

it.live("reads what changed, removes what was removed, and keeps bulk marks to their day", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const { control } = world.simulators.trakt
    const trakt = yield* world.sourceOf("trakt-history")
    const first = yield* world.sync(trakt)
    expect(first.added).toBeGreaterThan(100)
    yield* control.requests.clear
    yield* world.sync(trakt)
    // The login is renewed, and Trakt is asked for its last change.
    expect(yield* control.requests.count).toBeLessThanOrEqual(2)

    const removal = (yield* control.history).at(-3)!
    yield* control.removeHistory(removal.id)
    for (const film of [1, 2, 3, 4, 5])
      yield* control.addHistory({ at: 1_710_000_000, action: "watch", what: { kind: "film", film } })
    const unknown = yield* control.addHistory({ at: 0, action: "watch", what: { kind: "film", film: 8 } })
    const report = yield* world.sync(trakt)
    expect([report.added, report.removed]).toStrictEqual([6, 1])
    const rows = yield* world.sql<{ key: string; at: Date | null; dated: boolean; date: string | null }>`
      SELECT key, at, dated, date::text AS date FROM watching_reports
      WHERE source = 'trakt' AND (at IS NULL OR date = '2024-03-09') ORDER BY key::numeric`
    // The owner watched something else on that day, which has its time.
    expect(rows.filter(({ date, dated }) => date === "2024-03-09" && dated)).toHaveLength(5)
    expect(rows.find(({ key }) => key === unknown)?.at).toBeNull()

    const before = yield* world.table
    yield* control.faults.when(({ path }) => path === "/sync/history", Fault.Empty())
    const refused = yield* Effect.flip(world.sync(trakt, true))
    expect(String(refused)).toContain("no longer has")
    yield* control.faults.clear
    // An address in place of Trakt that only has the collection.
    yield* control.faults.when(({ path }) => /^\/sync\/(history|ratings)/.test(path), Fault.Status({ status: 404 }))
    const nothing = yield* world.sync(trakt, true)
    expect([nothing.added, nothing.changed, nothing.removed]).toStrictEqual([0, 0, 0])
    yield* control.faults.clear
    expect(yield* world.table).toStrictEqual(before)
  }).pipe(Effect.provide(layer), Effect.scoped)
)
