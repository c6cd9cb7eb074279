import { Duration, Effect } from "effect"
import type { Domain } from "../rooms.js"
import type { EntityRef } from "../shared/EntityRef.js"
import { BadInput, NoData, type StorageFailure } from "../shared/errors.js"
import { entityTypeOf } from "./collections.js"
import { look, newRound } from "./look.js"
import type { ImageRecord, TakenPicture } from "./ImageRecord.js"
import { ImageRecords } from "./ImageRecords.js"
import type { EntityWant } from "./ImageWant.js"
import { type Picture, Pictures } from "./Picture.js"
import { type PictureFinder, PictureFinders } from "./PictureFinder.js"
import { PictureIntake, type Unreachable, type Unusable } from "./PictureIntake.js"
import type { Preset } from "./presets.js"
import { alternativesView, imageState } from "./views.js"

/** An entity as addresses name it. */
export interface Address {
  readonly domain: Domain
  readonly collection: string
  readonly id: number
}

const usualBatch = 50
/** Alternatives of one finder that are shown. */
const mostAlternatives = 10
/** For the look that a reset begins. */
const patience = Duration.seconds(20)

/** What can be asked about pictures, and what a person can do about them. */
export class Images extends Effect.Service<Images>()("@daybook/core/Images", {
  effect: Effect.gen(function*() {
    const records = yield* ImageRecords
    const intake = yield* PictureIntake
    const finders = yield* PictureFinders
    const pictures = yield* Pictures

    const lookNow = Effect.fn(function*(domain: Domain, want: EntityWant) {
      yield* records.settle(domain, [yield* look(domain, want, yield* newRound({ intake, finders }))])
    })
    const known = Effect.fn(function*(address: Address) {
      const entity = yield* refOf(address)
      const record = yield* records.find(address.domain, entity)
      return yield* Effect.mapError(record, () => nothing(address))
    })
    const state = (record: ImageRecord) => imageState(record, pictures.image(toPicture(record), "original")?.url ?? null)
    const choose = Effect.fn(function*(address: Address, taking: Effect.Effect<TakenPicture, Unusable | Unreachable | StorageFailure>) {
      const record = yield* known(address)
      const taken = yield* refused(taking)
      const changed = yield* records.override(record.domain, record.want.entity, taken)
      return state(yield* Effect.mapError(changed, () => nothing(address)))
    })

    return {
      /** The image object of an entity in a preset's size. */
      image: Effect.fn("Images.image")(function*(address: Address, preset: Preset) {
        const image = pictures.image(toPicture(yield* known(address)), preset)
        return image ?? (yield* nothing(address))
      }),
      /** What every finder has for it, the current one or not. A finder that fails has nothing. */
      alternatives: Effect.fn("Images.alternatives")(function*(address: Address) {
        const record = yield* known(address)
        const ask = ({ find, source }: PictureFinder) =>
          Effect.catchAll(find(record.want), (failure) => Effect.as(Effect.logWarning(`${source}: ${failure.message}`), []))
        const found = yield* Effect.forEach(finders.of(record.domain, record.want.entity.type), ask, { concurrency: 4 })
        return alternativesView(record, found.flatMap((of) => of.slice(0, mostAlternatives)))
      }),
      /** Puts the picture at an address in place; it stays through syncs. */
      override: (address: Address, url: string) => choose(address, intake.fetch({ source: "chosen", url })),
      /** The same with the picture's bytes. */
      upload: (address: Address, bytes: Uint8Array) => choose(address, intake.take(bytes, "upload")),
      reset: Effect.fn("Images.reset")(function*(address: Address) {
        const record = yield* known(address)
        if (!record.isOverride) return yield* new BadInput({ message: "the picture is not overridden" })
        yield* Effect.mapError(yield* records.reset(record.domain, record.want.entity), () => nothing(address))
        // Looked for at once, so that the answer can show it; what takes too long is left to the next drain.
        yield* Effect.timeoutOption(lookNow(record.domain, record.want), patience)
        return state(yield* known(address))
      }),
      /** Works the looks of the next pictures out anew; where none are left to do, it begins again with all of them. */
      regenerate: Effect.fn("Images.regenerate")(function*(batch: number = usualBatch) {
        if ((yield* records.staleCount) === 0) yield* records.markStale
        const stale = yield* records.stale(batch)
        const done = yield* Effect.forEach(stale, (one) =>
          Effect.gen(function*() {
            const looks = yield* Effect.catchTag(intake.looks(one.original), "Unusable", () => Effect.succeed(null))
            yield* records.setLooks(one, looks)
            return looks !== null
          }), { concurrency: 2 })
        const updated = done.filter((well) => well).length
        return { updated, failed: done.length - updated, remaining: yield* records.staleCount }
      })
    }
  })
}) {}

const nothing = ({ collection, domain, id }: Address) => new NoData({ what: `picture of ${domain}/${collection}/${id}` })

const refOf = ({ collection, domain, id }: Address): Effect.Effect<EntityRef, BadInput> => {
  const type = entityTypeOf(domain, collection)
  return type === undefined
    ? new BadInput({ message: `${domain} has no pictures of ${collection}` })
    : Effect.succeed({ type, id })
}

const toPicture = ({ domain, picture, version, want: { entity } }: ImageRecord): Picture | null =>
  picture === null ? null : {
    domain,
    ...entity,
    version,
    thumbhash: picture.thumbhash,
    dominantColor: picture.dominantColor,
    accentColor: picture.accentColor
  }

/** A person's own choice that cannot be taken is told to that person. */
const refused = <A>(taking: Effect.Effect<A, Unusable | Unreachable | StorageFailure>): Effect.Effect<A, BadInput | StorageFailure> =>
  Effect.catchTags(taking, {
    Unusable: ({ message }) => new BadInput({ message: `the picture cannot be used: ${message}` }),
    Unreachable: ({ message }) => new BadInput({ message: `the picture cannot be read: ${message}` })
  })
