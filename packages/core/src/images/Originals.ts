import { Clock, Context, Effect, type Option, Stream } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { ImageRecords } from "./ports.js"

export interface StoredOriginal {
  readonly name: string
  /** When it was last stored, epoch milliseconds. */
  readonly at: number
}

/** The bytes of original pictures, each under its SHA-256. */
export class Originals extends Context.Tag("@daybook/core/Originals")<
  Originals,
  {
    /** Stores the bytes unless they exist, and returns their name. The write is atomic. */
    readonly put: (bytes: Uint8Array) => Effect.Effect<string, StorageFailure>
    readonly get: (name: string) => Effect.Effect<Option.Option<Uint8Array>, StorageFailure>
    /** All originals, in no order. */
    readonly all: Stream.Stream<StoredOriginal, StorageFailure>
    readonly remove: (name: string) => Effect.Effect<void, StorageFailure>
  }
>() {}

/** Originals are stored before their record, so recent ones may be needed. */
const graceMs = 24 * 3_600_000

const batch = 200

/** Removes originals that no record uses and returns their number. */
export const sweepOriginals = Effect.gen(function* () {
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
