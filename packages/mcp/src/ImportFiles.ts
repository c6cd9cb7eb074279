import { Context, type Effect } from "effect"

/** What an import of a file has done. */
export interface ImportReport {
  /** Rows of the file that have been read. */
  readonly read: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** False while the import goes on after this answer. */
  readonly isFinished: boolean
}

/** A file was not imported. `message` says why, `next` what to do instead. A value of the program that imports. */
export interface ImportRefused {
  readonly _tag: "ImportRefused"
  readonly code: "bad_argument" | "not_found" | "not_set_up" | "unavailable"
  readonly message: string
  readonly next: string
}

/** Imports export files of this machine, as the command line does. */
export class ImportFiles extends Context.Tag("@daybook/mcp/ImportFiles")<
  ImportFiles,
  {
    /** `path` lies in the folder that the owner names for imports, and may be relative to it. */
    readonly run: (source: string, path: string) => Effect.Effect<ImportReport, ImportRefused>
  }
>() {}

export type FileImporter = Context.Tag.Service<ImportFiles>
