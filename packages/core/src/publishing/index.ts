import { Effect } from "effect"
import { type ChangeOp, logRecords, loggerOf } from "../changes/index.js"
import type { Domain, EntityRef } from "../domains.js"
import { type FeedEntry, type FeedKey, FeedStore } from "../feed/FeedStore.js"
import { ImageRequests, type ImageRequest } from "../images/ports.js"
import { type Document, SearchStore } from "../search/SearchStore.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/SyncStore.js"

/** A record of a domain as the shared services publish it. A part that is null or empty is not published. */
export interface Entity extends EntityRef {
  readonly document: Document | null
  readonly image: ImageRequest | null
  /** Feed entries to upsert. Earlier entries stay until they are retracted or their entity is withdrawn. */
  readonly feed: ReadonlyArray<FeedEntry>
}

/** What one write of a domain changed, for the shared services. */
export interface Changes<Publishable> {
  /** New and changed records. */
  readonly upserted: ReadonlyArray<Publishable>
  /** Single feed entries to remove. */
  readonly retracted: ReadonlyArray<FeedKey>
  readonly deleted: ReadonlyArray<EntityRef>
  /** Records that corrections hide from now on: their pictures stay. */
  readonly concealed?: ReadonlyArray<EntityRef>
  /** Records that are something else from now on: their pictures are deleted, and looked for again. */
  readonly repictured?: ReadonlyArray<EntityRef>
}

export const noChanges: Changes<never> = { upserted: [], retracted: [], deleted: [] }

/** Takes out what a write of a domain deleted or concealed. */
const clear = (
  domain: Domain,
  { concealed = [], deleted, repictured = [], retracted }: Omit<Changes<never>, "upserted">
) =>
  Effect.gen(function* () {
    const publisher = yield* Publisher
    yield* publisher.retract(domain, retracted)
    yield* publisher.conceal(domain, concealed)
    yield* publisher.withdraw(domain, deleted)
    if (repictured.length > 0) yield* publisher.withdrawPictures(domain, repictured)
  })

/** The entities of records. Other fibers run between two of them: a correction may concern most records of a domain. */
const entitiesOf = <Publishable>(upserted: ReadonlyArray<Publishable>, entityOf: (record: Publishable) => Entity) =>
  Effect.forEach(upserted, (record) => Effect.sync(() => entityOf(record)))

/** Publishes what a write of a domain changed, within its transaction. */
export const publishOf =
  <Publishable>(domain: Domain, entityOf: (record: Publishable) => Entity) =>
  ({ upserted, ...changes }: Changes<Publishable>) =>
    Effect.gen(function* () {
      yield* clear(domain, changes)
      yield* (yield* Publisher).publish(domain, yield* entitiesOf(upserted, entityOf))
    })

/**
 * Publishes what corrections changed. Entries of the feed that leave are set aside, and return with their ids when the
 * correction is removed; documents of the search that return have their weight at once.
 */
export const publishCorrectedOf =
  <Publishable>(domain: Domain, entityOf: (record: Publishable) => Entity) =>
  (changes: Changes<Publishable>) =>
    Effect.gen(function* () {
      const publisher = yield* Publisher
      const { concealed = [], deleted, retracted } = changes
      const entities = yield* entitiesOf(changes.upserted, entityOf)
      yield* publisher.setAside(domain, retracted, [...concealed, ...deleted])
      yield* clear(domain, changes)
      // An entry may leave one record and appear under another one.
      const entries = yield* Effect.forEach(entities, ({ feed }) => Effect.sync(() => feed))
      yield* publisher.takeBack(domain, entries.flat())
      yield* publisher.publish(domain, entities)
      yield* publisher.weigh(domain, entities)
    })

const refOf = ({ id, type }: EntityRef): EntityRef => ({ type, id })

/** What each shared service stores of an entity. */
const partsOf = (one: Entity) => {
  const entity = refOf(one)
  return {
    documents: one.document === null ? [] : [{ ...one.document, entity }],
    wants: one.image === null ? [] : [{ ...one.image, entity }],
    entries: one.feed.map((entry) => ({ ...entry, entity }))
  }
}

/** Logs changes of the entities that are records of the log under their own type. */
const logEntities = (domain: Domain, op: ChangeOp, entities: ReadonlyArray<EntityRef>) =>
  logRecords(
    entities.flatMap(({ id, type }) =>
      loggerOf(domain, type) === "publisher" ? [{ domain, type, id: String(id), op }] : []
    )
  )

/**
 * Publishes records of the domains to feed, search, images and the log of changes. It runs in the caller's transaction:
 * a record appears there when it is stored and disappears when it is deleted.
 */
export class Publisher extends Effect.Service<Publisher>()("@daybook/core/Publisher", {
  effect: Effect.gen(function* () {
    const feed = yield* FeedStore
    const search = yield* SearchStore
    const images = yield* ImageRequests

    const conceal = Effect.fn("Publisher.conceal")(function* (domain: Domain, entities: ReadonlyArray<EntityRef>) {
      if (entities.length === 0) return
      yield* logEntities(domain, "delete", entities)
      yield* feed.withdraw(domain, entities)
      yield* search.withdraw(domain, entities)
    })
    const withdraw = Effect.fn("Publisher.withdraw")(function* (domain: Domain, entities: ReadonlyArray<EntityRef>) {
      if (entities.length === 0) return
      yield* conceal(domain, entities)
      yield* images.withdraw(domain, entities)
    })

    return {
      /** Publishes new and changed entities. */
      publish: Effect.fn("Publisher.publish")(function* (domain: Domain, entities: ReadonlyArray<Entity>) {
        const parts = yield* Effect.forEach(entities, (entity) => Effect.sync(() => partsOf(entity)))
        const documents = parts.flatMap((part) => part.documents)
        const wants = parts.flatMap((part) => part.wants)
        const entries = parts.flatMap((part) => part.entries)
        yield* logEntities(domain, "upsert", entities)
        if (documents.length > 0) yield* search.put(domain, documents)
        if (wants.length > 0) yield* images.request(domain, wants)
        if (entries.length > 0) yield* feed.put(domain, entries)
      }),
      /** Removes single entries from the feed. */
      retract: (domain: Domain, keys: ReadonlyArray<FeedKey>) =>
        keys.length === 0 ? Effect.void : feed.retract(domain, keys),
      /** Stores the ids of entries that are about to be hidden. */
      setAside: (domain: Domain, keys: ReadonlyArray<FeedKey>, entities: ReadonlyArray<EntityRef>) =>
        keys.length + entities.length === 0 ? Effect.void : feed.setAside(domain, keys, entities),
      /** Restores entries that were set aside. */
      takeBack: (domain: Domain, keys: ReadonlyArray<FeedKey>) =>
        keys.length === 0 ? Effect.void : feed.takeBack(domain, keys),
      /** Computes how heavy new documents of entities are in the search. */
      weigh: Effect.fn("Publisher.weigh")(function* (domain: Domain, entities: ReadonlyArray<Entity>) {
        const searchable = entities.filter(({ document }) => document !== null)
        if (searchable.length > 0) yield* search.weighNew(domain, searchable.map(refOf))
      }),
      /** Removes entities from all shared services. */
      withdraw,
      /** Removes only the pictures of entities. */
      withdrawPictures: images.withdraw,
      /** Removes entities that may return: their pictures stay. */
      conceal
    }
  })
}) {}

/**
 * Commits a change outside a sync, such as an enrichment, a webhook or a decision by hand. Rows, shared services and
 * data version change in one transaction. `publish` runs, and the version rises, only if the change had an effect.
 */
export const commitChange = <A, E, R, E2 = never, R2 = never>(
  domain: Domain,
  change: Effect.Effect<A, E, R>,
  hasChanged: (answer: A) => boolean,
  publish: (answer: A) => Effect.Effect<void, E2, R2> = () => Effect.void
) =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    const versions = yield* DataVersions
    return yield* transaction.run(
      Effect.tap(change, (answer) =>
        hasChanged(answer) ? Effect.zipRight(publish(answer), versions.bump(domain)) : Effect.void
      )
    )
  })
