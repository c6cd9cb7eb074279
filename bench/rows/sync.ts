import type { LoggedRequest } from "@daybook/simulators"
import { Effect, Option } from "effect"
import type { Bench, Row } from "../support/Bench.js"
import { BenchFailure } from "../support/BenchFailure.js"
import { nodeMemory, subtraction } from "../support/nodeMemory.js"
import { helper } from "../support/helper.js"
import { atLeast, atMost, within } from "../support/Line.js"
import type { World } from "../support/World.js"

const what = "memory of a first sync without the engine"
/** Memory must not grow with the history; the rest allows for sampling and garbage collection. */
const maxGrowth = 1.15

const urlOf =
  (world: World) =>
  ({ params }: LoggedRequest) =>
    `${world.ready.settings["DAYBOOK_LASTFM_BASE_URL"] ?? ""}?${new URLSearchParams(params).toString()}`

/** Repeats the requests of the sync and discards the answers. */
const repeatRequests = (world: World, cwd: string, requests: ReadonlyArray<LoggedRequest>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const drain = yield* helper<null, "drain", { readonly seconds: number }>("drain", requests.map(urlOf(world)), {
        cwd
      })
      return yield* drain.ask("drain")
    })
  )

/** The memory on the dataset `life`, if it was measured. */
const memoryOnLife = ({ engine, results }: Bench) =>
  results[`life-${engine}`]?.lines.find((line) => line.row === "sync" && line.what === what)?.value

/** A first sync of the full history: its rate against the simulator's own, and its memory. */
export const sync: Row = {
  name: "sync",
  measure: (bench) =>
    Effect.gen(function* () {
      const { cwd, firstSync } = yield* bench.dataset
      const world = yield* bench.world
      if (Option.isNone(firstSync))
        return yield* new BenchFailure({ message: "the data was not synced in this run: use --fresh" })
      const { memory, plays, requests, seconds } = firstSync.value
      const alone = yield* repeatRequests(world, cwd, requests)
      const node = (yield* nodeMemory(bench)).most
      const figure = { what, unit: "MB", value: memory - node }
      const life = bench.size === "large" ? memoryOnLife(bench) : undefined
      return [
        atLeast("sync", 0.3, {
          what: "sync of a full history",
          unit: "plays/s",
          value: plays / seconds,
          yardstick: plays / alone.seconds,
          note: `${plays.toLocaleString("en-US")} plays in ${seconds.toFixed(1)} s, ${requests.length.toLocaleString("en-US")} requests`
        }),
        atMost("sync", 150, { ...figure, note: `at the peak ${subtraction(memory, node)}` }),
        ...(life === undefined
          ? []
          : [within("sync", maxGrowth, 0, { ...figure, what: `${what}, large against life`, yardstick: life })])
      ]
    })
}
