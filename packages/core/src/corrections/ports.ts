import { Context, type Effect } from "effect"
import type { EntityRef } from "../domains.js"
import type { BadInput, Conflict, StorageFailure } from "../shared/errors.js"
import type { JobProgress } from "../sync/SyncStore.js"
import type { Correction, NewCorrection, RecordKey } from "./model.js"
import type { CorrectionRules } from "./rules.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

/** The corrections of all domains, in the order in which they were made. */
export class CorrectionStore extends Context.Tag("@daybook/core/CorrectionStore")<
  CorrectionStore,
  {
    readonly all: Answer<ReadonlyArray<Correction>>
    /**
     * Lets other writers of a domain wait until the transaction ends. Two corrections that contradict each other would
     * not see each other if they were checked at once.
     */
    readonly lock: (domain: string) => Answer<void>
    readonly add: (correction: NewCorrection) => Answer<Correction>
    readonly remove: (id: number) => Answer<void>
  }
>() {}

/** A record as a preview and a suggestion show it. */
export interface RecordSummary extends EntityRef {
  readonly name: string
  /** Whose it is, such as the artist of a track; null if nobody's. */
  readonly of: string | null
  /** What the owner did with it, such as plays. */
  readonly count: number
}

/** The size of a domain by type of record, and of what happened: `{ artists: 344, plays: 6634 }`. */
export type DomainSize = Readonly<Record<string, number>>

/** What applying corrections changed. */
export interface AppliedCorrections {
  /** Number of records of events that now belong elsewhere, such as plays. */
  readonly affected: number
  /** Records whose answers may differ. */
  readonly touched: ReadonlyArray<EntityRef>
}

/** A page of a correction of many events. */
export interface CorrectedPage extends AppliedCorrections {
  /** Events that were looked at, and all that the correction concerns. */
  readonly progress: JobProgress
}

/** Two records that may be one. */
export interface Suggestion {
  readonly type: string
  /** The one with less, which would become the other. */
  readonly subject: SuggestedRecord
  readonly object: SuggestedRecord
  readonly why: string
}

export interface SuggestedRecord {
  readonly key: RecordKey
  readonly count: number
  /** Epoch milliseconds; null if unknown. */
  readonly firstAt: number | null
}

/** A domain whose records the owner may correct. */
export interface CorrectableDomain {
  readonly rules: CorrectionRules
  /**
   * Fails with BadInput if the subject, or the object, names no record, and with Conflict if it contradicts an earlier
   * one by what the records are.
   */
  readonly check: (correction: NewCorrection) => Effect.Effect<void, StorageFailure | BadInput | Conflict>
  /** Applies the stored corrections to the records that these concern, and publishes the changes. */
  readonly apply: (concerned: ReadonlyArray<NewCorrection>) => Answer<AppliedCorrections>
  /** For domains of many events: corrections that go on in pages, also after an interruption. */
  readonly pages?: {
    /** As `apply`, but the events wait for `next` if they are many: `waiting` is their number, else zero. */
    readonly begin: (
      concerned: ReadonlyArray<NewCorrection>
    ) => Answer<AppliedCorrections & { readonly waiting: number }>
    /** Applies corrections to the next events that wait; null if none do. */
    readonly next: Answer<CorrectedPage | null>
    readonly areWaiting: Answer<boolean>
  }
  readonly size: Answer<DomainSize>
  readonly summaries: (records: ReadonlyArray<EntityRef>) => Answer<ReadonlyArray<RecordSummary>>
  /** Pairs that a rule nearly merged, those first that would change most. Decided ones are left out. */
  readonly suggestions: (decided: ReadonlyArray<NewCorrection>, limit: number) => Answer<ReadonlyArray<Suggestion>>
  /** Updates the counts that a change left out of date. Call it after the change is committed. */
  readonly completeCounts: Answer<void>
}

/** The domains whose records the owner may correct. */
export class CorrectableDomains extends Context.Tag("@daybook/core/CorrectableDomains")<
  CorrectableDomains,
  ReadonlyArray<CorrectableDomain>
>() {}
