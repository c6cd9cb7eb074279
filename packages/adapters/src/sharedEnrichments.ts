import {
  type ImageRecords,
  type PictureFinders,
  type PictureIntake,
  domainsWithPictures,
  fillImages
} from "@daybook/core/images"
import { articlePages } from "@daybook/core/reading"
import { embeddingEnrichment, weightEnrichment } from "@daybook/core/search"
import { type SharedEnrichment, SharedEnrichments } from "@daybook/core/sync"
import { Effect, Layer, Stream } from "effect"

/** Finds pictures that are due after a sync. */
const images = Effect.map(
  Effect.context<ImageRecords | PictureFinders | PictureIntake>(),
  (context): SharedEnrichment => ({
    id: "images",
    domains: domainsWithPictures,
    drain: (domain) => Stream.provideContext(fillImages(domain), context)
  })
)

/** Enrichments of the shared services, in the order in which they start after a sync. */
export const layer = Layer.effect(
  SharedEnrichments,
  Effect.all([articlePages, embeddingEnrichment, weightEnrichment, images])
)
