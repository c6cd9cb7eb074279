import { eventsNamed } from "@daybook/core/attending"
import { type NewCorrection, fieldValue } from "@daybook/core/corrections"
import { Effect } from "effect"
import { addCorrection, removeCorrection } from "../corrections/CorrectionStore.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { date, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { type UnstoredInputs, inputsOfEvent } from "./mergeInputs.js"

/**
 * The decisions of the review as corrections: the addresses that came before corrections write the same rows. Each
 * stores a correction; the caller merges again.
 */
const correction = (
  parts: Pick<NewCorrection, "kind" | "type" | "subject"> & Partial<NewCorrection>
): NewCorrection => ({ ...{ domain: "attending", object: null, value: null, reason: null }, ...parts })

const hidingReport = (name: string) =>
  Effect.map(correctionsOf("attending"), (all) =>
    all.filter(({ kind, subject, type }) => kind === "hide" && type === "report" && subject["report"] === name)
  )

/** Excludes a mention from events. */
export const rejectReport = Effect.fn("attending.rejectReport")(function* (name: string) {
  if ((yield* hidingReport(name)).length > 0) return
  yield* addCorrection(correction({ kind: "hide", type: "report", subject: { report: name } }))
})

/** Takes back that a mention is excluded. */
export const acceptReport = Effect.fn("attending.acceptReport")(function* (name: string) {
  for (const { id } of yield* hidingReport(name)) yield* removeCorrection(id)
})

/** Separates a report from others, unless it is separated already. */
export const separateReports = Effect.fn("attending.separateReports")(function* (
  name: string,
  others: ReadonlyArray<string>
) {
  const separated = (yield* correctionsOf("attending"))
    .filter(({ kind, type }) => kind === "different" && type === "report")
    .map(({ object, subject }) => [subject["report"], object?.["report"]])
  for (const other of others) {
    if (separated.some((pair) => pair.includes(name) && pair.includes(other))) continue
    yield* addCorrection(
      correction({ kind: "different", type: "report", subject: { report: name }, object: { report: other } })
    )
  }
})

/** Stores whether the owner attended an event, instead of what they said before. Null: as the sources report. */
export const decidePresence = Effect.fn("attending.decidePresence")(function* (
  around: UnstoredInputs,
  event: number,
  attended: boolean | null
) {
  const target = yield* inputsOfEvent(around, event)
  const [row] = yield* sql({ title: text, date })`
    SELECT title, date FROM attending_events WHERE id = ${event}`
  if (target === null || row === undefined) return
  const { inputs, keys } = target
  const isThis = (key: NewCorrection["subject"]) =>
    eventsNamed(key, inputs).some((members) => members.some((member) => keys.includes(member)))
  for (const one of yield* correctionsOf("attending"))
    if (one.kind === "set" && fieldValue(one.value ?? "").field === "attended" && isThis(one.subject))
      yield* removeCorrection(one.id)
  if (attended === null) return
  const named = { title: row.title, date: row.date }
  const isUnique = eventsNamed(named, inputs).length === 1
  const subject = isUnique ? named : { ...named, report: keys[0]! }
  yield* addCorrection(
    correction({ kind: "set", type: "event", subject, value: `attended=${attended ? "yes" : "no"}` })
  )
})
