import { Effect } from "effect"
import { type Publisher } from "../publishing/Publisher.js"
import { type Calendar } from "../shared/Calendar.js"
import { BadInput, NoData } from "../shared/errors.js"
import { Transaction } from "../shared/Transaction.js"
import { type Filter, ListeningFilters } from "./ListeningFilters.js"
import { show } from "./room.js"

/** Compared with names as they are stored, which have no blank ends; the others are looked for within a name. */
const isWholeName = ({ scope }: Pick<Filter, "scope">) => scope === "artist" || scope === "artist_track"

/** Manages the filters: what one hides leaves feed and search with the library, in one go (contract §2.2). */
export class FilterRules extends Effect.Service<FilterRules>()("@daybook/core/FilterRules", {
  effect: Effect.gen(function*() {
    const filters = yield* ListeningFilters
    const transaction = yield* Transaction
    const context = yield* Effect.context<Publisher | Calendar>()
    return {
      all: filters.all,
      add: Effect.fn("FilterRules.add")(function*(given: Omit<Filter, "id" | "createdAt">) {
        const filter = { ...given, pattern: isWholeName(given) ? given.pattern.trim() : given.pattern }
        if (filter.pattern === "") return yield* new BadInput({ message: "pattern must not be blank" })
        // It would hide nothing, and nobody would be told.
        if (filter.scope === "artist_track" && !/.\|\|./s.test(filter.pattern)) {
          return yield* new BadInput({ message: "pattern must be artist||track where the scope is artist_track" })
        }
        const added = yield* transaction.run(Effect.gen(function*() {
          const { filter: stored, presence } = yield* filters.add(filter)
          yield* Effect.provide(show(presence), context)
          return stored
        }))
        yield* filters.settle
        return added
      }),
      /** Fails with NoData where there is no such filter. */
      remove: Effect.fn("FilterRules.remove")(function*(id: number) {
        yield* transaction.run(Effect.gen(function*() {
          const presence = yield* filters.remove(id)
          if (presence === null) return yield* new NoData({ what: `filter ${id}` })
          yield* Effect.provide(show(presence), context)
        }))
        yield* filters.settle
      })
    }
  })
}) {}
