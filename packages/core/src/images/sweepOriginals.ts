import { Clock, Effect, Stream } from "effect"
import { ImageRecords } from "./ImageRecords.js"
import { Originals } from "./Originals.js"

/** A picture is stored before its record says so: what came in just now may be of use in a moment. */
const graceMs = 24 * 3_600_000
const batch = 200

/** Removes originals that no picture is made of any more, and says how many those were. */
export const sweepOriginals = Effect.gen(function*() {
  const originals = yield* Originals
  const records = yield* ImageRecords
  const before = (yield* Clock.currentTimeMillis) - graceMs
  return yield* originals.all.pipe(
    Stream.filter(({ at }) => at < before),
    Stream.map(({ name }) => name),
    Stream.grouped(batch),
    Stream.mapEffect((names) => records.unused([...names])),
    Stream.flattenIterables,
    Stream.mapEffect(originals.remove),
    Stream.runCount
  )
}).pipe(Effect.withSpan("images.sweepOriginals"))
