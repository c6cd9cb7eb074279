import type { EntityRef } from "../shared/EntityRef.js"
import type { Kind } from "./records.js"

/** An artist, album or track that has visible plays since this write, and had none before. */
export interface Appeared {
  readonly kind: Kind
  readonly id: number
  readonly name: string
  /** The artist's own name for an artist. */
  readonly artist: string
  readonly mbid: string | null
  readonly url: string | null
  /** The earliest of the plays that made it appear, epoch milliseconds. */
  readonly firstPlayedAt: number
}

/** What a write brought into the library, and what left it with its last visible play. */
export interface Presence {
  readonly appeared: ReadonlyArray<Appeared>
  readonly vanished: ReadonlyArray<EntityRef>
}
