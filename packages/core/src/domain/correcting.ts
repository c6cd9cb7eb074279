import { Array as Arrays, Context, Effect } from "effect"
import {
  type CorrectionRules,
  type Moves,
  type NewCorrection,
  type RecordCorrections,
  type RecordKey,
  type SettableFields,
  correctableRecords,
  fieldValue,
  movesOf
} from "../corrections/index.js"
import type { EntityRef } from "../domains.js"
import { publishCorrectedOf } from "../publishing/index.js"
import { Calendar } from "../shared/Calendar.js"
import type { DeclaredDomain, DeclaredRecord, RecordRef } from "./model.js"
import type { RecordChanges } from "./DeclaredRecords.js"
import { type DeclaredField, typeOf } from "./fields.js"
import { publishedChanges, recordEntity } from "./publishable.js"
import { type FieldValue, type Reading, type Values, keyText, readValue } from "./values.js"

/** A value of a field as an owner writes it: `true`, `12.5`, `2026-03-14`. */
const readWritten = (name: string, field: DeclaredField, text: string): Reading<FieldValue> => {
  const type = typeOf(field)
  if (type === "boolean") return readValue(name, field, text === "true" ? true : text === "false" ? false : text)
  const isNumber = (type === "integer" || type === "number") && text.trim() !== ""
  return readValue(name, field, isNumber ? Number(text) : text)
}

const problemOf = (name: string, field: DeclaredField) => (text: string) => {
  const reading = readWritten(name, field, text)
  return reading._tag === "Read" ? null : reading.why
}

/** The fields that the owner may set, with what they accept. Lists have no one value, and a key stays. */
const settable = ({ fields, key }: DeclaredRecord): SettableFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      key.includes(name) || typeOf(field) === "texts" ? [] : [[name, field.values ?? problemOf(name, field)]]
    )
  )

/** What the owner may correct in a declared domain. A record is named by the fields of its key. */
export const declaredRules = ({ name, records }: DeclaredDomain): CorrectionRules => ({
  domain: name,
  normalize: (value) => value,
  credited: ({ subject }) => subject,
  types: Object.fromEntries(
    Object.entries<DeclaredRecord>(records).map(([type, record]) => {
      const fields = settable(record)
      return [
        type,
        {
          key: record.key,
          providerIds: [],
          kinds: {
            same: { object: type },
            different: { object: type },
            ...(Object.keys(fields).length === 0 ? {} : { set: { fields } }),
            hide: "nothing"
          }
        }
      ]
    })
  )
})

/** The text of the key that a correction names; null if no record can have it. */
export const namedKey = (record: DeclaredRecord, key: RecordKey): string | null => {
  const values: Record<string, FieldValue> = {}
  for (const name of record.key) {
    const reading = readWritten(name, record.fields[name]!, key[name] ?? "")
    if (reading._tag === "Unreadable") return null
    values[name] = reading.value
  }
  return keyText(record, values)
}

type Rule = Pick<NewCorrection, "kind" | "object" | "subject" | "type" | "value">

/** The texts of the keys that corrections name. */
export const keysNamed = ({ record }: RecordRef, corrections: ReadonlyArray<Rule>): ReadonlyArray<string> =>
  corrections.flatMap(({ object, subject, type }) =>
    type === record.name ? [subject, object].flatMap((key) => (key === null ? [] : (namedKey(record, key) ?? []))) : []
  )

/** What corrections say of the records of a type. Records are named by the text of their key. */
export interface RecordDecisions extends Moves {
  readonly isHidden: (end: string) => boolean
  /** The values that the owner gave to the record at an end of `same`. */
  readonly given: (end: string) => Values
}

/** The field and the value of `field=value`; nothing for what the record no longer declares. */
const givenValue = ({ fields }: DeclaredRecord, text: string): ReadonlyArray<readonly [string, FieldValue]> => {
  const { field: name, value } = fieldValue(text)
  const reading = Object.hasOwn(fields, name) ? readWritten(name, fields[name]!, value) : null
  return reading?._tag === "Read" ? [[name, reading.value]] : []
}

export const decisionsOn = ({ record }: RecordRef, corrections: ReadonlyArray<Rule>): RecordDecisions => {
  const own = corrections.flatMap((one) => {
    const [subject, object] = [one.subject, one.object].map((key) => (key === null ? null : namedKey(record, key)))
    return one.type === record.name && subject != null ? [{ ...one, subject, object: object ?? null }] : []
  })
  const moves = movesOf(
    own.flatMap(({ kind, object, subject }) => (kind === "same" && object !== null ? [[subject, object] as const] : []))
  )
  const ofKind = (kind: Rule["kind"]) => {
    const rules = own.filter((one) => one.kind === kind)
    return Arrays.groupBy(rules, ({ subject }) => moves.endOf(subject))
  }
  const [hidden, valued] = [ofKind("hide"), ofKind("set")]
  return {
    ...moves,
    isHidden: (end) => hidden[end] !== undefined,
    given: (end) => Object.fromEntries((valued[end] ?? []).flatMap(({ value }) => givenValue(record, value ?? "")))
  }
}

/** The corrections that apply to the record with a key, or to one that is the same. */
export const correctionsOnRecord = <R extends Rule>(
  of: RecordRef,
  corrections: ReadonlyArray<R>,
  key: string
): ReadonlyArray<R> => {
  const connected = new Set(decisionsOn(of, corrections).connectedTo([key]))
  return corrections.filter((one) => keysNamed(of, [one]).some((name) => connected.has(name)))
}

/** The changes of the records of each type. */
export type DeclaredChanges = ReadonlyArray<readonly [of: RecordRef, changes: RecordChanges]>

type Corrections = RecordCorrections<DeclaredChanges>

/** Applies corrections to the records of declared domains: see `RecordCorrections`. */
export class DeclaredCorrections extends Context.Tag("@daybook/core/DeclaredCorrections")<
  DeclaredCorrections,
  {
    readonly has: (domain: DeclaredDomain, type: string, key: RecordKey) => ReturnType<Corrections["has"]>
    readonly apply: (
      domain: DeclaredDomain,
      concerned: ReadonlyArray<NewCorrection>
    ) => ReturnType<Corrections["apply"]>
    readonly size: (domain: DeclaredDomain) => Corrections["size"]
    readonly summaries: (
      domain: DeclaredDomain,
      records: ReadonlyArray<EntityRef>
    ) => ReturnType<Corrections["summaries"]>
  }
>() {}

/** A declared domain as one whose records the owner may correct. */
export const correctableDeclared = (domain: DeclaredDomain) =>
  Effect.gen(function* () {
    const { apply, has, size, summaries } = yield* DeclaredCorrections
    const calendar = yield* Calendar
    return yield* correctableRecords<DeclaredChanges>(
      declaredRules(domain),
      {
        has: (type, key) => has(domain, type, key),
        apply: (concerned) => apply(domain, concerned),
        size: size(domain),
        summaries: (records) => summaries(domain, records)
      },
      Effect.forEach(([of, changes]) =>
        publishCorrectedOf(domain.name, recordEntity(of, calendar))(publishedChanges(of, changes))
      )
    )
  })
