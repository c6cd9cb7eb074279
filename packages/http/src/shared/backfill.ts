import type { Domain } from "@daybook/core"
import type { ImageRecords } from "@daybook/core/images"
import type { EntityType } from "@daybook/core/shared"
import { type Context, Effect, Schema } from "effect"

const count = (least: number, most: number, description: string) =>
  Schema.Number.pipe(Schema.int(), Schema.between(least, most)).annotations({
    description,
    message: () => ({ message: `must be a whole number from ${least} to ${most}`, override: true })
  })

const usual = 50

/** Which pictures to look for again (contract §4 and §5); `type` names the kinds that a room has. */
export const Backfill = <A extends string>(type: Schema.Schema<A>) =>
  Schema.Struct({
    type: Schema.optional(type.annotations({ description: "Of what" })),
    limit: Schema.optional(count(1, 200, `How many at most, ${usual} by default`)),
    offset: Schema.optional(count(0, 1_000_000, "How many to pass over")),
    dry_run: Schema.optional(Schema.Boolean.annotations({ description: "Only count them" })),
    force: Schema.optional(Schema.Boolean.annotations({ description: "Also pictures that were found, save those that a person chose" }))
  })

export const Queued = Schema.Struct({
  status: Schema.Literal("queued", "dry_run"),
  queued: Schema.Number
}).annotations({ identifier: "PicturesQueued" })

interface Asked {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly dry_run?: boolean | undefined
  readonly force?: boolean | undefined
}

/** Puts the pictures into the queue that is drained in the background. */
export const backfillOf = (images: Context.Tag.Service<ImageRecords>, domain: Domain, types: ReadonlyArray<EntityType>, asked: Asked) =>
  Effect.map(
    images.lookAgain({ domain, types, force: asked.force ?? false, dryRun: asked.dry_run ?? false, limit: asked.limit ?? usual, offset: asked.offset ?? 0 }),
    (queued): typeof Queued.Type => ({ status: asked.dry_run === true ? "dry_run" : "queued", queued })
  )
