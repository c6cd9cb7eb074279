import { Context, Effect, Schema } from "effect"
import type { Publisher } from "../publishing/index.js"
import type { Calendar } from "../shared/Calendar.js"
import { BadInput, NoData, type StorageFailure } from "../shared/errors.js"
import { Text, iso, field, idField, createdAtField } from "../shared/fields.js"
import { Transaction } from "../shared/Transaction.js"
import type { ListeningChanges } from "./store.js"
import { publishChanges } from "./writer.js"

export const filterTypes = ["holiday", "audiobook", "custom"] as const
export const filterScopes = ["album", "track", "artist", "artist_track", "track_regex"] as const

/** A rule that hides plays from every result. `createdAt` is epoch milliseconds. */
export interface Filter {
  readonly id: number
  readonly type: (typeof filterTypes)[number]
  readonly scope: (typeof filterScopes)[number]
  /**
   * `artist`: the whole name. `album`, `track`: a part of the title. `artist_track`: both in full, as `artist||track`.
   * `track_regex`: a regular expression on the title. All are case-insensitive.
   */
  readonly pattern: string
  readonly reason: string | null
  readonly createdAt: number
}

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
      add: Effect.fn("FilterRules.add")(function* (newFilter: Omit<Filter, "id" | "createdAt">) {
        const filter = { ...newFilter, pattern: isFullName(newFilter) ? newFilter.pattern.trim() : newFilter.pattern }
        if (filter.pattern === "") return yield* new BadInput({ message: "pattern must not be blank" })
        // Such a pattern would silently hide nothing.
        if (filter.scope === "artist_track" && !/.\|\|./s.test(filter.pattern)) {
          return yield* new BadInput({ message: "pattern must be artist||track where the scope is artist_track" })
        }
        const added = yield* transaction.run(
          Effect.gen(function* () {
            const { filter: row, changes } = yield* filters.add(filter)
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

/** A filter as the admin routes take it. */
export const NewFilter = Schema.Struct({
  filter_type: field(Schema.Literal(...filterTypes), "Reason for hiding these plays", "custom"),
  pattern: field(
    Schema.String.pipe(Schema.minLength(1), Schema.maxLength(500)),
    "Pattern to hide: a name, part of a name or a regular expression, depending on the scope",
    "bedtime stories"
  ),
  scope: field(Schema.Literal(...filterScopes), "Field that the pattern is compared with"),
  reason: field(
    Schema.optional(Schema.NullOr(Schema.String.pipe(Schema.maxLength(500)))),
    "Reason",
    "plays of the children"
  )
}).annotations({ identifier: "NewListeningFilter" })

export const FilterView = Schema.Struct({
  id: idField,
  filter_type: field(Schema.Literal(...filterTypes), "Reason for hiding these plays", "custom"),
  pattern: field(
    Schema.String,
    "Pattern to hide: a name, part of a name or a regular expression, depending on the scope",
    "bedtime stories"
  ),
  scope: field(Schema.Literal(...filterScopes), "Field that the pattern is compared with"),
  reason: field(Text, "Reason", "plays of the children"),
  created_at: createdAtField
}).annotations({ identifier: "ListeningFilter" })
export type FilterView = typeof FilterView.Type

export const filterView = (filter: Filter): FilterView => ({
  id: filter.id,
  filter_type: filter.type,
  pattern: filter.pattern,
  scope: filter.scope,
  reason: filter.reason,
  created_at: iso(filter.createdAt)
})
