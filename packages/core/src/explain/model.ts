import type { RuleId } from "./rules.js"

/** What a source reported of a record. Times are epoch milliseconds; null means unknown. */
export interface ExplainedSource {
  readonly source: string
  /** The natural key of the report at the source; null for a sum of reports. */
  readonly key: string | null
  /** When Daybook, or the source, first had it. */
  readonly firstSeen: number | null
  readonly lastSeen: number | null
  /** Number of reports in a sum. */
  readonly reports?: number
  /** Seconds from the report that counts. */
  readonly distance?: number
  /** Subject and sender of a mail, for administrators only. */
  readonly mail?: string
}

/** What a source said of one field, instead of what was chosen. */
export interface OtherValue {
  readonly source: string
  readonly value: unknown
}

/** Why a field has its value. */
export interface FieldReason {
  readonly value: unknown
  /** A source, or `person`. */
  readonly from: string
  readonly rule: RuleId
  /** When it was decided by hand, epoch milliseconds. */
  readonly at?: number
  readonly others: ReadonlyArray<OtherValue>
}

/** A report that was merged into the record. */
export interface ExplainedMerge {
  /** Source and key: `calendar c:9f2@example`. */
  readonly with: string
  readonly rule: RuleId
  /** The request that separates them; null if there is none. */
  readonly undo: string | null
}

/** What the owner decided about the record. */
export interface ExplainedDecision {
  /** Epoch milliseconds; null if unknown. */
  readonly at: number | null
  readonly by: string
  readonly what: string
}

/** Why the record does not count. */
export interface HiddenBy {
  readonly rule: RuleId
  /** The filter, the correction, the report that counts instead, or the one that is hidden. */
  readonly what: string
}

/** A correction of the owner that applies to the record. */
export interface ExplainedCorrection {
  readonly id: number
  /** The correction as one line. */
  readonly says: string
}

/** How many reports of a day a source has, and what became of them. */
export interface SourceCounts {
  readonly source: string
  readonly reported: number
  readonly counted: number
  /** Dropped, because another report counts. */
  readonly duplicates: number
  readonly hidden: number
}

/** Why a record is as it is. */
export interface Explanation {
  readonly sources: ReadonlyArray<ExplainedSource>
  readonly fields: Readonly<Record<string, FieldReason>>
  readonly merges: ReadonlyArray<ExplainedMerge>
  readonly decisions: ReadonlyArray<ExplainedDecision>
  readonly hiddenBy: ReadonlyArray<HiddenBy>
  /** None if absent. */
  readonly corrections?: ReadonlyArray<ExplainedCorrection>
  /** For a day only. */
  readonly counts?: ReadonlyArray<SourceCounts>
}

export const noReasons: Explanation = { sources: [], fields: {}, merges: [], decisions: [], hiddenBy: [] }

/** The source of what the owner entered or decided. */
export const person = "person"

/** What a record would be if one source alone had reported it. The most authoritative voice comes first. */
export interface Voice {
  readonly source: string
  readonly values: Readonly<Record<string, unknown>>
}

const maxOthers = 10

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const isKnown = (value: unknown): boolean => value !== null && value !== undefined

/** What the other voices say of a field, each source and value once. */
export const otherValues = (
  voices: ReadonlyArray<Voice>,
  field: string,
  chosen: unknown
): ReadonlyArray<OtherValue> => {
  const others = new Map<string, OtherValue>()
  for (const { source, values } of voices) {
    const value = values[field]
    if (isKnown(value) && !isSame(value, chosen)) others.set(JSON.stringify([source, value]), { source, value })
  }
  return [...others.values()].slice(0, maxOthers)
}

/**
 * Why each known field of a record has its value: the first voice that alone leads to it. A field that no source alone
 * leads to is left out. `ruleOf` names the rule by the field and the place of the voice; undefined leaves a field out.
 */
export const explainFields = (
  answered: Readonly<Record<string, unknown>>,
  voices: ReadonlyArray<Voice>,
  ruleOf: (field: string, place: number, voice: Voice) => RuleId | undefined
): Readonly<Record<string, FieldReason>> =>
  Object.fromEntries(
    Object.entries(answered).flatMap(([field, value]): ReadonlyArray<readonly [string, FieldReason]> => {
      const place = isKnown(value) ? voices.findIndex(({ values }) => isSame(values[field], value)) : -1
      const rule = place < 0 ? undefined : ruleOf(field, place, voices[place]!)
      if (rule === undefined) return []
      return [[field, { value, from: voices[place]!.source, rule, others: otherValues(voices, field, value) }]]
    })
  )

/** Source and key of a report in one text. */
export const reportName = (source: string, key: string | null): string => (key === null ? source : `${source} ${key}`)
