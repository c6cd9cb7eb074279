import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SharedLimits } from "../../src/keys/limits.js"
import { HomeControls, HomeSettings } from "../../src/setup/HomeSettings.js"
import { HomeStore } from "../../src/setup/ports.js"
import { Calendar } from "../../src/shared/Calendar.js"
import { SyncStore } from "../../src/sync/SyncStore.js"

const control = {
  units: () => "metric" as const,
  fixesUnits: false,
  fixesZone: false,
  reopen: () => Effect.void,
  problem: null
} as const

const home = HomeSettings.Default.pipe(
  Layer.provide([
    Layer.mock(HomeStore, { units: Effect.succeed(null), isEmpty: Effect.succeed(false) }),
    Layer.mock(SyncStore, { latest: () => Effect.succeed([]) }),
    Layer.mock(SharedLimits, { isShared: () => false }),
    Layer.succeed(HomeControls, control),
    Calendar.layer(DateTime.zoneUnsafeMakeNamed("Europe/Vienna"))
  ])
)

describe("HomeSettings", () => {
  it.effect("says that the host opens its data again, from a change until it is taken over", () =>
    Effect.gen(function* () {
      const { changeHistory, status } = yield* HomeSettings
      const none = { periods: [], trips: [] }
      expect((yield* changeHistory(none)).isReopening).toBe(false)
      expect((yield* status).isReopening).toBe(false)
      const trip = { from: "2025-03-02", to: "2025-03-16", zone: "Asia/Tokyo" }
      expect((yield* changeHistory({ ...none, trips: [trip] })).isReopening).toBe(true)
      expect(yield* status).toMatchObject({ isReopening: true, history: none })
    }).pipe(Effect.provide(home))
  )
})
