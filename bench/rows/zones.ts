import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Bench, Row } from "../support/Bench.js"
import { coldHost, requestCold } from "../support/cold.js"
import * as Daybook from "../support/daybook.js"
import { temporary } from "../support/Engine.js"
import { nextTo, within } from "../support/Line.js"
import { median } from "../support/statistics.js"

/** The bar of first reads, and the milliseconds that medians of one read differ by in two hosts. */
const [bar, slack] = [1.5, 2]
const warmUps = 3
const rounds = 30

/** Reads that go by days, in each domain: a list of a range, streaks, a calendar, years, on this day. */
const paths = [
  "/v1/listening/history?date=2020-06-15",
  "/v1/listening/streaks",
  "/v1/listening/top/artists?from=2018-03-01&to=2021-03-01",
  "/v1/running/activities?from=2018-03-01&to=2021-03-01&limit=50",
  "/v1/running/streaks",
  "/v1/watching/recent?limit=50",
  "/v1/reading/articles?from=2018-03-01&to=2021-03-01",
  "/v1/attending/events?from=2018-03-01&to=2021-03-01",
  "/v1/feed?from=2018-03-01&to=2021-03-01",
  "/v1/feed/on-this-day"
]

/** Two moves and two trips a year over the dataset's twelve years. */
const history = Array.from({ length: 12 }, (_, index) => 2012 + index).flatMap((year) => [
  `${year}-02-10..${year}-02-20 Asia/Tokyo`,
  `${year}-08-03..${year}-08-17 Pacific/Honolulu`
])
const moves = ["2012-01-01 Europe/Vienna", "2016-05-01 America/Los_Angeles", "2019-09-01 Australia/Sydney"]

/** Medians of first reads in milliseconds. */
const medians = (bench: Bench) =>
  Effect.scoped(
    Effect.gen(function* () {
      const host = yield* coldHost(bench)
      return yield* Effect.forEach(paths, (path) =>
        Effect.gen(function* () {
          yield* Effect.replicateEffect(requestCold(host, path), warmUps, { discard: true })
          const answers = yield* Effect.replicateEffect(requestCold(host, path), rounds)
          return median(answers.map(({ milliseconds }) => milliseconds))
        })
      )
    })
  )

/** Gives the dataset a history of zones. Returns how long its days took, in seconds. */
const live = (bench: Bench, lines: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const place = yield* bench.dataset
    const file = join(yield* temporary, "zones.txt")
    writeFileSync(file, `${lines.join("\n")}\n`)
    const start = performance.now()
    yield* Daybook.run(["timezone", "history", "import", file], place)
    return (performance.now() - start) / 1_000
  })

/** First reads of a life with moves and trips, compared with the same life in one zone. The dataset is as before. */
export const zones: Row = {
  name: "zones",
  measure: (bench) =>
    Effect.gen(function* () {
      const before = yield* medians(bench)
      const seconds = yield* live(bench, [...moves, ...history])
      const after = yield* medians(bench)
      const { ready } = yield* bench.world
      yield* live(bench, [ready.zone])
      return [
        ...paths.map((path, index) =>
          within("zones", bar, slack, {
            what: `${path} after 3 moves and 24 trips`,
            unit: "ms",
            value: after[index]!,
            yardstick: before[index]!
          })
        ),
        nextTo("zones", {
          what: "computing the days of 3 moves and 24 trips",
          unit: "s",
          value: seconds,
          yardstick: null
        })
      ]
    })
}
