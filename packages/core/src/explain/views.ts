import { Schema } from "effect"
import { Text, Timestamp, field, iso, sourceField } from "../shared/fields.js"
import type { Explanation } from "./model.js"
import { type RuleId, ruleIds, rules } from "./rules.js"

const time = (description: string) => field(Schema.NullOr(Timestamp), description, "2026-11-20T03:00:04.000Z")
const RuleName = Schema.String.annotations({ identifier: "RuleId" }) as unknown as Schema.Schema<RuleId>
const ruleField = field(RuleName, "Id of the rule; the reference lists them", ruleIds[0])

const because = field(Schema.String, "The rule as a sentence", rules["attending.field.league-first"])

const SourceView = Schema.Struct({
  source: sourceField,
  key: field(Text, "Key of the report at the source; null for a sum of reports", "game:745011"),
  first_seen: time("When the report first came here, or was made at the source; null if unknown"),
  last_seen: time("The same of the newest report; null if unknown"),
  reports: field(Schema.optional(Schema.Number), "Number of reports, for a sum", 128),
  distance_s: field(Schema.optional(Schema.Number), "Seconds between this report and the one that counts", 4),
  mail: field(Schema.optional(Schema.String), "Subject and sender of a mail; for admin keys only", "Your tickets")
}).annotations({ identifier: "ExplainedSource" })

const OtherView = Schema.Struct({
  source: sourceField,
  value: field(Schema.Unknown, "What the source says", "2025-06-15")
}).annotations({ identifier: "OtherValue" })

const FieldView = Schema.Struct({
  value: field(Schema.Unknown, "The value, as other operations answer it", "2025-06-14"),
  from: field(Schema.String, "One of `sources`, or `person`", "mlb"),
  rule: ruleField,
  because,
  at: field(Schema.optional(Timestamp), "When it was decided by hand", "2025-06-20T19:02:11.000Z"),
  others: field(Schema.Array(OtherView), "What else was said, at most ten")
}).annotations({ identifier: "ExplainedField" })

const MergeView = Schema.Struct({
  with: field(Schema.String, "Source and key of the other report", "calendar c:9f2@example"),
  rule: ruleField,
  because,
  undo: field(
    Text,
    "The request that separates them; null if there is none",
    "POST /v1/admin/attending/sources/311/separate"
  )
}).annotations({ identifier: "ExplainedMerge" })

const DecisionView = Schema.Struct({
  at: time("When it was decided; null if unknown"),
  by: field(Schema.String, "Who decided", "person"),
  what: field(Schema.String, "What was decided", "attended = true")
}).annotations({ identifier: "ExplainedDecision" })

const HiddenView = Schema.Struct({
  rule: ruleField,
  because,
  what: field(
    Schema.String,
    "The filter, the correction, the report that counts instead, or the one that is hidden",
    "filter 3"
  )
}).annotations({ identifier: "HiddenBy" })

const CorrectionView = Schema.Struct({
  id: field(Schema.Number, "Id of the correction: see `/v1/admin/corrections`", 7),
  says: field(Schema.String, "The correction as one line", "Velmora Tyde is the same as Velmora Tide")
}).annotations({ identifier: "ExplainedCorrection" })

const CountsView = Schema.Struct({
  source: sourceField,
  reported: field(Schema.Number, "Number of reports of the day", 42),
  counted: field(Schema.Number, "Reports that count", 37),
  duplicates: field(Schema.Number, "Reports dropped, because another one counts", 4),
  hidden: field(Schema.Number, "Reports that a filter or the owner hides", 1)
}).annotations({ identifier: "ExplainedCounts" })

/** `GET /v1/explain/{domain}/{type}/{id}`. */
export const ExplanationView = Schema.Struct({
  id: field(Schema.String, "Domain, type and id of the record", "attending/event/58"),
  as_of: time("Since then every source of the domain was read; null if none ever was"),
  sources: field(Schema.Array(SourceView), "Who reported it, the report that counts first"),
  fields: field(Schema.Record({ key: Schema.String, value: FieldView }), "Why each field has its value", {
    event_date: {
      value: "2025-06-14",
      from: "mlb",
      rule: "attending.field.league-first",
      because: rules["attending.field.league-first"],
      others: [{ source: "calendar", value: "2025-06-15" }]
    }
  }),
  merges: field(Schema.Array(MergeView), "Why several reports are one record"),
  decisions: field(Schema.Array(DecisionView), "What the owner decided"),
  hidden_by: field(Schema.Array(HiddenView), "Why it does not count"),
  corrections: field(Schema.Array(CorrectionView), "The corrections of the owner that apply to it"),
  counts: field(Schema.optional(Schema.Array(CountsView)), "What became of the reports of a day, by source")
}).annotations({ identifier: "Explanation" })
export type ExplanationView = typeof ExplanationView.Type

const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

const defined = <A extends object>(part: A): A =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as A

export const explanationView = (id: string, asOf: number | null, explanation: Explanation): ExplanationView => {
  const { corrections = [], counts, decisions, fields, hiddenBy, merges, sources } = explanation
  const withSentence = <A extends { readonly rule: RuleId }>(one: A) => ({ ...one, because: rules[one.rule] })
  return defined({
    id,
    as_of: isoOrNull(asOf),
    sources: sources.map(({ distance, firstSeen, key, lastSeen, mail, reports, source }) =>
      defined({
        source,
        key,
        first_seen: isoOrNull(firstSeen),
        last_seen: isoOrNull(lastSeen),
        reports,
        distance_s: distance,
        mail
      })
    ),
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, { at, from, others, rule, value }]) => [
        name,
        defined({ value, from, rule, because: rules[rule], at: at === undefined ? undefined : iso(at), others })
      ])
    ),
    merges: merges.map(withSentence),
    decisions: decisions.map(({ at, by, what }) => ({ at: isoOrNull(at), by, what })),
    hidden_by: hiddenBy.map(withSentence),
    corrections,
    counts
  }) as ExplanationView
}
