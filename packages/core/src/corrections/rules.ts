import { isLocalDate } from "../shared/LocalDate.js"
import { wholeStart } from "../shared/names.js"
import type { CorrectionKind, NewCorrection, RecordKey } from "./model.js"

/**
 * What a kind of correction needs besides its subject: nothing, a name, a record of a type, the value of a field as
 * `field=value`, or an id at a provider as `name=id` or `none`. A `credit` that names its subject `asReported` does not
 * lead on: what it moves stays where it says.
 */
export type Requirement =
  | "nothing"
  | "value"
  | { readonly object: string; readonly asReported?: true }
  | { readonly fields: SettableFields; readonly orNone?: true }

/** The value of an `identify` that says that a record is at no provider. */
export const noneOfThem = "none"

/** The fields that the owner may set, by name. */
export type SettableFields = Readonly<Record<string, FieldRule>>

/** The possible values of a field, or what is wrong with a value, such as "must be a number"; null if nothing is. */
type FieldRule = ReadonlyArray<string> | "text" | "day" | ((value: string) => string | null)

/** How records of one type are named and corrected. */
export interface CorrectableType {
  /** The members of a natural key. All of them are required. */
  readonly key: ReadonlyArray<string>
  /** The type whose whole key is a part of this one, such as the artist of a track. */
  readonly within?: string
  /** Members that distinguish records of equal names. */
  readonly providerIds: ReadonlyArray<string>
  /** The kinds that the domain supports for this type; none if it is only the other record of corrections. */
  readonly kinds: Readonly<Partial<Record<CorrectionKind, Requirement>>>
}

/** What the owner may correct in a domain. */
export interface CorrectionRules {
  readonly domain: string
  readonly types: Readonly<Record<string, CorrectableType>>
  /** The key of the record that a `credit` makes of its subject. */
  readonly credited: (credit: Pick<NewCorrection, "object" | "subject">) => RecordKey
  /** The form in which two values of a key member are compared. */
  readonly normalize: (value: string) => string
}

/** The type of the other record that a kind of correction needs; null if it needs none. */
export const objectTypeOf = ({ types }: CorrectionRules, type: string, kind: CorrectionKind): string | null => {
  const requirement = types[type]?.kinds[kind]
  return typeof requirement === "object" && "object" in requirement ? requirement.object : null
}

/** Whether corrections of a kind follow each other: if A is B and B is C, A is C. */
export const isFollowed = ({ types }: CorrectionRules, type: string, kind: CorrectionKind): boolean => {
  const requirement = types[type]?.kinds[kind]
  return typeof requirement !== "object" || !("object" in requirement) || requirement.asReported !== true
}

/** Maximum length of a key member, name or reason, in characters. */
const maxLength = 500

const listed = (names: ReadonlyArray<string>) => names.join(", ")

/** Maximum number of characters of an unknown name that a message repeats. */
const maxNameLength = 60

/** An unknown name as a message repeats it. */
export const briefly = (name: string): string =>
  name.length <= maxNameLength ? name : `${wholeStart(name, maxNameLength)}…`

/** Whether two keys may name one record: equal names, and no provider id that differs. */
export const mayBeOne = (
  { normalize }: Pick<CorrectionRules, "normalize">,
  { key, providerIds }: CorrectableType,
  one: RecordKey,
  other: RecordKey
): boolean =>
  key.every((name) => normalize(one[name] ?? "") === normalize(other[name] ?? "")) &&
  providerIds.every(
    (name) => one[name] === undefined || other[name] === undefined || normalize(one[name]) === normalize(other[name])
  )

/** A key as one line for messages: `Velmora Tide, Violet Chalk`. */
export const keyText = (key: RecordKey): string => Object.values(key).join(", ")

/** NUL cannot be stored, and half of a surrogate pair would come back as another character. */
const unstorable = /\0|\p{Surrogate}/u

const textProblem = (label: string, text: string): string | null => {
  if (text.length > maxLength) return `${label} must have at most ${maxLength} characters`
  return unstorable.test(text) ? `${label} must not contain NUL or half of a surrogate pair: leave them out` : null
}

const keyProblem = (label: string, { key, providerIds }: CorrectableType, record: RecordKey): string | null => {
  const missing = key.filter((name) => record[name] === undefined || record[name].trim() === "")
  if (missing.length > 0) return `${label} must have ${listed(missing)}`
  const unknown = Object.keys(record).find((name) => !key.includes(name) && !providerIds.includes(name))
  if (unknown !== undefined)
    return `${label} has no member ${briefly(unknown)}: use ${listed([...key, ...providerIds])}`
  const blank = providerIds.find((name) => record[name]?.trim() === "")
  if (blank !== undefined) return `${label}.${blank} must not be blank: leave it out`
  const problems = Object.entries(record).map(([name, text]) => textProblem(`${label}.${name}`, text))
  return problems.find((problem) => problem !== null) ?? null
}

/** The field and the value that a `set` gives: `attended=no`. */
export const fieldValue = (value: string): { readonly field: string; readonly value: string } => {
  const at = value.indexOf("=")
  return at < 0
    ? { field: value.trim(), value: "" }
    : { field: value.slice(0, at).trim(), value: value.slice(at + 1).trim() }
}

/** Maximum number of values of a field that a message lists. */
const maxValues = 12

const fieldProblem = (
  kind: CorrectionKind,
  { fields, orNone = false }: { readonly fields: SettableFields; readonly orNone?: boolean },
  text: string | null
): string | null => {
  const names = Object.keys(fields)
  const none = orNone ? `, or ${noneOfThem}` : ""
  if (text === null || text.trim() === "")
    return `value must be given: ${kind} needs a field and its value, such as ${names[0]}=…${none}`
  if (orNone && text.trim() === noneOfThem) return null
  const { field, value } = fieldValue(text)
  const values = Object.hasOwn(fields, field) ? fields[field]! : undefined
  if (values === undefined) return `value must be field=value, with the field ${names.join(" or ")}${none}`
  if (value === "") return `value must have a value after ${field}=`
  if (typeof values === "function") {
    const problem = values(value)
    return problem === null ? null : `${field} ${problem}`
  }
  if (values === "day")
    return isLocalDate(value) ? null : `${field} must be a day, such as ${field}=2024-03-01: there is no ${value}`
  if (values === "text" || values.includes(value)) return null
  const some = values.length > maxValues ? `${listed(values.slice(0, maxValues))}, …` : listed(values)
  return `${field} must be one of ${some}`
}

/** What is wrong with a correction regardless of others, as one line for its author; null if nothing is. */
export const problemOf = (rules: CorrectionRules, correction: NewCorrection): string | null => {
  const { kind, object, reason, subject, value } = correction
  const type = Object.hasOwn(rules.types, correction.type) ? rules.types[correction.type] : undefined
  if (type === undefined || Object.keys(type.kinds).length === 0) {
    const types = Object.keys(rules.types).filter((name) => Object.keys(rules.types[name]!.kinds).length > 0)
    return `type must be one of ${listed(types)} in ${rules.domain}`
  }
  const requirement = type.kinds[kind]
  if (requirement === undefined)
    return `${kind} is not supported for ${correction.type} in ${rules.domain}: use ${listed(Object.keys(type.kinds))}`
  const problem =
    keyProblem("subject", type, subject) ?? textProblem("value", value ?? "") ?? textProblem("reason", reason ?? "")
  if (problem !== null) return problem
  if (requirement === "value" || (requirement !== "nothing" && !("object" in requirement))) {
    if (object !== null) return `object must be left out: ${kind} needs a value`
    if (requirement !== "value") return fieldProblem(kind, requirement, value)
    return value === null || value.trim() === "" ? `value must be given: ${kind} needs the name to write` : null
  }
  if (value !== null) return `value must be left out: ${kind} needs none`
  if (requirement === "nothing") return object === null ? null : `object must be left out: ${kind} needs none`
  const objectType = rules.types[requirement.object]!
  if (object === null) return `object must be given: ${kind} needs the other record, by ${listed(objectType.key)}`
  const other = keyProblem("object", objectType, object)
  if (other !== null) return other
  return requirement.object === correction.type && mayBeOne(rules, type, subject, object)
    ? `subject and object name one ${correction.type}: names that differ only in case are one already` +
        (type.providerIds.length > 0 ? `; name both with ${listed(type.providerIds)} if they are two` : "")
    : null
}

const trimmed = (key: RecordKey): RecordKey =>
  Object.fromEntries(Object.entries(key).map(([name, value]) => [name, value.trim()]))

/** The correction without blanks around names. */
export const cleaned = (correction: NewCorrection): NewCorrection => ({
  ...correction,
  subject: trimmed(correction.subject),
  object: correction.object === null ? null : trimmed(correction.object),
  value: correction.value?.trim() ?? null,
  reason: correction.reason?.trim() ?? null
})

const keyInOrder = ({ key, providerIds }: CorrectableType, record: RecordKey): RecordKey =>
  Object.fromEntries([...key, ...providerIds].flatMap((name) => (name in record ? [[name, record[name]!]] : [])))

/** A valid correction with the members of its keys in the order of the rules, as its sentence shows them. */
export const inOrder = (rules: CorrectionRules, correction: NewCorrection): NewCorrection => {
  const { kind, object, subject, type } = correction
  const objectType = rules.types[objectTypeOf(rules, type, kind) ?? type]!
  return {
    ...correction,
    subject: keyInOrder(rules.types[type]!, subject),
    object: object === null ? null : keyInOrder(objectType, object)
  }
}
