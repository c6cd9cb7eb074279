import { Schema } from "effect"
import { Domain } from "../domains.js"
import { Timestamp, field, iso } from "../shared/fields.js"
import { type Change, changeOps, fullId, hrefOf } from "./model.js"

/** One change of a record. */
export const ChangeEntry = Schema.Struct({
  seq: field(Schema.String, "Position in the log, a number as text", "184220"),
  op: field(Schema.Literal(...changeOps), "`upsert`: the record is new or changed; `delete`: it was deleted", "upsert"),
  id: field(Schema.String, "Id of the record over all domains", "running/activity/812"),
  domain: field(Domain, "Domain of the record", "running"),
  type: field(Schema.String, "Kind of record", "activity"),
  at: field(Timestamp, "Time of the change", "2026-11-22T07:41:09.000Z"),
  href: field(
    Schema.NullOr(Schema.String),
    "Path that answers the record; null if it was deleted",
    "/v1/running/activities/812"
  )
}).annotations({ identifier: "Change" })
export type ChangeEntry = typeof ChangeEntry.Type

export const ChangePage = Schema.Struct({
  data: field(Schema.Array(ChangeEntry), "Changes, oldest first; one per record, its newest"),
  cursor: field(Schema.String, "`since` of the next request", "Y2g6MTphOWYzOjE4NDIyMQ"),
  has_more: field(Schema.Boolean, "Whether more changes can be read at once", false),
  as_of: field(Timestamp, "Time of the answer", "2026-11-22T07:41:12.000Z")
}).annotations({ identifier: "ChangePage" })
export type ChangePage = typeof ChangePage.Type

export const changeEntry = (change: Change): ChangeEntry => ({
  seq: String(change.seq),
  op: change.op,
  id: fullId(change),
  domain: change.domain,
  type: change.type,
  at: iso(change.at),
  href: change.op === "delete" ? null : hrefOf(change)
})
