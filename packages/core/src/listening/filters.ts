import { Context, Effect, Schema } from "effect"
import { viewOf } from "../kit/record.js"
import type { Publisher } from "../publishing/index.js"
import type { Calendar } from "../shared/Calendar.js"
import { BadInput, NoData, type StorageFailure } from "../shared/errors.js"
import { field } from "../shared/fields.js"
import { Transaction } from "../shared/Transaction.js"
import { type Filter, filterFields } from "./model.js"
import type { ListeningChanges } from "./store.js"
import { publishChanges } from "./writer.js"

/** The active filters. Adding or removing one also affects plays that are already stored. */
export class ListeningFilters extends Context.Tag("@daybook/core/ListeningFilters")<
  ListeningFilters,
  {
    readonly all: Effect.Effect<ReadonlyArray<Filter>, StorageFailure>
    readonly add: (
      filter: Omit<Filter, "id" | "createdAt">
    ) => Effect.Effect<{ readonly filter: Filter; readonly changes: ListeningChanges }, StorageFailure | BadInput>
    /** Null if there is no such filter. */
    readonly remove: (id: number) => Effect.Effect<ListeningChanges | null, StorageFailure>
    /** Updates the counts that a change left out of date. Call it after the change is committed. */
    readonly completeCounts: Effect.Effect<void, StorageFailure>
  }
>() {}

/** Whether the pattern is compared with full names, which are stored trimmed. The others match part of a name. */
const isFullName = ({ scope }: Pick<Filter, "scope">) => scope === "artist" || scope === "artist_track"

/** Manages the filters. Plays that a filter hides leave library, feed and search in one transaction. */
export class FilterRules extends Effect.Service<FilterRules>()("@daybook/core/FilterRules", {
  effect: Effect.gen(function* () {
    const filters = yield* ListeningFilters
    const transaction = yield* Transaction
    const context = yield* Effect.context<Publisher | Calendar>()
    return {
      all: filters.all,
      add: Effect.fn("FilterRules.add")(function* (requested: Omit<Filter, "id" | "createdAt">) {
        const newFilter = {
          ...requested,
          pattern: isFullName(requested) ? requested.pattern.trim() : requested.pattern
        }
        if (newFilter.pattern === "") return yield* new BadInput({ message: "pattern must not be blank" })
        // Such a pattern would silently hide nothing.
        if (newFilter.scope === "artist_track" && !/.\|\|./s.test(newFilter.pattern)) {
          return yield* new BadInput({ message: "pattern must be artist||track where the scope is artist_track" })
        }
        const added = yield* transaction.run(
          Effect.gen(function* () {
            const { filter: row, changes } = yield* filters.add(newFilter)
            yield* Effect.provide(publishChanges(changes), context)
            return row
          })
        )
        yield* filters.completeCounts
        return added
      }),
      /** Fails with NoData if there is no such filter. */
      remove: Effect.fn("FilterRules.remove")(function* (id: number) {
        yield* transaction.run(
          Effect.gen(function* () {
            const presence = yield* filters.remove(id)
            if (presence === null) return yield* new NoData({ what: `filter ${id}` })
            yield* Effect.provide(publishChanges(presence), context)
          })
        )
        yield* filters.completeCounts
      })
    }
  })
}) {}

const shownFilter = viewOf(filterFields)

/** A filter as the admin routes take it. */
export const NewFilter = Schema.Struct({
  filter_type: shownFilter.schemas.filter_type,
  pattern: field(
    Schema.String.pipe(Schema.minLength(1), Schema.maxLength(500)),
    filterFields.pattern.options.description,
    filterFields.pattern.options.example
  ),
  scope: shownFilter.schemas.scope,
  reason: field(
    Schema.optional(Schema.NullOr(Schema.String.pipe(Schema.maxLength(500)))),
    filterFields.reason.options.description,
    filterFields.reason.options.example
  )
}).annotations({ identifier: "NewListeningFilter" })

export const FilterView = Schema.Struct(shownFilter.schemas).annotations({ identifier: "ListeningFilter" })
export type FilterView = typeof FilterView.Type

export const filterView = (row: Filter): FilterView => shownFilter.of(row)
