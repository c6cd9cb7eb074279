import { Effect, Option } from "effect"
import { Publisher } from "../publishing/Publisher.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/DataVersions.js"
import type { Room } from "../sync/Source.js"
import { AttendingRecords, type Turned } from "./AttendingRecords.js"
import { eventEntity, performerEntity, playerEntity, venueEntity } from "./entities.js"
import type { Mention } from "./records.js"

const domain = "attending"

/** What mentions of events go into. */
export type AttendingWrites = AttendingRecords | Publisher | Transaction | DataVersions

/** Tells the halls what a write changed. Part of the write's transaction. */
export const tell = Effect.fn("attending.tell")(function*({ events, gone, performers, players, retracted, venues }: Turned) {
  const publisher = yield* Publisher
  yield* publisher.retract(domain, retracted)
  yield* publisher.withdraw(domain, gone)
  yield* publisher.publish(domain, [
    ...events.map(eventEntity),
    ...players.map(playerEntity),
    ...performers.map(performerEntity),
    ...venues.map(venueEntity)
  ])
})

/** One change outside of a sync's pages, such as a look-up or a decision: rows, halls and the data version together. */
export const atOnce = <A extends { readonly turned: Turned }, E, R>(change: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const transaction = yield* Transaction
    const versions = yield* DataVersions
    return yield* transaction.run(Effect.tap(change, ({ turned }) =>
      isNothing(turned) ? Effect.void : Effect.zipRight(tell(turned), versions.bump(domain))))
  })

const isNothing = (turned: Turned): boolean => Object.values(turned).every((list: ReadonlyArray<unknown>) => list.length === 0)

/** How mentions of events become rows. A page's `covers` is a span of when events begin. */
export const attendingRoom: Room<Mention, AttendingWrites> = {
  domain,
  apply: (source, page) =>
    Effect.gen(function*() {
      const records = yield* AttendingRecords
      const { applied, turned } = yield* records.put(source, page.records, Option.getOrNull(page.covers))
      yield* tell(turned)
      const gone = page.gone.length === 0 ? [] : yield* records.stored(source, page.gone)
      return { ...applied, missing: [...applied.missing, ...gone] }
    }),
  remove: (source, keys) =>
    Effect.gen(function*() {
      const records = yield* AttendingRecords
      const { removed, turned } = yield* records.remove(source, keys)
      yield* tell(turned)
      return removed
    }),
  count: (source) => Effect.flatMap(AttendingRecords, (records) => records.count(source)),
  settle: Effect.asVoid(atOnce(Effect.flatMap(AttendingRecords, (records) => Effect.map(records.settle, (turned) => ({ turned })))))
}
