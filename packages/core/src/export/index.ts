import { Context, Stream } from "effect"
import type { Domain } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"

/** The rows of one table, each a JSON object with the column names. */
export interface ExportedTable {
  readonly name: string
  readonly rows: Stream.Stream<string, StorageFailure>
}

/** All stored data of a domain, without derived counts and secrets. */
export class Exports extends Context.Tag("@daybook/core/Exports")<
  Exports,
  { readonly tables: (domain: Domain) => ReadonlyArray<ExportedTable> }
>() {}

type Text = Stream.Stream<string, StorageFailure>

/** `{domain,exported_at,tables:{name:[row,…],…}}`, streamed row by row, so memory does not depend on its size. */
export const jsonDocument = (domain: Domain, exportedAt: string, tables: ReadonlyArray<ExportedTable>): Text => {
  const head = `{"domain":${JSON.stringify(domain)},"exported_at":${JSON.stringify(exportedAt)},"tables":{`
  const parts = tables.map(({ name, rows }, index) =>
    Stream.make(`${index === 0 ? "" : ","}${JSON.stringify(name)}:[`).pipe(
      Stream.concat(Stream.intersperse(rows, ",")),
      Stream.concat(Stream.make("]"))
    )
  )
  return parts
    .reduce((all: Text, part) => Stream.concat(all, part), Stream.make(head) as Text)
    .pipe(Stream.concat(Stream.make("}}\n")))
}

/** A line `{"table":name,"row":{…}}` for every row. */
export const lines = (tables: ReadonlyArray<ExportedTable>): Text =>
  tables.reduce(
    (all: Text, { name, rows }) =>
      Stream.concat(
        all,
        Stream.map(rows, (row) => `{"table":${JSON.stringify(name)},"row":${row}}\n`)
      ),
    Stream.empty
  )
