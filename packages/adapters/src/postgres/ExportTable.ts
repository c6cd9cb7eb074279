/** A table that is exported, and the columns of its key. */
export interface ExportTable {
  readonly name: string
  readonly key: readonly [string, ...ReadonlyArray<string>]
}
