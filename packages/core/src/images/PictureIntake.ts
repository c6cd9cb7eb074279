import { Context, Data, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Looks } from "./ImageRecords.js"
import type { TakenPicture } from "./ImageRecord.js"
import type { Candidate } from "./PictureFinder.js"

/** What is there is no picture that can be kept. `message` is one line that says why. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly message: string }> {}

/** It could not be read now; later it may. */
export class Unreachable extends Data.TaggedError("Unreachable")<{ readonly message: string }> {}

/** Takes pictures in: fetches, judges, stores the original, works out the looks. */
export class PictureIntake extends Context.Tag("@daybook/core/PictureIntake")<PictureIntake, {
  readonly fetch: (candidate: Pick<Candidate, "source" | "url">) => Effect.Effect<TakenPicture, Unusable | Unreachable | StorageFailure>
  readonly take: (bytes: Uint8Array, source: string) => Effect.Effect<TakenPicture, Unusable | StorageFailure>
  /** The looks of a stored original. */
  readonly looks: (original: string) => Effect.Effect<Looks, Unusable | StorageFailure>
}>() {}
