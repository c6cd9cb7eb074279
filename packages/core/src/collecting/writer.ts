import { Effect } from "effect"
import { type Publisher, commitChange, publishOf } from "../publishing/index.js"
import { Calendar } from "../shared/Calendar.js"
import type { Transaction } from "../shared/Transaction.js"
import type { DomainWriter } from "../sync/Source.js"
import { DataVersions } from "../sync/SyncStore.js"
import { entityOf } from "./entities.js"
import type { CollectingRecord, Release, ReleaseDetail } from "./model.js"
import type { FilmDetail } from "./discs.js"
import { CollectingRecords, type CollectingChanges } from "./store.js"

const domain = "collecting"

/** The services that writes of collecting records need. */
export type CollectingWriteServices = CollectingRecords | Publisher | Calendar | DataVersions

/** Publishes new and changed entities to feed, search and images, and withdraws deleted ones. */
export const publishChanges = Effect.fn("collecting.publishChanges")(function* (changes: CollectingChanges) {
  yield* publishOf(domain, entityOf(yield* Calendar))(changes)
})

/** Stores records from Discogs and Trakt and publishes or withdraws them. */
export const collectingWriter: DomainWriter<CollectingRecord, CollectingWriteServices> = {
  domain,
  timeOf: (record) =>
    record._tag === "FiledCopy" ? record.care.addedAt : record._tag === "Disc" ? record.collectedAt : null,
  apply: (source, page) =>
    Effect.gen(function* () {
      const records = yield* CollectingRecords
      const { applied, changes, valued } = yield* records.put(source, page.records)
      yield* publishChanges(changes)
      if (valued) yield* Effect.flatMap(DataVersions, (versions) => versions.bump(domain))
      return applied
    }),
  remove: (source, keys) =>
    Effect.gen(function* () {
      const records = yield* CollectingRecords
      const { removed, changes } = yield* records.remove(source, keys)
      yield* publishChanges(changes)
      return removed
    }),
  recount: Effect.void,
  count: (source) => Effect.flatMap(CollectingRecords, (records) => records.count(source)),
  lists: {
    of: (key) => key.split(":", 1)[0]!,
    counts: (source) => Effect.flatMap(CollectingRecords, (records) => records.lists(source))
  }
}

/** The services that a change outside a sync needs. */
export type CollectingCommitServices = CollectingWriteServices | Transaction

/**
 * Commits a change outside a sync, such as an enrichment or a manual addition. Rows, shared services and data version
 * change in one transaction.
 */
export const commitChanges = <A extends { readonly changes: CollectingChanges }, E, R>(
  change: Effect.Effect<A, E, R>
) =>
  commitChange(
    domain,
    change,
    () => true,
    ({ changes }) => publishChanges(changes)
  )

const commitResult = <E, R>(change: Effect.Effect<CollectingChanges, E, R>) =>
  commitChanges(Effect.map(change, (changes) => ({ changes })))

/** Stores the details of a release's page. */
export const describeRelease = (release: Release, detail: ReleaseDetail) =>
  commitResult(Effect.flatMap(CollectingRecords, (records) => records.describeRelease(release, detail)))

/** Stores a catalogue's details of a film. */
export const describeFilm = (filmId: number, detail: FilmDetail) =>
  commitResult(Effect.flatMap(CollectingRecords, (records) => records.describeFilm(filmId, detail)))
