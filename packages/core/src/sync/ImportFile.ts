import type { Effect, Stream } from "effect"
import type { SourceFailure } from "./SourceFailure.js"

/** An export file that someone handed in, wherever its bytes lie. */
export interface ImportFile {
  /** Base name, with its ending. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** All bytes, in order, once. */
  readonly stream: Stream.Stream<Uint8Array, SourceFailure>
  /** The bytes from `from` up to but without `to`, for archives with their table of contents at the end. */
  readonly slice: (from: number, to: number) => Effect.Effect<Uint8Array, SourceFailure>
}
