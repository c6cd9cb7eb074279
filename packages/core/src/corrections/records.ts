import { Effect } from "effect"
import type { Publisher } from "../publishing/index.js"
import { BadInput, Conflict, type StorageFailure } from "../shared/errors.js"
import type { CorrectionKind, NewCorrection, RecordKey } from "./model.js"
import type { AppliedCorrections, CorrectableDomain, Suggestion } from "./ports.js"
import { type CorrectionRules, keyText, mayBeOne, objectTypeOf } from "./rules.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

/** Applies the corrections of a domain to its records. */
export interface RecordCorrections<Changes> {
  /** Whether a correction of this kind may name a record by this key, hidden or not. */
  readonly has: (type: string, key: RecordKey, kind: CorrectionKind) => Answer<boolean>
  /**
   * Why a correction of existing records contradicts an earlier one, naming both; null if it does not. A domain whose
   * records have several keys needs it.
   */
  readonly conflict?: (correction: NewCorrection) => Answer<string | null>
  /** Merges the records that these corrections name again, with all corrections that are stored. */
  readonly apply: (
    concerned: ReadonlyArray<NewCorrection>
  ) => Answer<AppliedCorrections & { readonly changes: Changes }>
  readonly size: CorrectableDomain["size"]
  readonly summaries: CorrectableDomain["summaries"]
  /** Pairs that may be one, also decided ones; a domain without it suggests nothing. */
  readonly pairs?: Answer<ReadonlyArray<Suggestion>>
}

/** Whether the owner said that a pair is one, or is not. */
const isDecided = (
  rules: CorrectionRules,
  decided: ReadonlyArray<NewCorrection>,
  { object, subject, type }: Suggestion
): boolean => {
  const isOne = (one: RecordKey, other: RecordKey) => mayBeOne(rules, rules.types[type]!, one, other)
  return decided.some(
    (one) =>
      one.type === type &&
      (one.kind === "same" || one.kind === "different") &&
      one.object !== null &&
      ((isOne(one.subject, subject.key) && isOne(one.object, object.key)) ||
        (isOne(one.subject, object.key) && isOne(one.object, subject.key)))
  )
}

/** A domain whose records the owner may correct by their keys. */
export const correctableRecords = <Changes>(
  rules: CorrectionRules,
  store: RecordCorrections<Changes>,
  publish: (changes: Changes) => Effect.Effect<void, StorageFailure, Publisher>
) =>
  Effect.gen(function* () {
    const publisher = yield* Effect.context<Publisher>()

    const requireRecord = (label: string, kind: CorrectionKind, type: string, key: RecordKey) =>
      Effect.flatMap(store.has(type, key, kind), (isKnown) =>
        isKnown
          ? Effect.void
          : new BadInput({
              message: `${label} names nothing that exists: there is no ${type} ${keyText(key)}, check the spelling`
            })
      )

    return {
      rules,
      check: (correction) =>
        Effect.gen(function* () {
          const { kind, object, subject, type } = correction
          yield* requireRecord("subject", kind, type, subject)
          if (object !== null) yield* requireRecord("object", kind, objectTypeOf(rules, type, kind) ?? type, object)
          const conflict = store.conflict === undefined ? null : yield* store.conflict(correction)
          if (conflict !== null) return yield* new Conflict({ message: conflict })
        }),
      apply: (concerned) =>
        Effect.gen(function* () {
          const { affected, changes, touched } = yield* store.apply(concerned)
          yield* Effect.provide(publish(changes), publisher)
          return { affected, touched }
        }),
      size: store.size,
      summaries: store.summaries,
      suggestions: (decided, limit) =>
        Effect.map(store.pairs ?? Effect.succeed([]), (pairs) =>
          pairs
            .filter((pair) => !isDecided(rules, decided, pair))
            .toSorted((one, other) => other.subject.count - one.subject.count)
            .slice(0, limit)
        ),
      completeCounts: Effect.void
    } satisfies CorrectableDomain
  })
