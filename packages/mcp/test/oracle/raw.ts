import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"

/** A row of the recorded sample as it is written there: texts, or null. */
export type Row = Readonly<Record<string, string | null>>

/** The sample's rows by table, read with the system's tar and nothing of Daybook. */
export interface Raw {
  readonly madeAt: number
  readonly rows: (table: string) => ReadonlyArray<Row>
}

/** Unpacks the sample into an empty folder. */
export const readSample = (file: string, folder: string): Raw => {
  execFileSync("tar", ["-xf", file, "-C", folder])
  const { made_at, tables } = JSON.parse(readFileSync(join(folder, "daybook.json"), "utf8")) as {
    readonly made_at: string
    readonly tables: ReadonlyArray<{ readonly name: string; readonly columns: ReadonlyArray<string> }>
  }
  const loaded = new Map<string, ReadonlyArray<Row>>()
  const load = (name: string): ReadonlyArray<Row> => {
    const columns = tables.find((table) => table.name === name)?.columns ?? []
    const pieces = join(folder, "tables", name)
    return readdirSync(pieces).flatMap((piece) =>
      gunzipSync(readFileSync(join(pieces, piece)))
        .toString()
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => {
          const values = JSON.parse(line) as ReadonlyArray<string | null>
          return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
        })
    )
  }
  return {
    madeAt: Date.parse(made_at),
    rows: (name) => {
      const rows = loaded.get(name) ?? load(name)
      loaded.set(name, rows)
      return rows
    }
  }
}
