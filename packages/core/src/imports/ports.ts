import { Context, type Effect, type Option, type Scope, type Stream } from "effect"
import type { Domain } from "../domains.js"
import type { FileTooLarge, FullDisk, StorageFailure } from "../shared/errors.js"
import type { FileSample } from "../sync/FileSample.js"
import type { ImportFile } from "../sync/Source.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { Import, ImportProgress, ImportResult } from "./model.js"

/** Files that were handed in, on the disk of this host. */
export class ImportFiles extends Context.Tag("@daybook/core/ImportFiles")<
  ImportFiles,
  {
    /** Maximum size of a file. */
    readonly maxBytes: number
    /** A name that no file has. */
    readonly newName: Effect.Effect<string>
    /**
     * Stores a file while it arrives and returns its size. Fails if it exceeds the limit, if the disk is full, and if
     * it has less space than the client announced. What an interrupted or failed call stored is deleted.
     */
    readonly receive: <E>(
      name: string,
      body: Stream.Stream<Uint8Array, E>,
      onBytes: (received: number) => void,
      announced?: number | null
    ) => Effect.Effect<number, E | FileTooLarge | FullDisk>
    readonly has: (name: string) => Effect.Effect<boolean>
    /** Opens a file under the name that its client gave. It is closed with the scope. */
    readonly open: (name: string, title: string) => Effect.Effect<ImportFile, SourceFailure, Scope.Scope>
    readonly sample: (file: ImportFile) => Effect.Effect<FileSample, SourceFailure>
    readonly remove: (name: string) => Effect.Effect<void>
    /** The files of this host, and when they were last written. */
    readonly all: Effect.Effect<ReadonlyArray<{ readonly name: string; readonly writtenAt: number }>>
  }
>() {}

/** What a new import is about. */
export interface NewImport extends Pick<Import, "file" | "name" | "isDryRun" | "announced"> {
  readonly now: number
}

/** False if the import has another state by now, or does not exist. */
type Change = Effect.Effect<boolean, StorageFailure>

/** Imports of all hosts. */
export class ImportStore extends Context.Tag("@daybook/core/ImportStore")<
  ImportStore,
  {
    readonly create: (of: NewImport) => Effect.Effect<number, StorageFailure>
    readonly received: (id: number, bytes: number, now: number) => Effect.Effect<void, StorageFailure>
    /** The file is complete. */
    readonly enqueue: (
      id: number,
      of: { readonly source: string; readonly domain: Domain; readonly size: number; readonly now: number }
    ) => Change
    readonly get: (id: number) => Effect.Effect<Option.Option<Import>, StorageFailure>
    /** Newest first. */
    readonly all: Effect.Effect<ReadonlyArray<Import>, StorageFailure>
    /** A dry run or an import begins, or begins again. */
    readonly begin: (id: number, now: number) => Change
    /** The source is busy. */
    readonly defer: (id: number, now: number) => Change
    readonly claimed: (id: number, run: number) => Effect.Effect<void, StorageFailure>
    /** False if the import was stopped or deleted. In the transaction of a page, if there is one. */
    readonly progress: (id: number, progress: ImportProgress, now: number) => Change
    readonly complete: (id: number, result: ImportResult, now: number) => Change
    readonly fail: (
      id: number,
      failure: NonNullable<Import["failure"]>,
      result: ImportResult | null,
      now: number
    ) => Change
    /** Frees what dry runs left in the tables. Until then the statements of an import are slow. */
    readonly tidy: Effect.Effect<void, StorageFailure>
    /** Starts an import after its dry run, a stop or a failure. */
    readonly start: (id: number, now: number) => Change
    readonly stop: (id: number, now: number) => Change
    readonly remove: (id: number) => Change
    /** Deletes what is older than its lifetime. */
    readonly purge: (now: number) => Effect.Effect<void, StorageFailure>
  }
>() {}
