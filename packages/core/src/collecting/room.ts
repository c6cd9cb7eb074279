import { Effect } from "effect"
import { Publisher } from "../publishing/Publisher.js"
import { Calendar } from "../shared/Calendar.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/DataVersions.js"
import type { Room } from "../sync/Source.js"
import { CollectingRecords, type Shown } from "./CollectingRecords.js"
import { discEntity, releaseEntity } from "./entities.js"
import type { CollectingRecord, FilmDetail, Release, ReleaseDetail } from "./records.js"

const domain = "collecting"

/** What records of collecting go into. */
export type CollectingWrites = CollectingRecords | Publisher | Calendar | DataVersions

/** Shows what is new or another than before to feed, search and images, and takes out of them what is gone. */
export const show = Effect.fn("collecting.show")(function*({ discs, goneDiscs, goneReleases, releases }: Shown) {
  const publisher = yield* Publisher
  const calendar = yield* Calendar
  const gone = [...goneReleases.map((id) => ({ type: "release", id }) as const), ...goneDiscs.map((id) => ({ type: "media", id }) as const)]
  yield* publisher.withdraw(domain, gone)
  yield* publisher.publish(domain, [...releases.map(releaseEntity(calendar)), ...discs.map(discEntity)])
})

/** How what Discogs and Trakt say becomes rows, and how these come into the halls and leave them. */
export const collectingRoom: Room<CollectingRecord, CollectingWrites> = {
  domain,
  apply: (source, page) =>
    Effect.gen(function*() {
      const records = yield* CollectingRecords
      const { shown, valued, ...applied } = yield* records.put(source, page.records)
      yield* show(shown)
      if (valued) yield* Effect.flatMap(DataVersions, (versions) => versions.bump(domain))
      return applied
    }),
  remove: (source, keys) =>
    Effect.gen(function*() {
      const records = yield* CollectingRecords
      const { removed, shown } = yield* records.remove(source, keys)
      yield* show(shown)
      return removed
    }),
  settle: Effect.void,
  count: (source) => Effect.flatMap(CollectingRecords, (records) => records.count(source)),
  lists: {
    of: (key) => key.split(":", 1)[0]!,
    counts: (source) => Effect.flatMap(CollectingRecords, (records) => records.lists(source))
  }
}

/** What a change outside of a sync needs. */
export type CollectingChanges = CollectingWrites | Transaction

/** One change outside of a sync, such as a look-up or an addition by hand: rows, halls and the data version together. */
export const atOnce = <A extends { readonly shown: Shown }, E, R>(change: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const transaction = yield* Transaction
    const versions = yield* DataVersions
    return yield* transaction.run(Effect.tap(change, ({ shown }) => Effect.zipRight(show(shown), versions.bump(domain))))
  })

const shownOf = <E, R>(change: Effect.Effect<Shown, E, R>) => atOnce(Effect.map(change, (shown) => ({ shown })))

/** Takes in what a release's own page says. */
export const describeRelease = (release: Release, detail: ReleaseDetail) =>
  shownOf(Effect.flatMap(CollectingRecords, (records) => records.describeRelease(release, detail)))

/** Takes in what a catalogue says of a film. */
export const describeFilm = (filmId: number, detail: FilmDetail) =>
  shownOf(Effect.flatMap(CollectingRecords, (records) => records.describeFilm(filmId, detail)))
