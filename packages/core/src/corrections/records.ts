import { Effect } from "effect"
import type { Publisher } from "../publishing/index.js"
import { BadInput, type StorageFailure } from "../shared/errors.js"
import type { NewCorrection, RecordKey } from "./model.js"
import type { AppliedCorrections, CorrectableDomain } from "./ports.js"
import { type CorrectionRules, keyText } from "./rules.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

/** Applies the corrections of a domain to its records. */
export interface RecordCorrections<Changes> {
  /** Whether a report has a record with this key, hidden or not. */
  readonly has: (type: string, key: RecordKey) => Answer<boolean>
  /** Merges the records that these corrections name again, with all corrections that are stored. */
  readonly apply: (
    concerned: ReadonlyArray<NewCorrection>
  ) => Answer<AppliedCorrections & { readonly changes: Changes }>
  readonly size: CorrectableDomain["size"]
  readonly summaries: CorrectableDomain["summaries"]
}

/** A domain whose records the owner may correct by their keys. It suggests nothing. */
export const correctableRecords = <Changes>(
  rules: CorrectionRules,
  store: RecordCorrections<Changes>,
  publish: (changes: Changes) => Effect.Effect<void, StorageFailure, Publisher>
) =>
  Effect.gen(function* () {
    const publisher = yield* Effect.context<Publisher>()

    const requireRecord = (label: string, type: string, key: RecordKey) =>
      Effect.flatMap(store.has(type, key), (isKnown) =>
        isKnown
          ? Effect.void
          : new BadInput({
              message: `${label} names nothing that exists: there is no ${type} ${keyText(key)}, check the spelling`
            })
      )

    return {
      rules,
      check: ({ object, subject, type }) =>
        Effect.zipRight(
          requireRecord("subject", type, subject),
          object === null ? Effect.void : requireRecord("object", type, object)
        ),
      apply: (concerned) =>
        Effect.gen(function* () {
          const { affected, changes, touched } = yield* store.apply(concerned)
          yield* Effect.provide(publish(changes), publisher)
          return { affected, touched }
        }),
      size: store.size,
      summaries: store.summaries,
      suggestions: () => Effect.succeed([]),
      completeCounts: Effect.void
    } satisfies CorrectableDomain
  })
