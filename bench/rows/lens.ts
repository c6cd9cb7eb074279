import { Effect, Schema } from "effect"
import type { Row } from "../support/Bench.js"
import { type Reader, coldHost, requestCold } from "../support/cold.js"
import * as Daybook from "../support/daybook.js"
import { within } from "../support/Line.js"
import { median } from "../support/statistics.js"

const bar = 1.1
/** Milliseconds that two medians of one read differ by themselves. */
const slack = 0.2
const warmUps = 3
const rounds = 30

/** A short answer, a list, and the longest one: each without what the cache would spare. */
const paths = ["/v1/listening/streaks", "/v1/running/recent?limit=50", "/v1/listening/history?limit=200"]

const Issued = Schema.parseJson(Schema.Struct({ key: Schema.String }))

/** The times of a read with two keys in milliseconds, taken alternately so that other load affects both. */
const alternately = (lensed: Reader, plain: Reader, path: string) =>
  Effect.gen(function* () {
    const round = Effect.all([requestCold(lensed, path), requestCold(plain, path)])
    yield* Effect.replicateEffect(round, warmUps, { discard: true })
    const pairs = yield* Effect.replicateEffect(round, rounds)
    return {
      value: median(pairs.map(([{ milliseconds }]) => milliseconds)),
      yardstick: median(pairs.map(([, { milliseconds }]) => milliseconds))
    }
  })

/** First reads with a key that has a lens, compared with the same reads without one. */
export const lens: Row = {
  name: "lens",
  measure: (bench) =>
    Effect.gen(function* () {
      const place = yield* bench.dataset
      const { stdout } = yield* Daybook.run(["keys", "create", "--name", "lens", "--lens", "all", "--json"], place)
      const { key } = yield* Effect.orDie(Schema.decode(Issued)(stdout))
      const plain = yield* coldHost(bench)
      return yield* Effect.forEach(paths, (path) =>
        Effect.map(alternately({ ...plain, key }, plain, path), (times) =>
          within("lens", bar, slack, { ...times, what: `${path} under a lens`, unit: "ms" })
        )
      )
    })
}
