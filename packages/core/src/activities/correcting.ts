import { Effect } from "effect"
import type { CorrectableDomain, CorrectionRules, NewCorrection } from "../corrections/index.js"
import {
  type DeclaredStore,
  type DeclaredWriteServices,
  correctableDeclared,
  declaredRules
} from "../declared/index.js"
import type { EntityRef } from "../domains.js"
import { activities } from "./domain.js"
import type { SourceRanks } from "../ranks/index.js"
import { regroupNamed } from "./writer.js"

const { types, ...rules } = declaredRules(activities)

/**
 * What the owner may correct of activities. An activity is named by any of its reports. What services report is not
 * corrected: it decides which activities there are.
 */
export const activityRules: CorrectionRules = { ...rules, types: { activity: types["activity"]! } }

const refsIn = (concerned: ReadonlyArray<NewCorrection>) =>
  concerned.flatMap(({ kind, object, subject }) =>
    kind === "different" ? [subject, object].flatMap((key) => key?.["activity"] ?? []) : []
  )

const unique = (records: ReadonlyArray<EntityRef>): ReadonlyArray<EntityRef> =>
  Array.from(new Map(records.map((one) => [`${one.type} ${one.id}`, one])).values())

/** Activities as a domain whose records the owner may correct: `different` also separates reports of one activity. */
export const correctableActivities = Effect.gen(function* () {
  const context = yield* Effect.context<DeclaredWriteServices | DeclaredStore | SourceRanks>()
  const declared = yield* correctableDeclared(activities, activityRules)
  return {
    ...declared,
    apply: (concerned) =>
      Effect.gen(function* () {
        const changes = yield* Effect.provide(regroupNamed(refsIn(concerned)), context)
        const applied = yield* declared.apply(concerned)
        const regrouped = changes.flatMap(({ concealed = [], deleted, upserted }) =>
          [...upserted.map(({ id }) => id), ...deleted, ...concealed].map((id) => ({ type: "activity", id }))
        )
        const touched = unique([...regrouped, ...applied.touched])
        return { touched, affected: touched.length }
      })
  } satisfies CorrectableDomain
})
