import { Effect, Option, Stream } from "effect"
import { type Domain, domains } from "../rooms.js"
import type { EntityRef } from "../shared/EntityRef.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/DataVersions.js"
import type { HallFollower } from "../sync/HallFollowers.js"
import type { FollowUp } from "../sync/Source.js"
import { SearchStore } from "./SearchStore.js"

/** Keeps the order of search results in step with what the owner plays, watches and reads. */
export const weighing = Effect.gen(function*() {
  const store = yield* SearchStore
  const versions = yield* DataVersions
  const transaction = yield* Transaction
  const step = (domain: Domain, after: EntityRef | null) =>
    Effect.map(
      transaction.run(Effect.tap(store.weigh(domain, after), ({ changed }) => changed > 0 ? versions.bump(domain) : Effect.void)),
      ({ changed, next }) => [changed, Option.fromNullable(next)] as const
    )
  return {
    id: "search-weights",
    domains,
    drain: (domain) =>
      Stream.paginateEffect(null as EntityRef | null, (after) => step(domain, after)).pipe(
        Stream.filter((changed) => changed > 0),
        Stream.map((changed): FollowUp => ({ done: changed, left: 0 }))
      )
  } satisfies HallFollower
})
