import { Effect } from "effect"
import { declaredReads } from "../queries/declared.js"
import { compareWithSql } from "../reads/measureRead.js"
import type { Row } from "../support/Bench.js"
import { connectClient, createDatabase, dropDatabase, serverUrl, storageOf, temporary } from "../support/Engine.js"
import { BenchFailure } from "../support/BenchFailure.js"
import { helper } from "../support/helper.js"
import { atMost, within } from "../support/Line.js"

const database = "daybook_bench_declared"
const maxReadMs = 50

interface Ready {
  readonly port: number
  readonly key: string
  readonly seconds: number
  readonly address: string
}

/** First reads of a declared domain with 100,000 records, on a database of its own. */
export const declared: Row = {
  name: "declared",
  measure: ({ engine }) =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const url = yield* Effect.mapError(serverUrl, ({ message }) => new BenchFailure({ message }))
      if (engine === "server")
        yield* Effect.acquireRelease(createDatabase(url, database), () => Effect.ignore(dropDatabase(url, database)))
      const env = {
        ...storageOf(engine, folder, url, database),
        DAYBOOK_TIMEZONE: "UTC",
        DAYBOOK_APPLE_MUSIC_ENABLED: "false",
        DAYBOOK_EMBEDDINGS: "off"
      }
      const { ready } = yield* helper<Ready>("declaredHost", null, { cwd: folder, env })
      const client = yield* connectClient(ready.address)
      yield* Effect.promise(() => client.query("VACUUM (ANALYZE)"))
      const cold = { ...ready, model: "" }
      const all = yield* Effect.forEach(declaredReads, (read) => compareWithSql(cold, "library", read, client))
      const slowest = all.reduce((a, b) => (a.most > b.most ? a : b))
      return [
        ...all.map(({ note, path, value, yardstick }) =>
          within("declared", 1.5, 2, {
            what: `first read of ${path.slice(3)}`,
            unit: "ms",
            value,
            yardstick: yardstick ?? 0,
            note
          })
        ),
        ...(engine === "embedded"
          ? [
              atMost("declared", maxReadMs, {
                what: "slowest first read of a declared domain",
                unit: "ms",
                value: slowest.most,
                note: `${slowest.path}; 100,000 records were synced in ${ready.seconds.toFixed(1)} s`
              })
            ]
          : [])
      ]
    })
}
