import { Context, type Effect, type Scope, type Stream } from "effect"
import type { NoData, StorageFailure } from "../shared/errors.js"

export * from "./BackupDownloads.js"

/** A finished backup of this host. Times are epoch milliseconds. */
export interface BackupFile {
  readonly name: string
  readonly madeAt: number
  readonly bytes: number
}

/** What a host knows about its backups. */
export interface BackupState {
  /** Newest first. */
  readonly files: ReadonlyArray<BackupFile>
  /** The backup that is being made, and how many rows it has so far. */
  readonly running: { readonly since: number; readonly rows: number } | null
  /** Why the last attempt of this process failed; null if it did not. */
  readonly failure: { readonly at: number; readonly message: string } | null
  /** When the schedule makes the next one; null without a schedule. */
  readonly next: number | null
}

/** The backups that a host makes by itself or for an operator, in its own folder. */
export class Backups extends Context.Tag("@daybook/core/Backups")<
  Backups,
  {
    readonly state: Effect.Effect<BackupState, StorageFailure>
    /** Starts a backup and returns before it ends. False if one is being made already. */
    readonly start: Effect.Effect<boolean>
    readonly remove: (name: string) => Effect.Effect<void, NoData | StorageFailure>
    /** The file in pieces. */
    readonly read: (
      name: string
    ) => Effect.Effect<
      { readonly bytes: number; readonly content: Stream.Stream<Uint8Array, StorageFailure> },
      NoData | StorageFailure
    >
    /** Makes backups when the schedule says so, until the scope closes. */
    readonly watch: Effect.Effect<void, never, Scope.Scope>
  }
>() {}
