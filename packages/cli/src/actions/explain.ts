import * as Daybook from "@daybook/adapters"
import { type ExplanationView, Explanations } from "@daybook/core/explain"
import { Freshness } from "@daybook/core/sync"
import { Effect } from "effect"
import { Failure, Usage } from "../failures.js"
import * as print from "../print.js"
import { domainNamed } from "../sourceSelection.js"

interface ExplainOptions {
  readonly record: string
  readonly json: boolean
}

const recordIn = (text: string) => {
  const [domain = "", type = "", id = "", ...more] = text.split("/")
  return id === "" || more.length > 0 ? undefined : { domain, type, id }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

const section = (title: string, heading: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>) =>
  rows.length === 0 ? Effect.void : Effect.zipRight(print.line(`\n${title}`), print.table(heading, rows))

const asText = (answer: ExplanationView) =>
  Effect.gen(function* () {
    const { as_of, corrections, counts = [], decisions, fields, hidden_by, id, merges, sources } = answer
    yield* print.line(`${id}, as of ${as_of ?? "an unknown time"}`)
    yield* section(
      "sources",
      ["source", "key", "first seen", "reports", "distance"],
      sources.map(({ distance_s, first_seen, key, mail, reports, source }) => [
        source,
        mail ?? key ?? "-",
        first_seen ?? "-",
        reports ?? "-",
        distance_s === undefined ? "-" : `${distance_s} s`
      ])
    )
    yield* section(
      "fields",
      ["field", "value", "from", "rule", "others"],
      Object.entries(fields).map(([name, { from, others, rule, value }]) => [
        name,
        textOf(value),
        from,
        rule,
        others.map((other) => `${other.source}: ${textOf(other.value)}`).join("; ")
      ])
    )
    yield* section(
      "merged",
      ["with", "rule", "undo"],
      merges.map(({ rule, undo, with: other }) => [other, rule, undo ?? "-"])
    )
    yield* section(
      "decisions",
      ["at", "by", "what"],
      decisions.map(({ at, by, what }) => [at ?? "-", by, what])
    )
    yield* section(
      "hidden by",
      ["rule", "what"],
      hidden_by.map(({ rule, what }) => [rule, what])
    )
    yield* section(
      "corrections",
      ["id", "says"],
      corrections.map(({ id, says }) => [id, says])
    )
    yield* section(
      "reports of the day",
      ["source", "reported", "counted", "duplicates", "hidden"],
      counts.map(({ counted, duplicates, hidden, reported, source }) => [source, reported, counted, duplicates, hidden])
    )
  })

export const explainRecord = ({ json, record }: ExplainOptions) =>
  Effect.gen(function* () {
    const named = recordIn(record)
    if (named === undefined)
      return yield* new Usage({
        message: `"${record}" names no record: give domain, type and id, as in \`daybook explain listening/artist/91\``
      })
    const domain = yield* domainNamed(named.domain)
    const answer = yield* Effect.scoped(
      Effect.gen(function* () {
        yield* Effect.flatMap(Freshness, ({ watch }) => watch)
        return yield* Effect.flatMap(Explanations, ({ of }) => of({ ...named, domain, showsMail: true }))
      })
    ).pipe(Effect.provide(Daybook.layer))
    yield* print.answer(json, answer, asText)
  }).pipe(
    Effect.catchTag(
      "NoData",
      ({ what }) => new Failure({ message: `there is no ${what}: \`daybook changes\` lists the records and their ids` })
    )
  )
