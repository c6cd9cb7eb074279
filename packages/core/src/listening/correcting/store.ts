import { Context, type Effect } from "effect"
import type {
  AppliedCorrections,
  CorrectableDomain,
  CorrectedPage,
  NewCorrection,
  RecordKey
} from "../../corrections/index.js"
import type { StorageFailure } from "../../shared/errors.js"
import type { ListeningChanges } from "../store.js"
import type { Kind } from "../model.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

/** An artist, album or track in the library, as suggestions compare it. */
export interface LibraryName {
  readonly kind: Kind
  readonly id: number
  readonly name: string
  readonly artist: string
  readonly plays: number
  /** Epoch milliseconds. */
  readonly firstPlayedAt: number
}

/** Applies corrections to the plays. */
export class ListeningCorrections extends Context.Tag("@daybook/core/ListeningCorrections")<
  ListeningCorrections,
  {
    /** Whether a report has a record with this key. */
    readonly has: (kind: Kind, key: RecordKey) => Answer<boolean>
    /**
     * Computes again which artist, album and track each play has, for all records that the corrections connect with
     * these. `concealed` are the records that leave the library; their pictures stay.
     */
    readonly apply: (
      concerned: ReadonlyArray<NewCorrection>
    ) => Answer<AppliedCorrections & { readonly changes: ListeningChanges }>
    /** As `apply`, but the plays wait if they are many: `waiting` is their number, else zero. */
    readonly begin: (
      concerned: ReadonlyArray<NewCorrection>
    ) => Answer<AppliedCorrections & { readonly changes: ListeningChanges; readonly waiting: number }>
    /** Corrects the next plays that wait, from the oldest; null if none do. */
    readonly next: Answer<(CorrectedPage & { readonly changes: ListeningChanges }) | null>
    readonly areWaiting: Answer<boolean>
    readonly size: CorrectableDomain["size"]
    readonly summaries: CorrectableDomain["summaries"]
    /** All artists of the library. */
    readonly artists: Answer<ReadonlyArray<LibraryName>>
    /** Albums and tracks that have the title of another one of their artist, without edition and guests. */
    readonly alikeTitles: Answer<ReadonlyArray<LibraryName>>
    readonly completeCounts: Answer<void>
  }
>() {}
