import type { Effect } from "effect"

/** How a file begins. */
export interface FileBeginning {
  readonly text: string
  /** The first rows, if the text is a CSV. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** The first objects, if the text is JSON: elements of a list, or one a line. */
  readonly objects: ReadonlyArray<unknown>
}

/**
 * The beginning of a file; of a zip archive that of its only file, empty if it holds several. A source recognises its
 * own export files by it, never by the name of the file.
 */
export interface FileSample extends FileBeginning {
  /** The first bytes; those of the unpacked file, if the file is compressed with gzip. */
  readonly head: Uint8Array
  /** The names of the files in a zip archive; null if the file is none. */
  readonly entries: ReadonlyArray<string> | null
  /** How the first files of an archive of several begin. */
  readonly members?: ReadonlyArray<FileBeginning & { readonly name: string }>
}

/** Whether a file is an export of a source. */
export type Recognise = (sample: FileSample) => boolean

/** A row of an export file that could not be read. */
export interface LeftOut {
  /** Such as `line 12`. */
  readonly place: string
  readonly reason: string
}

/** Why rows were left out: how many, and the place of the first, null if its reader does not say. */
export interface LeftOutReason {
  /** A short phrase, the same for the same cause in all sources: `short`, `not watched`. */
  readonly reason: string
  readonly count: number
  readonly first: string | null
}

/** The files in an archive. Folders, and files that systems add by themselves, are not counted. */
export interface ArchiveMembers {
  readonly opened: number
  readonly unread: number
  /** The names of the first ones that were not opened. */
  readonly unreadNames: ReadonlyArray<string>
  /** Those of one folder and ending together, if there are more than names: `photos/*.jpg`. Most files first. */
  readonly unreadGroups?: ReadonlyArray<{ readonly name: string; readonly count: number }>
}

/** What the reader of an export file read and what it left out. Every row is in `readable` or in one of `reasons`. */
export interface FileReport {
  /** Rows that became records. */
  readonly readable: number
  readonly unreadable: number
  /** Why rows were left out, the unreadable ones included, most first. */
  readonly reasons: ReadonlyArray<LeftOutReason>
  /** Null if the file is no archive. */
  readonly members: ArchiveMembers | null
  /** The first unreadable rows. */
  readonly leftOut: ReadonlyArray<LeftOut>
  /** Sentences about what was left out on purpose. */
  readonly remarks: ReadonlyArray<string>
}

/** Receives the report at the end of a file, also of one that is cut short. */
export type OnFileReport = (report: FileReport) => Effect.Effect<void>
