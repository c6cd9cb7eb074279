import { Duration, Effect } from "effect"
import type { Domain, EntityRef } from "../domains.js"
import { BadInput, NoData, type StorageFailure } from "../shared/errors.js"
import { findPicture, newRound } from "./findPicture.js"
import { type Picture, Pictures, type Preset, entityTypeOf } from "./Picture.js"
import {
  type EntityImageRequest,
  type ImageRecord,
  ImageRecords,
  type PictureFinder,
  PictureFinders,
  PictureIntake,
  type StoredPicture,
  type Unreachable,
  type Unusable
} from "./ports.js"
import { alternativesView, imageState } from "./views.js"

/** An entity as named in addresses. */
export interface Address {
  readonly domain: Domain
  readonly collection: string
  readonly id: number
}

const defaultBatch = 50
/** Maximum number of alternatives from one finder. */
const maxAlternatives = 10
/** Time limit of the search after a reset. */
const searchTimeout = Duration.seconds(20)

/** Queries about pictures, and changes by a person. */
export class Images extends Effect.Service<Images>()("@daybook/core/Images", {
  effect: Effect.gen(function* () {
    const records = yield* ImageRecords
    const intake = yield* PictureIntake
    const finders = yield* PictureFinders
    const pictures = yield* Pictures

    const findNow = Effect.fn(function* (domain: Domain, request: EntityImageRequest) {
      yield* records.recordOutcomes(domain, [yield* findPicture(domain, request, yield* newRound({ intake, finders }))])
    })
    const recordOf = Effect.fn(function* (address: Address) {
      const entity = yield* refOf(address)
      const record = yield* records.find(address.domain, entity)
      return yield* Effect.mapError(record, () => noPicture(address))
    })
    const state = (record: ImageRecord) =>
      imageState(record, pictures.image(toPicture(record), "original")?.url ?? null)
    const choose = Effect.fn(function* (
      address: Address,
      intakeResult: Effect.Effect<StoredPicture, Unusable | Unreachable | StorageFailure>
    ) {
      const record = yield* recordOf(address)
      const picture = yield* explainRefusal(intakeResult)
      const changed = yield* records.override(record.domain, record.request.entity, picture)
      return state(yield* Effect.mapError(changed, () => noPicture(address)))
    })

    return {
      /** The image object of an entity in a preset size. */
      image: Effect.fn("Images.image")(function* (address: Address, preset: Preset) {
        const image = pictures.image(toPicture(yield* recordOf(address)), preset)
        return image ?? (yield* noPicture(address))
      }),
      /** The candidates of every finder. A finder that fails has none. */
      alternatives: Effect.fn("Images.alternatives")(function* (address: Address) {
        const record = yield* recordOf(address)
        const ask = ({ find, source }: PictureFinder) =>
          Effect.catchAll(find(record.request), (failure) =>
            Effect.as(Effect.logWarning(`${source}: ${failure.message}`), [])
          )
        const candidates = yield* Effect.forEach(finders.of(record.domain, record.request.entity.type), ask, {
          concurrency: 4
        })
        return alternativesView(
          record,
          candidates.flatMap((list) => list.slice(0, maxAlternatives))
        )
      }),
      /** Sets the picture at an address; syncs do not replace it. */
      override: (address: Address, url: string) => choose(address, intake.fetch({ source: "chosen", url })),
      /** Sets an uploaded picture; syncs do not replace it. */
      upload: (address: Address, bytes: Uint8Array) => choose(address, intake.store(bytes, "upload")),
      reset: Effect.fn("Images.reset")(function* (address: Address) {
        const record = yield* recordOf(address)
        if (!record.isOverride) return yield* new BadInput({ message: "the picture is not overridden" })
        yield* Effect.mapError(yield* records.reset(record.domain, record.request.entity), () => noPicture(address))
        // Search immediately, so that the response can show the result; after the time limit the next drain continues.
        yield* Effect.timeoutOption(findNow(record.domain, record.request), searchTimeout)
        return state(yield* recordOf(address))
      }),
      /** Computes placeholder and colours of the next pictures again; starts over when none are left. */
      regenerate: Effect.fn("Images.regenerate")(function* (batch: number = defaultBatch) {
        if ((yield* records.staleCount) === 0) yield* records.markStale
        const stale = yield* records.stale(batch)
        const done = yield* Effect.forEach(
          stale,
          (one) =>
            Effect.gen(function* () {
              const looks = yield* Effect.catchTag(intake.appearance(one.original), "Unusable", () =>
                Effect.succeed(null)
              )
              yield* records.setAppearance(one, looks)
              return looks !== null
            }),
          { concurrency: 2 }
        )
        const updated = done.filter(Boolean).length
        return { updated, failed: done.length - updated, remaining: yield* records.staleCount }
      })
    }
  })
}) {}

const noPicture = ({ collection, domain, id }: Address) =>
  new NoData({ what: `picture of ${domain}/${collection}/${id}` })

const refOf = ({ collection, domain, id }: Address): Effect.Effect<EntityRef, BadInput> => {
  const type = entityTypeOf(domain, collection)
  return type === undefined
    ? new BadInput({ message: `${domain} has no pictures of ${collection}` })
    : Effect.succeed({ type, id })
}

const toPicture = ({ domain, picture, version, request: { entity } }: ImageRecord): Picture | null =>
  picture === null
    ? null
    : {
        domain,
        ...entity,
        version,
        thumbhash: picture.thumbhash,
        dominantColor: picture.dominantColor,
        accentColor: picture.accentColor
      }

/** Explains to the person why the chosen picture cannot be used. */
const explainRefusal = <A>(
  intakeResult: Effect.Effect<A, Unusable | Unreachable | StorageFailure>
): Effect.Effect<A, BadInput | StorageFailure> =>
  Effect.catchTags(intakeResult, {
    Unusable: ({ message }) => new BadInput({ message: `the picture cannot be used: ${message}` }),
    Unreachable: ({ message }) => new BadInput({ message: `the picture cannot be read: ${message}` })
  })
