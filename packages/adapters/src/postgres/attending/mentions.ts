import { type Mention, beginOf, completeMention, tiesOf, withFormerDates } from "@daybook/core/attending"
import type { PageResult, Span } from "@daybook/core/sync"
import { Effect } from "effect"
import { instant, nullable, number, text, texts, toJson } from "../kit/columns.js"
import { within } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { mentionBody, toBody, toMention } from "./documents.js"

/** The result of writing mentions, with their ties before and after. */
export interface MentionChanges {
  readonly applied: PageResult
  readonly ties: ReadonlyArray<string>
}

const reports = table("attending_mentions", { key: text, body: mentionBody, ties: texts })
const mentions = table(reports.name, { source: text, ...reports.columns, saidAt: instant, begins: nullable(instant) })

/** Removes NUL characters, which emails may contain and PostgreSQL rejects. */
const clean = (mention: Mention): Mention => JSON.parse(toJson(mention)) as Mention

/** Stores new and changed mentions. */
export const writeMentions = Effect.fn("attending.writeMentions")(function* (
  source: string,
  incoming: ReadonlyArray<Mention>,
  covers: Span | null
) {
  const reported = [...new Map(incoming.map(clean).map((mention) => [mention.key, mention])).values()]
  const keys = reported.map(({ key }) => key)
  const before =
    keys.length === 0
      ? []
      : yield* sql(reports.columns)`
          SELECT ${reports.select("mention")} FROM attending_mentions AS mention
          WHERE source = ${source} AND key = ANY(${keys}::text[])`
  const existing = new Map(before.map(({ body, key, ties }) => [key, { mention: toMention(body), ties }]))
  const complete = reported.flatMap((mention) => {
    const before = existing.get(mention.key)?.mention
    const completed = completeMention(mention, before)
    return completed === null ? [] : withFormerDates(completed, before)
  })
  const changed = complete.filter((mention) => !isSame(existing.get(mention.key)?.mention, mention))
  yield* upsert(source, changed)
  const missing = covers === null ? [] : yield* missingIn(source, covers, keys)
  const fresh = changed.filter(({ key }) => !existing.has(key))
  return {
    applied: {
      added: fresh.length,
      changed: changed.length - fresh.length,
      present: before.map(({ key }) => key),
      missing
    },
    ties: changed.flatMap((mention) => [
      ...(existing.get(mention.key)?.ties ?? []),
      ...tiesOf({ source, mention, promotion: null })
    ])
  } satisfies MentionChanges
})

/** Ignores the order of members, which the database does not preserve. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  )
}

/** A promotion keeps the tie to its date, whatever later reports say. */
const upsert = (source: string, changed: ReadonlyArray<Mention>) =>
  mentions.upsert(
    changed.map((mention) => ({
      source,
      key: mention.key,
      saidAt: mention.saidAt,
      begins: beginOf(mention),
      body: toBody(mention),
      ties: tiesOf({ source, mention, promotion: null })
    })),
    {
      key: ["source", "key"],
      set: { ties: sql`excluded.ties || array_remove(ARRAY[stored.promotion ->> 'date'], NULL)` },
      returning: {}
    }
  )

const missingIn = (source: string, span: Span, incoming: ReadonlyArray<string>) =>
  Effect.map(
    sql({ key: text })`
      SELECT key FROM attending_mentions
      WHERE source = ${source} AND ${within("begins", span)}
        AND key <> ALL(${incoming}::text[]) ORDER BY key`,
    (rows) => rows.map(({ key }) => key)
  )

/** Deletes mentions and returns their ties. */
export const dropMentions = (source: string, keys: ReadonlyArray<string>) =>
  sql({ ties: texts, eventId: nullable(number) })`
    DELETE FROM attending_mentions WHERE source = ${source} AND key = ANY(${keys}::text[]) RETURNING ties, event_id`
