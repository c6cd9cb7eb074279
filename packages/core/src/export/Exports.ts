import { Context, type Stream } from "effect"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"

/** Rows of one table, each as the text of a JSON object with the columns' names. */
export interface ExportedTable {
  readonly name: string
  readonly rows: Stream.Stream<string, StorageFailure>
}

/** Everything stored of a domain (contract §13). Counts that can be made anew and secrets are not among it. */
export class Exports extends Context.Tag("@daybook/core/Exports")<Exports, {
  readonly tables: (domain: Domain) => ReadonlyArray<ExportedTable>
}>() {}
