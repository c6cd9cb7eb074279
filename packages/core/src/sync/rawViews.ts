import { Schema } from "effect"
import { Text, Timestamp, field, idField, iso, sourceField, withExample } from "../shared/fields.js"
import { type RawPayload, type RawTotals, rawKinds } from "./RawPayloads.js"

export const RawPayloadView = Schema.Struct({
  id: idField,
  source: sourceField,
  kind: field(
    Schema.Literal(...rawKinds),
    "`answer` of a provider; `file`: what is known of an export file that was refused, or of which rows were left out",
    "answer"
  ),
  key: field(
    Schema.String,
    "Address of the answer without its values, or the name of the file",
    "https://ws.audioscrobbler.com/2.0/?method=…&user=…"
  ),
  reason: field(Schema.String, "What is wrong with it", "answers with something that is not JSON"),
  status: field(Schema.NullOr(Schema.Number), "HTTP status of the answer; null for a file", 200),
  media_type: field(Text, "`Content-Type` of the answer; null if it had none", "text/html; charset=utf-8"),
  size_bytes: field(Schema.Number, "Its size", 48_120),
  stored_bytes: field(Schema.Number, "What it takes in the database, compressed", 4_812),
  cut: field(Schema.Boolean, "Whether only its first 8 MB are stored", false),
  times: field(Schema.Number, "How often the same bytes came", 5),
  first_at: withExample(Timestamp, "2026-03-14T03:00:00.000Z"),
  last_at: withExample(Timestamp, "2026-03-14T20:15:00.000Z")
}).annotations({ identifier: "RawPayload" })
export type RawPayloadView = typeof RawPayloadView.Type

export const rawPayloadView = (payload: RawPayload): RawPayloadView => ({
  id: payload.id,
  source: payload.source,
  kind: payload.kind,
  key: payload.key,
  reason: payload.reason,
  status: payload.status,
  media_type: payload.mediaType,
  size_bytes: payload.size,
  stored_bytes: payload.storedSize,
  cut: payload.isCut,
  times: payload.times,
  first_at: iso(payload.firstAt),
  last_at: iso(payload.lastAt)
})

/** What is stored of each source, for the command line. */
export const rawTotalsView = ({ newestAt, oldestAt, payloads, source, storedSize }: RawTotals) => ({
  source,
  payloads,
  stored_bytes: storedSize,
  oldest_at: iso(oldestAt),
  newest_at: iso(newestAt)
})

/** The name of a payload as a file. Its bytes may be anything, so that no ending promises a format. */
export const rawFileName = ({ id, source }: Pick<RawPayload, "id" | "source">): string => `${source}-${id}.raw`
