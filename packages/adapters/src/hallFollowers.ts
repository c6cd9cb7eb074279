import { articlePages } from "@daybook/core/reading"
import { embedding, weighing } from "@daybook/core/search"
import { HallFollowers } from "@daybook/core/sync"
import { Effect, Layer } from "effect"
import { images } from "./images/drain.js"

/** What each hall does after syncs, in the order in which it is started: one line a hall. */
export const layer = Layer.effect(HallFollowers, Effect.all([
  articlePages,
  embedding,
  weighing,
  images
]))
