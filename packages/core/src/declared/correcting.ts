import { Array as Arrays, Context, Effect } from "effect"
import {
  type CorrectionRules,
  type Correction,
  type Moves,
  type NewCorrection,
  type RecordCorrections,
  type RecordKey,
  type SettableFields,
  conflictOf,
  correctableRecords,
  fieldValue,
  movesOf
} from "../corrections/index.js"
import type { EntityRef } from "../domains.js"
import { Calendar } from "../shared/Calendar.js"
import type { StorageFailure } from "../shared/errors.js"
import type { DeclaredDomain, DeclaredRecord, RecordRef } from "./model.js"
import type { RecordChanges } from "./DeclaredRecords.js"
import { type DeclaredField, typeOf } from "./fields.js"
import { type FieldValue, type Reading, type Values, keyText, readValue } from "./values.js"
import { publishCorrectedRecords } from "./writer.js"

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

/** The key that the text of a key names. */
const recordKeyOf = ({ key }: DeclaredRecord, text: string): RecordKey => {
  const values = JSON.parse(text) as ReadonlyArray<unknown>
  return Object.fromEntries(key.map((name, index) => [name, String(values[index])]))
}

/** The text of the key of the record that a name means. A name is the text of a key, which may be of no record. */
export type KeyOfName = (name: string) => string

const isKey: KeyOfName = (name) => name

type Rule = Pick<NewCorrection, "kind" | "object" | "subject" | "type" | "value">

/** The texts of the keys that corrections name. */
export const keysNamed = ({ record }: RecordRef, corrections: ReadonlyArray<Rule>): ReadonlyArray<string> =>
  corrections.flatMap(({ object, subject, type }) =>
    type === record.name ? [subject, object].flatMap((key) => (key === null ? [] : (namedKey(record, key) ?? []))) : []
  )

/** Pairs of names that corrections say are not one record. */
export const namesApart = (
  { record }: RecordRef,
  corrections: ReadonlyArray<Rule>
): ReadonlyArray<readonly [string, string]> =>
  corrections.flatMap(({ kind, object, subject, type }) => {
    if (type !== record.name || kind !== "different" || object === null) return []
    const [one, other] = [namedKey(record, subject), namedKey(record, object)]
    return one === null || other === null ? [] : [[one, other] as const]
  })

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

/** Where two corrections name one record by two names, the one with the first name comes last, so that it counts. */
const byName = (one: Rule, other: Rule) => (nameText(one.subject) < nameText(other.subject) ? 1 : -1)
const nameText = (key: RecordKey) => JSON.stringify(Object.values(key))

export const decisionsOn = (
  { record }: RecordRef,
  corrections: ReadonlyArray<Rule>,
  keyOf: KeyOfName = isKey
): RecordDecisions => {
  const own = corrections.toSorted(byName).flatMap((one) => {
    const [subject, object] = [one.subject, one.object].map((key) => {
      const name = key === null ? null : namedKey(record, key)
      return name === null ? null : keyOf(name)
    })
    return one.type === record.name && subject != null ? [{ ...one, subject, object: object ?? null }] : []
  })
  const moves = movesOf(
    own.flatMap(({ kind, object, subject }) =>
      kind === "same" && object !== null && object !== subject ? [[subject, object] as const] : []
    )
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
  key: string,
  keyOf: KeyOfName = isKey
): ReadonlyArray<R> => {
  const connected = new Set(decisionsOn(of, corrections, keyOf).connectedTo([key]))
  return corrections.filter((one) => keysNamed(of, [one]).some((name) => connected.has(keyOf(name))))
}

/** A correction as it names records by their keys; none if it is about one record with two names. */
const byKeys = <C extends NewCorrection>({ record }: RecordRef, keyOf: KeyOfName, one: C): ReadonlyArray<C> => {
  if (one.type !== record.name) return [one]
  const [subject, object] = [one.subject, one.object].map((key) => {
    const name = key === null ? null : namedKey(record, key)
    return name === null ? key : recordKeyOf(record, keyOf(name))
  })
  return JSON.stringify(subject) === JSON.stringify(object) ? [] : [{ ...one, subject: subject!, object: object! }]
}

/**
 * Why a correction contradicts others by what the records are that it names, naming both; null if it does not.
 * `conflictOf` compares only names.
 */
export const conflictOfRecords = (
  of: RecordRef,
  existing: ReadonlyArray<Correction>,
  added: NewCorrection,
  keyOf: KeyOfName
): string | null => {
  const [named] = byKeys(of, keyOf, added)
  const earlier = existing.flatMap((one) => byKeys(of, keyOf, one))
  return named === undefined ? null : conflictOf(declaredRules(of.domain), earlier, named)
}

/** The changes of the records of each type. */
export type DeclaredChanges = ReadonlyArray<readonly [of: RecordRef, changes: RecordChanges]>

type Corrections = RecordCorrections<DeclaredChanges>

/** Applies corrections to the records of declared domains: see `RecordCorrections`. */
export class DeclaredCorrections extends Context.Tag("@daybook/core/DeclaredCorrections")<
  DeclaredCorrections,
  {
    readonly has: (domain: DeclaredDomain, type: string, key: RecordKey) => ReturnType<Corrections["has"]>
    readonly conflict: (
      domain: DeclaredDomain,
      correction: NewCorrection
    ) => Effect.Effect<string | null, StorageFailure>
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
export const correctableDeclared = (domain: DeclaredDomain, rules: CorrectionRules = declaredRules(domain)) =>
  Effect.gen(function* () {
    const { apply, conflict, has, size, summaries } = yield* DeclaredCorrections
    const calendar = yield* Calendar
    return yield* correctableRecords<DeclaredChanges>(
      rules,
      {
        has: (type, key) => has(domain, type, key),
        conflict: (correction) => conflict(domain, correction),
        apply: (concerned) => apply(domain, concerned),
        size: size(domain),
        summaries: (records) => summaries(domain, records)
      },
      Effect.forEach(
        ([of, changes]) => Effect.provideService(publishCorrectedRecords(of, changes), Calendar, calendar),
        { discard: true }
      )
    )
  })
