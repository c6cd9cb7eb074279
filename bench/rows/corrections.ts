import { Effect, Schema } from "effect"
import type { Row } from "../support/Bench.js"
import { BenchFailure } from "../support/BenchFailure.js"
import * as Daybook from "../support/daybook.js"
import { atMost } from "../support/Line.js"
import { call, during } from "../support/readingDuring.js"

/** The plays of each artist that is merged, about. */
const playsOfEach = 5_000

const Artists = Schema.Struct({ data: Schema.Array(Schema.Struct({ name: Schema.String, playcount: Schema.Number })) })
const Added = Schema.Struct({ id: Schema.Number, affected: Schema.Number })

const decoded =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (answer: unknown) =>
    Effect.mapError(
      Schema.decodeUnknown(schema)(answer),
      ({ message }) => new BenchFailure({ message: `a correction: ${message}` })
    )

/** Merging two artists of about 5,000 plays each and taking it back, with a reader. The library is as before. */
export const corrections: Row = {
  name: "corrections",
  measure: (bench) =>
    Effect.gen(function* () {
      const { cwd, env, key } = yield* bench.dataset
      const host = { ...(yield* Daybook.serve({ cwd, env })), key }
      const { data } = yield* Effect.flatMap(
        call(host, "/v1/listening/artists?sort=playcount&order=desc&limit=100"),
        decoded(Artists)
      )
      const [target, merged] = [...data].sort(
        (one, other) => Math.abs(one.playcount - playsOfEach) - Math.abs(other.playcount - playsOfEach)
      )
      if (target === undefined || merged === undefined) return []
      const same = {
        ...{ kind: "same", type: "artist" },
        subject: { artist: merged.name },
        object: { artist: target.name }
      }
      const make = Effect.flatMap(call(host, "/v1/admin/corrections", "POST", JSON.stringify(same)), decoded(Added))
      // Once to warm up.
      const { id: first } = yield* make
      yield* call(host, `/v1/admin/corrections/${first}`, "DELETE")
      const rest = yield* during(host, Effect.sleep("2 seconds"))
      let added = { id: 0, affected: 0 }
      const merging = yield* during(
        host,
        Effect.tap(make, (answer) => Effect.sync(() => (added = answer)))
      )
      const restoring = yield* during(host, call(host, `/v1/admin/corrections/${added.id}`, "DELETE"))
      const longest = Math.max(0, ...merging.milliseconds, ...restoring.milliseconds)
      return [
        atMost("corrections", 1, {
          what: "merge two artists",
          unit: "s",
          value: merging.seconds,
          note: `${target.playcount} and ${merged.playcount} plays, ${added.affected} moved`
        }),
        atMost("corrections", 1, { what: "take it back", unit: "s", value: restoring.seconds }),
        atMost("corrections", 250, {
          what: "longest read meanwhile",
          unit: "ms",
          value: longest,
          note: `at rest ${Math.max(0, ...rest.milliseconds).toFixed(0)} ms`
        })
      ]
    })
}
