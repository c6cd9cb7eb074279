import { Effect } from "effect"
import type { FeedKey } from "../feed/FeedItem.js"
import { FeedStore } from "../feed/FeedStore.js"
import { ImageWants } from "../images/ImageWants.js"
import type { Domain } from "../rooms.js"
import { SearchStore } from "../search/SearchStore.js"
import type { EntityRef } from "../shared/EntityRef.js"
import type { Entity } from "./Entity.js"

const refOf = ({ id, type }: EntityRef): EntityRef => ({ type, id })

/**
 * Where rooms show their records to the halls: feed, search and images. Runs in the caller's transaction, so that a
 * record is in the feed, found and waiting for its picture as soon as it is stored, and out of them as soon as it is gone.
 */
export class Publisher extends Effect.Service<Publisher>()("@daybook/core/Publisher", {
  effect: Effect.gen(function*() {
    const feed = yield* FeedStore
    const search = yield* SearchStore
    const images = yield* ImageWants

    const withdraw = Effect.fn("Publisher.withdraw")(function*(domain: Domain, entities: ReadonlyArray<EntityRef>) {
      if (entities.length === 0) return
      yield* feed.withdraw(domain, entities)
      yield* search.withdraw(domain, entities)
      yield* images.withdraw(domain, entities)
    })

    return {
      /** Shows new entities, and anew those that changed. */
      publish: Effect.fn("Publisher.publish")(function*(domain: Domain, entities: ReadonlyArray<Entity>) {
        const documents = entities.flatMap((entity) => entity.document === null ? [] : [{ ...entity.document, entity: refOf(entity) }])
        const wants = entities.flatMap((entity) => entity.image === null ? [] : [{ ...entity.image, entity: refOf(entity) }])
        const entries = entities.flatMap((entity) => entity.feed.map((entry) => ({ ...entry, entity: refOf(entity) })))
        if (documents.length > 0) yield* search.put(domain, documents)
        if (wants.length > 0) yield* images.want(domain, wants)
        if (entries.length > 0) yield* feed.put(domain, entries)
      }),
      /** Takes single entries out of the feed. */
      retract: (domain: Domain, keys: ReadonlyArray<FeedKey>) => keys.length === 0 ? Effect.void : feed.retract(domain, keys),
      /** Takes everything of these entities out of the halls. */
      withdraw
    }
  })
}) {}
