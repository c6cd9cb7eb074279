import { Context, Effect, Option } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { LeftOut } from "./FileSample.js"
import type { ImportFile } from "./Source.js"
import { type SourceFailure, failureWith } from "./SourceFailure.js"

export const rawKinds = ["answer", "file"] as const

/** `answer`: what a provider answered. `file`: what is known of an export file that was refused, or of rows of it. */
export type RawKind = (typeof rawKinds)[number]

/** An answer of a provider that could not be parsed. */
export interface RejectedAnswer {
  readonly source: string
  /** Its address: parts and parameters by their names, without values. */
  readonly key: string
  /** What is wrong with it. */
  readonly reason: string
  /** HTTP status. */
  readonly status: number
  readonly mediaType: string | null
  readonly text: string
  /** What the request sent, so that none of it is stored if the answer repeats it. */
  readonly secrets: ReadonlyArray<string>
}

/** An export file that was refused, or some rows of it. */
export interface RejectedFile {
  readonly source: string
  readonly file: Pick<ImportFile, "name" | "size" | "slice">
  readonly reason: string
  /** The files of an archive; empty for another file. */
  readonly members: ReadonlyArray<string>
  readonly rows: ReadonlyArray<LeftOut>
}

/** Stores what could not be parsed and answers its id; none if it is not stored. Never fails. */
export interface RawKeeper {
  readonly answer: (rejected: RejectedAnswer) => Effect.Effect<Option.Option<number>>
  readonly file: (rejected: RejectedFile) => Effect.Effect<Option.Option<number>>
}

const nothing = () => Effect.succeedNone

/** Stores what could not be parsed. By default nothing is stored. */
export class RawPayloads extends Context.Reference<RawPayloads>()("@daybook/core/RawPayloads", {
  defaultValue: (): RawKeeper => ({ answer: nothing, file: nothing })
}) {}

/** A payload to store. Its bytes have no secrets. */
export interface NewRawPayload {
  readonly source: string
  readonly kind: RawKind
  /** The address of an answer, the name of a file. */
  readonly key: string
  readonly reason: string
  /** HTTP status; null for a file. */
  readonly status: number | null
  readonly mediaType: string | null
  readonly bytes: Uint8Array
  /** Whether `bytes` is only the beginning. */
  readonly isCut: boolean
}

/** A stored payload without its bytes. Times are epoch milliseconds. */
export interface RawPayload extends Omit<NewRawPayload, "bytes"> {
  readonly id: number
  /** Bytes, as they were sent and as they are stored. */
  readonly size: number
  readonly storedSize: number
  /** How often the same bytes came. */
  readonly times: number
  readonly firstAt: number
  readonly lastAt: number
}

/** What is stored of one source. */
export interface RawTotals {
  readonly source: string
  readonly payloads: number
  readonly storedSize: number
  readonly oldestAt: number
  readonly newestAt: number
}

export interface RawQuery {
  readonly source: string | undefined
  readonly key: string | undefined
  readonly limit: number
}

/** Payloads within the limits of the settings. */
export class RawStore extends Context.Tag("@daybook/core/RawStore")<
  RawStore,
  {
    /** Stores a payload, the same bytes of a source once, within the limits. None if it is too large for them. */
    readonly put: (payload: NewRawPayload, now: number) => Effect.Effect<Option.Option<number>, StorageFailure>
    /** Newest first. */
    readonly list: (query: RawQuery) => Effect.Effect<ReadonlyArray<RawPayload>, StorageFailure>
    readonly get: (
      id: number
    ) => Effect.Effect<Option.Option<RawPayload & { readonly bytes: Uint8Array }>, StorageFailure>
    readonly totals: Effect.Effect<ReadonlyArray<RawTotals>, StorageFailure>
    /** Deletes what is older or larger than the limits. */
    readonly prune: (now: number) => Effect.Effect<void, StorageFailure>
    /** Deletes the payloads of a source and returns their number. */
    readonly purge: (source: string) => Effect.Effect<number, StorageFailure>
  }
>() {}

/** How an operator reads a payload. */
export const readRaw = (id: number): string => `\`daybook raw show ${id}\``

/** What to do next, with how to read what was stored. */
export const nextWithRaw = (next: string, what: string, id: number | undefined): string =>
  id === undefined ? next : `${next}; ${what}: ${readRaw(id)}`

/** A refused file, with how to read what is known of it. */
export const withRejected = (failure: SourceFailure, id: Option.Option<number>): SourceFailure =>
  Option.isNone(id)
    ? failure
    : failureWith(failure, { next: nextWithRaw(failure.next, "what is known of the file is kept", id.value) })
