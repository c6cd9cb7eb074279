import {
  type ImageRecords,
  type PictureFinders,
  type PictureIntake,
  domainsWithPictures,
  fillImages
} from "@daybook/core/images"
import { type DeclaredDomain, DeclaredDomains } from "@daybook/core/domain"
import { articlePages } from "@daybook/core/reading"
import { embeddingEnrichment, weightEnrichment } from "@daybook/core/search"
import { type SharedEnrichment, SharedEnrichments } from "@daybook/core/sync"
import { Effect, Layer, Stream } from "effect"

const hasPictures = ({ entities }: DeclaredDomain) =>
  Object.values(entities).some(({ pictures }) => pictures !== undefined)

/** Finds pictures that are due after a sync. */
const images = Effect.map(
  Effect.all([Effect.context<ImageRecords | PictureFinders | PictureIntake>(), DeclaredDomains]),
  ([context, declared]): SharedEnrichment => ({
    id: "images",
    domains: [...domainsWithPictures, ...declared.filter(hasPictures).map(({ name }) => name)],
    drain: (domain) => Stream.provideContext(fillImages(domain), context)
  })
)

/** Enrichments of the shared services, in the order in which they start after a sync. */
export const layer = Layer.effect(
  SharedEnrichments,
  Effect.all([articlePages, embeddingEnrichment, weightEnrichment, images])
)
