import { Clock, Effect, Layer } from "effect"
import { setTimeout } from "node:timers/promises"
import * as Versions from "../../../src/postgres/Versions.js"

/** Builds a layer, and runs its fibers, by the real clock. */
export const layerInRealTime = <A, E, R>(layer: Layer.Layer<A, E, R>) =>
  Layer.scopedContext(Effect.withClock(Layer.build(layer), Clock.make()))

/** Data versions are read again every second: days of the fake clock would be thousands of queries. */
export const inRealTimeVersions = layerInRealTime(Versions.layer)

/** Waits in real time for what the database does meanwhile. */
export const inRealTime = (done: () => boolean) =>
  Effect.promise(async () => {
    for (let round = 0; round < 500 && !done(); round += 1) await setTimeout(10)
  })

export const pause = Effect.promise(() => setTimeout(60))

/** The same for what only the database knows. */
export const until = <E, R>(done: Effect.Effect<boolean, E, R>) =>
  Effect.repeat(Effect.zipRight(pause, done), { until: (isDone) => isDone, times: 200 })
