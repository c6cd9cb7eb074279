import { Context, type Effect } from "effect"
import type { Domain } from "../rooms.js"
import type { EntityType } from "../shared/EntityRef.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { ImageWant } from "./ImageWant.js"

/** A picture that somebody has. */
export interface Candidate {
  readonly source: string
  /** Without any token. */
  readonly url: string
  readonly width: number | null
  readonly height: number | null
}

/** One who may know pictures. */
export interface PictureFinder {
  readonly source: string
  /** Best first; empty where it has none, or nothing to look by. */
  readonly find: (want: ImageWant) => Effect.Effect<ReadonlyArray<Candidate>, SourceFailure>
}

/** A look-up whose answer tells a finder where to look, so that the picture waits for it. */
export interface AwaitedLookUp {
  readonly type: EntityType
  /** The enrichment task of the same entities. */
  readonly task: string
}

/** Who is asked for a kind of picture, in the order of contract §10. */
export class PictureFinders extends Context.Tag("@daybook/core/PictureFinders")<PictureFinders, {
  readonly of: (domain: Domain, type: EntityType) => ReadonlyArray<PictureFinder>
  /** What pictures of a domain wait for. */
  readonly awaits: (domain: Domain) => ReadonlyArray<AwaitedLookUp>
}>() {}
