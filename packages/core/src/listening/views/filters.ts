import { Schema } from "effect"
import { type Filter, filterScopes, filterTypes } from "../ListeningFilters.js"
import { Text, Timestamp, iso } from "../../shared/fields.js"

/** A filter as the admin routes take it (contract §2.2). */
export const NewFilter = Schema.Struct({
  filter_type: Schema.Literal(...filterTypes),
  pattern: Schema.String.pipe(Schema.minLength(1), Schema.maxLength(500)),
  scope: Schema.Literal(...filterScopes),
  reason: Schema.optional(Schema.NullOr(Schema.String.pipe(Schema.maxLength(500))))
}).annotations({ identifier: "NewListeningFilter" })

export const FilterView = Schema.Struct({
  id: Schema.Number,
  filter_type: Schema.Literal(...filterTypes),
  pattern: Schema.String,
  scope: Schema.Literal(...filterScopes),
  reason: Text,
  created_at: Timestamp
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
