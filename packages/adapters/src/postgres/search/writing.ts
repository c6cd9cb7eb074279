import { type Document, indexed } from "@daybook/core/search"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export type Searchable = Pick<Document, "title" | "subtitle" | "body">

/** Writers of one domain's documents come one after the other, so that none waits for a row that another holds. */
export const writing = (sql: SqlClient.SqlClient) => <A, E, R>(domain: string, write: Effect.Effect<A, E, R>) =>
  sql.withTransaction(Effect.zipRight(sql`SELECT pg_advisory_xact_lock(hashtext(${`daybook search ${domain}`}))`, write))

/** PostgreSQL counts no further. */
const lastPosition = 16_383

/** Words are letters and digits only, so that quotes hold them. */
const weighted = (title: ReadonlyArray<string>, subtitle: ReadonlyArray<string>): string => {
  const lexeme = (weight: string, before: number) => (word: string, at: number) => `'${word}':${Math.min(before + at + 1, lastPosition)}${weight}`
  return [...title.map(lexeme("A", 0)), ...subtitle.map(lexeme("B", title.length))].join(" ")
}

/** The columns that documents are found by, as text that PostgreSQL reads as `tsvector`. */
export const indexColumns = (documents: ReadonlyArray<Searchable>) => {
  const all = documents.map(indexed)
  return {
    titleKeys: all.map(({ titleKey }) => titleKey),
    heads: all.map(({ subtitle, title }) => weighted(title, subtitle)),
    words: all.map(({ body, subtitle, title }) =>
      body.length === 0 ? null : Array.from(new Set([...title, ...subtitle, ...body]), (word) => `'${word}'`).join(" "))
  }
}
