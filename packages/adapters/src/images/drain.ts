import type { Domain } from "@daybook/core"
import { type ImageRecords, type PictureFinders, type PictureIntake, fillImages } from "@daybook/core/images"
import type { HallFollower } from "@daybook/core/sync"
import { Effect, Stream } from "effect"

const domains: ReadonlyArray<Domain> = ["listening", "watching", "collecting", "reading", "attending"]

/** Looks for the pictures that are due after a sync. */
export const images = Effect.map(
  Effect.context<ImageRecords | PictureFinders | PictureIntake>(),
  (context): HallFollower => ({ id: "images", domains, drain: (domain) => Stream.provideContext(fillImages(domain), context) })
)
