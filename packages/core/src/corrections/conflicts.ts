import type { Correction, CorrectionKind, NewCorrection, RecordKey } from "./model.js"
import { type CorrectionRules, fieldValue, isFollowed, keyText, mayBeOne, objectTypeOf } from "./rules.js"

/** `correction 3 (Velmora Tyde is the same as Velmora Tide)` */
const described = (one: NewCorrection & { readonly id?: number }): string =>
  `${one.id === undefined ? "this one" : `correction ${one.id}`} (${sentenceOf(one)})`

/** That a correction contradicts another one, naming both, with what to do. */
export const contradicts = (added: NewCorrection, other: NewCorrection, advice: string): string =>
  `${described(added)} contradicts ${described(other)}: ${advice}`

const verbs: Readonly<Record<CorrectionKind, string>> = {
  same: "is the same as",
  different: "is not",
  name: "is written as",
  credit: "belongs to",
  identify: "is",
  set: "has",
  hide: "is hidden"
}

/** A correction as one line for people. */
export const sentenceOf = ({
  kind,
  object,
  subject,
  value
}: Pick<Correction, "kind" | "object" | "subject" | "value">) =>
  [keyText(subject), verbs[kind], value ?? (object === null ? null : keyText(object))]
    .filter((part) => part !== null)
    .join(" ")

type Keys = (type: string, key: RecordKey) => RecordKey

/** Whether a correction is between records of two types, such as a release and an album of listening. */
const isLink = (rules: CorrectionRules, { kind, type }: NewCorrection) => {
  const other = objectTypeOf(rules, type, kind)
  return other !== null && other !== type && kind !== "credit"
}

const isMove = (rules: CorrectionRules, one: NewCorrection) =>
  (one.kind === "same" || one.kind === "credit") && isFollowed(rules, one.type, one.kind) && !isLink(rules, one)

/** What a record can have only one of, in the plural; null if a correction gives it no such thing. */
const decides = ({ kind, value }: NewCorrection): string | null => {
  if (kind === "name") return "names"
  if (kind === "identify") return "ids"
  return kind === "set" ? `values of ${fieldValue(value ?? "").field}` : null
}

/** Whether two corrections cannot both hold of one record. */
const disagree = (one: NewCorrection, other: NewCorrection): boolean =>
  decides(one) === decides(other) && one.value !== other.value

/** Follows the moves of one type from a record to its end. */
const waysOf = (rules: CorrectionRules, type: string, moves: ReadonlyArray<NewCorrection>, keys: Keys) => {
  const isOne = (one: RecordKey, other: RecordKey) =>
    mayBeOne(rules, rules.types[type]!, keys(type, one), keys(type, other))
  const targetOf = (move: NewCorrection): RecordKey => (move.kind === "credit" ? rules.credited(move) : move.object!)
  const wayOf = (key: RecordKey): ReadonlyArray<NewCorrection> => {
    const way: Array<NewCorrection> = []
    for (let at = key; ; at = targetOf(way.at(-1)!)) {
      const next = moves.find((one) => isOne(one.subject, at))
      if (next === undefined || way.includes(next)) return way
      way.push(next)
    }
  }
  const endOf = (key: RecordKey): RecordKey => {
    const last = wayOf(key).at(-1)
    return last === undefined ? key : targetOf(last)
  }
  return { isOne, targetOf, wayOf, endOf }
}

/** Why a correction contradicts earlier ones of its type, naming both sides. */
const conflictAmong = (
  rules: CorrectionRules,
  others: ReadonlyArray<NewCorrection>,
  added: NewCorrection,
  keys: Keys
): string | null => {
  const alike = others.filter(({ type }) => type === added.type)
  const moves = alike.filter((one) => isMove(rules, one))
  const ofKind = (kind: CorrectionKind) => alike.filter((one) => one.kind === kind)
  const { endOf, isOne, targetOf, wayOf } = waysOf(rules, added.type, moves, keys)
  const against = (other: NewCorrection, advice: string) => contradicts(added, other, advice)

  const moving = () => {
    const move = moves.find((one) => isOne(one.subject, added.subject))
    if (move !== undefined) return against(move, "remove that one first, or correct its object")
    const target = targetOf(added)
    const circle = wayOf(target).find((one) => isOne(targetOf(one), added.subject))
    if (circle !== undefined) return against(circle, "they form a circle, remove one of them")
    const end = endOf(target)
    const after = (key: RecordKey) => {
      const before = endOf(key)
      return isOne(before, added.subject) ? end : before
    }
    const apart = ofKind("different").find((one) => isOne(after(one.subject), after(one.object!)))
    if (apart !== undefined) return against(apart, "remove that one first")
    const decided = alike.filter((one) => decides(one) !== null && isOne(after(one.subject), end))
    const first = decided.find((one) => decided.some((other) => disagree(one, other)))
    const second = first && decided.find((other) => disagree(first, other))
    return first === undefined || second === undefined
      ? null
      : `${described(added)} would give one record two ${decides(second)}, by ${described(first)} and ` +
          `${described(second)}: remove one of them`
  }

  const parting = () => {
    const joined = wayOf(added.subject)[0] ?? wayOf(added.object!)[0]
    if (joined !== undefined && isOne(endOf(added.subject), endOf(added.object!)))
      return against(joined, "remove that one first")
    const pairs = (one: NewCorrection, subject: RecordKey, object: RecordKey) =>
      isOne(one.subject, subject) && isOne(one.object!, object)
    const earlier = ofKind("different").find(
      (one) => pairs(one, added.subject, added.object!) || pairs(one, added.object!, added.subject)
    )
    return earlier === undefined ? null : against(earlier, "it says so already")
  }

  // An item may be one with several records of another type, so only two words about one pair contradict each other.
  const linking = () => {
    const other = rules.types[objectTypeOf(rules, added.type, added.kind)!]!
    const earlier = alike.find(
      (one) =>
        isLink(rules, one) && isOne(one.subject, added.subject) && mayBeOne(rules, other, one.object!, added.object!)
    )
    if (earlier === undefined) return null
    return against(earlier, earlier.kind === added.kind ? "it says so already" : "remove that one first")
  }

  const deciding = () => {
    const end = endOf(added.subject)
    const decided = ofKind(added.kind)
      .filter((one) => decides(one) === decides(added))
      // Two that became one may both be hidden, or both have one name: that may have been said before they became one.
      .find((one) => (disagree(one, added) ? isOne(endOf(one.subject), end) : isOne(one.subject, added.subject)))
    return decided === undefined ? null : against(decided, "remove that one first")
  }

  if (isLink(rules, added)) return linking()
  if (isMove(rules, added)) return moving()
  return added.kind === "different" ? parting() : deciding()
}

/** Keys with the corrected key of the record that they are within, such as the artist of a track. */
const keysUnder = (rules: CorrectionRules, corrections: ReadonlyArray<NewCorrection>): Keys => {
  const asGiven: Keys = (_, key) => key
  return (type, key) => {
    const { within } = rules.types[type]!
    if (within === undefined) return key
    const { key: names, providerIds } = rules.types[within]!
    const isPart = (name: string) => names.includes(name) || providerIds.includes(name)
    const [part, rest] = [isPart, (name: string) => !isPart(name)].map((keeps) =>
      Object.fromEntries(Object.entries(key).filter(([name]) => keeps(name)))
    )
    const moves = corrections.filter((one) => one.type === within && isMove(rules, one))
    return { ...waysOf(rules, within, moves, asGiven).endOf(part!), ...rest }
  }
}

/**
 * Why a correction contradicts the existing ones of its domain, naming both sides; null if it does not. `same` and
 * `credit` lead from a record to another, so that every record has one end.
 */
export const conflictOf = (
  rules: CorrectionRules,
  existing: ReadonlyArray<Correction>,
  added: NewCorrection
): string | null => {
  const own = existing.filter(({ domain }) => domain === added.domain)
  const keys = keysUnder(rules, [...own, added])
  const conflict = conflictAmong(rules, own, added, keys)
  if (conflict !== null || !isMove(rules, added)) return conflict
  // Two artists that become one may bring contradictions between their titles.
  const affected = own.filter(({ type }) => rules.types[type]?.within === added.type)
  const between = affected
    .map((one, index) => conflictAmong(rules, affected.slice(0, index), one, keys))
    .find((problem) => problem !== null)
  return between === undefined ? null : `${described(added)} brings a contradiction: ${between}`
}
