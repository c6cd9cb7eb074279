import { Schema } from "effect"
import { viewOf } from "../kit/record.js"
import { Timestamp, field, isoOrNull } from "../shared/fields.js"
import { type Correction, type NewCorrection, correctionFields } from "./model.js"
import type { RecordSummary, Suggestion } from "./ports.js"
import type { Preview } from "./service.js"

const fieldViews = viewOf(correctionFields)

/** What other domains count. */
const elsewhere = "in other domains of viewings, saves, runs or events"

export const CorrectionView = Schema.Struct({
  ...fieldViews.schemas,
  names_nothing: field(
    Schema.optional(Schema.Boolean),
    "Whether a record that it names is not here, or not any more: it does nothing then; only of a single correction",
    false
  )
}).annotations({ identifier: "Correction" })
export type CorrectionView = typeof CorrectionView.Type
export const correctionView = (correction: Correction): CorrectionView => fieldViews.of(correction)
/** A correction with whether it names nothing. */
export const checkedView = (correction: Correction & { readonly namesNothing: boolean }): CorrectionView => ({
  ...correctionView(correction),
  names_nothing: correction.namesNothing
})

const optionalOf = <A>(schema: Schema.Schema<A>) => Schema.optional(Schema.NullOr(schema))

/** A correction as the admin routes accept it. */
export const RequestedCorrection = Schema.Struct({
  domain: field(Schema.optional(Schema.String), "Domain of the records, `listening` by default", "listening"),
  kind: fieldViews.schemas.kind,
  type: fieldViews.schemas.type,
  subject: fieldViews.schemas.subject,
  object: field(
    optionalOf(Schema.Record({ key: Schema.String, value: Schema.String })),
    "Natural key of the other record, for `same`, `different` and `credit`",
    { artist: "Velmora Tide" }
  ),
  value: field(
    optionalOf(Schema.String),
    "The name, for `name`; `name=id` or `none`, for `identify`; `field=value`, for `set`",
    null
  ),
  reason: field(
    optionalOf(Schema.String.pipe(Schema.maxLength(500))),
    correctionFields.reason.options.description,
    correctionFields.reason.options.example
  )
}).annotations({ identifier: "NewCorrection" })
export type RequestedCorrection = typeof RequestedCorrection.Type

export const requestedCorrection = ({
  domain = "listening",
  kind,
  object = null,
  reason = null,
  subject,
  type,
  value = null
}: RequestedCorrection): NewCorrection => ({ domain, kind, type, subject, object, value, reason })

/** A correction as one line of `corrections.ndjson`, without what belongs to this home: ids and times. */
export const correctionLine = ({ domain, kind, object, reason, subject, type, value }: Correction): string =>
  JSON.stringify({ domain, kind, type, subject, object, value, reason })

export const AddedCorrection = Schema.Struct({
  ...CorrectionView.fields,
  affected: field(
    Schema.Number,
    `Number of plays that changed their artist, album, track or visibility; ${elsewhere}`,
    128
  )
}).annotations({ identifier: "AddedCorrection" })

const Size = Schema.Record({ key: Schema.String, value: Schema.Number })
const size = { artists: 344, albums: 678, tracks: 2799, plays: 6634 }

const Summary = Schema.Struct({
  type: field(Schema.String, "Type of the record", "artist"),
  name: field(Schema.String, "Name", "Velmora Tide"),
  of: field(Schema.NullOr(Schema.String), "Artist of an album or track; null for other records", null),
  plays: field(Schema.Number, `Number of plays; ${elsewhere}`, 423)
}).annotations({ identifier: "CorrectedRecord" })

const summaryView = ({ count, name, of, type }: RecordSummary): typeof Summary.Type => ({
  type: type,
  name,
  of,
  plays: count
})

export const PreviewView = Schema.Struct({
  affected: field(
    Schema.Number,
    `Number of plays that would change their artist, album, track or visibility; ${elsewhere}`,
    128
  ),
  before: field(Size, "The library now: records by type", size),
  after: field(Size, "The library after it", { ...size, artists: 343 }),
  examples: field(
    Schema.Array(
      Schema.Struct({
        before: field(Schema.NullOr(Summary), "The record now; null if it is not in the library"),
        after: field(Schema.NullOr(Summary), "The record after it; null if it would leave the library")
      })
    ),
    "At most ten records that would change, those first that change most"
  )
}).annotations({ identifier: "CorrectionPreview" })

const summaryOrNull = (record: RecordSummary | null) => (record === null ? null : summaryView(record))

export const previewView = ({ affected, after, before, examples }: Preview): typeof PreviewView.Type => ({
  affected,
  before,
  after,
  examples: examples.map((one) => ({ before: summaryOrNull(one.before), after: summaryOrNull(one.after) }))
})

const Suggested = Schema.Struct({
  key: fieldViews.schemas.subject,
  plays: field(Schema.Number, `Number of plays; ${elsewhere}`, 12),
  first_played_at: field(
    Schema.NullOr(Timestamp),
    "Time of the first play, in reading of the first save",
    "2023-11-21T22:21:59.000Z"
  )
}).annotations({ identifier: "SuggestedRecord" })

export const SuggestionView = Schema.Struct({
  domain: fieldViews.schemas.domain,
  type: fieldViews.schemas.type,
  subject: field(Suggested, "The record with fewer plays"),
  object: field(Suggested, "The record that it may be"),
  why: field(Schema.String, "Why they may be one", "The names differ only in accents or punctuation.")
}).annotations({ identifier: "CorrectionSuggestion" })

const suggested = ({ count, firstAt, key }: Suggestion["subject"]): typeof Suggested.Type => ({
  key,
  plays: count,
  first_played_at: isoOrNull(firstAt)
})

export const suggestionView = ({
  domain,
  object,
  subject,
  type,
  why
}: Suggestion & { readonly domain: string }): typeof SuggestionView.Type => ({
  domain,
  type,
  subject: suggested(subject),
  object: suggested(object),
  why
})
