import type { Effect } from "effect"

/** The beginning of a file. A source recognises its own export files by it, never by the name of the file. */
export interface FileSample {
  /** The first bytes; those of the unpacked file, if the file is compressed with gzip. */
  readonly head: Uint8Array
  /** `head` as text; of a zip archive the beginning of its only file, empty if it holds several. */
  readonly text: string
  /** The first rows, if the text is a CSV. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** The first objects, if the text is JSON: elements of a list, or one a line. */
  readonly objects: ReadonlyArray<unknown>
  /** The names of the files in a zip archive; null if the file is none. */
  readonly entries: ReadonlyArray<string> | null
}

/** Whether a file is an export of a source. */
export type Recognise = (sample: FileSample) => boolean

/** A row of an export file that could not be read. */
export interface LeftOut {
  /** Such as `line 12`. */
  readonly place: string
  readonly reason: string
}

/** What the reader of an export file read and what it left out. */
export interface FileReport {
  readonly readable: number
  readonly unreadable: number
  /** The first unreadable rows. */
  readonly leftOut: ReadonlyArray<LeftOut>
  /** Sentences about what was left out on purpose. */
  readonly remarks: ReadonlyArray<string>
}

/** Receives the report at the end of a file, also of one that is cut short. */
export type OnFileReport = (report: FileReport) => Effect.Effect<void>
