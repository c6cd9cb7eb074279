import { domains } from "@daybook/core"
import { correctionKinds } from "@daybook/core/corrections"
import { Effect, Schema } from "effect"
import { type AnswerOf, ask, type AskError } from "../Ask.js"
import { Home, isInScope } from "../Home.js"
import { amount, answerWith, listWith, object, objects, words } from "../kit/output.js"
import { flag, oneOf, optional, text, whole } from "../kit/params.js"
import { everyDomain, partOf, writeTool } from "../Tool.js"
import { badArgument, forbidden, ToolError } from "../ToolError.js"

const standardDomain = "listening"
const maxSuggestions = 50

/** The names of a record. */
const key = Schema.Record({ key: Schema.String, value: Schema.String }).annotations({
  message: () => ({ message: 'must be names, such as {"artist": "Velmora Tide", "track": "Chalk"}', override: true }),
  jsonSchema: { type: "object", additionalProperties: { type: "string" }, description: "names, as shown" }
})

const correctionItem =
  (local: (text: string | null) => string | null) =>
  ({ created_at, id, ...correction }: AnswerOf<"corrections.list">["data"][number]) => ({
    correction: id,
    ...correction,
    made: local(created_at)
  })

const suggestionItem = ({ object, subject, ...pair }: AnswerOf<"corrections.suggestions">["data"][number]) => ({
  ...pair,
  subject: subject.key,
  plays: subject.plays,
  object: object.key,
  object_plays: object.plays
})

export const corrections = writeTool(
  { readOnlyHint: true, openWorldHint: false },
  {
    name: "corrections",
    title: "Corrections",
    description: "Lists the owner's corrections of names and records, or pairs that may be one.",
    domains: everyDomain,
    example: { of: "suggestions" },
    input: { of: optional(oneOf(["made", "suggestions"])), cursor: optional(text()) },
    output: listWith({ correction: amount, kind: words, type: words, subject: object, object, why: words }),
    run: ({ of = "made" }, { place }) =>
      Effect.gen(function* () {
        const { local, scope } = yield* Home
        const inScope = <A extends { readonly domain: string }>(all: ReadonlyArray<A>) =>
          all.filter(({ domain }) => isInScope(scope, domain))
        const items: ReadonlyArray<object> =
          of === "made"
            ? inScope((yield* ask("corrections.list")).data).map(correctionItem(local))
            : inScope((yield* ask("corrections.suggestions", { limit: maxSuggestions })).data).map(suggestionItem)
        return { heading: `corrections: ${of}`, domains: [], list: partOf(items, place, maxSuggestions) }
      })
  }
)

/** A contradiction is no ambiguous name: the host says which correction is in the way. */
const contradicted = (error: AskError) =>
  error.status === 409
    ? badArgument(error.message, "Call corrections for those that were made, and ask the owner which one holds.")
    : error

export const correct = writeTool(
  { destructiveHint: true, idempotentHint: false, openWorldHint: false },
  {
    name: "correct",
    title: "Correct a record",
    description:
      "Makes a lasting rule: the subject is the `same` as the object, `different` from it, has the `name` value, " +
      "belongs to the object (`credit`), has a field with the value (`set`: `attended=no`), or is hidden (`hide`). " +
      "Preview first, and ask the owner.",
    domains,
    example: {
      ...{ kind: "same", type: "artist", preview: true },
      subject: { artist: "Velmora Tyde" },
      object: { artist: "Velmora Tide" }
    },
    input: {
      domain: optional(text(`${standardDomain} by default`)),
      kind: oneOf(correctionKinds),
      type: text("artist, album, track; movie, show, viewing, episode; article; event, venue, report; release, disc"),
      subject: key,
      object: optional(key),
      value: optional(text()),
      reason: optional(text()),
      preview: optional(flag("only say what would change"))
    },
    output: answerWith({ correction: amount, affected: amount, run_id: amount, after: object, examples: objects }),
    run: ({ preview = false, ...correction }) =>
      Effect.gen(function* () {
        const { scope } = yield* Home
        const domain = correction.domain ?? standardDomain
        if (!isInScope(scope, domain)) return yield* forbidden(domain)
        if (preview) {
          const data = yield* Effect.mapError(ask("corrections.preview", {}, correction), contradicted)
          return { heading: `${data.affected} records would change`, domains: [domain], data: { ...data } }
        }
        const added = yield* Effect.mapError(ask("corrections.create", {}, correction), contradicted)
        const data =
          "correction" in added
            ? { correction: added.correction.id, run_id: added.run_id }
            : { correction: added.id, affected: added.affected }
        return { heading: `made correction ${data.correction}`, domains: [domain], data }
      })
  }
)

export const undoCorrection = writeTool(
  { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  {
    name: "undo_correction",
    title: "Undo a correction",
    description: "Takes back a correction; everything is as it would be without it. corrections has the numbers.",
    domains: everyDomain,
    example: { correction: 3 },
    input: { correction: whole(1, 2_147_483_647) },
    output: answerWith({ correction: amount, run_id: amount }),
    run: ({ correction }) =>
      Effect.gen(function* () {
        const { scope } = yield* Home
        const missing = new ToolError({
          code: "not_found",
          message: `There is no correction ${correction}.`,
          next: "Call corrections for those that were made."
        })
        const own = (yield* ask("corrections.list")).data.find(({ id }) => id === correction)
        if (own === undefined || !isInScope(scope, own.domain)) return yield* missing
        const removed = yield* Effect.mapError(ask("corrections.remove", { id: correction }), (error) =>
          error.status === 404 ? missing : error
        )
        return {
          heading: `took back correction ${correction}`,
          domains: [own.domain],
          data: { correction, ...("run_id" in removed ? { run_id: removed.run_id } : {}) }
        }
      })
  }
)
