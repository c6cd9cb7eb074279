import { Data, Effect, Predicate } from "effect"

/**
 * Why a source could not be read:
 *
 * - `unauthorized`: the provider rejects the key or login.
 * - `forbidden`: the provider denies access to this account or resource.
 * - `not_found`: the account or resource does not exist.
 * - `rate_limited`: too many requests.
 * - `unavailable`: no response, or a server error.
 * - `bad_answer`: the response cannot be parsed.
 * - `bad_file`: the export file cannot be read.
 * - `bad_source`: the source's own code threw, did not answer, or returned what is not a page of records.
 * - `mass_removal`: the provider suddenly has far fewer records than before, or none.
 * - `interrupted`: the run was stopped.
 */
export type SourceState =
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "rate_limited"
  | "unavailable"
  | "bad_answer"
  | "bad_file"
  | "bad_source"
  | "mass_removal"
  | "interrupted"

/** The answer with which a provider refused. */
export interface ProviderAnswer {
  readonly host: string
  /** HTTP status. */
  readonly status: number
  /** The first line of the body, shortened and without secrets; null if it has no text. */
  readonly line: string | null
}

/** A source failed. `message` says what happened, `next` what the operator can do. Neither contains a secret. */
export class SourceFailure extends Data.TaggedError("SourceFailure")<{
  readonly source: string
  readonly state: SourceState
  readonly message: string
  readonly next: string
  /** Absent if the failure is not about one answer. */
  readonly answer?: ProviderAnswer | undefined
}> {}

/** The same failure, told with other members. */
export const failureWith = (
  { answer, message, next, source, state }: SourceFailure,
  changes: Partial<Pick<SourceFailure, "answer" | "message" | "next" | "state">>
): SourceFailure => new SourceFailure({ answer, message, next, source, state, ...changes })

/** What happened, with the answer of the provider: for the record of a run. */
export const withAnswer = ({ answer, message }: Pick<SourceFailure, "answer" | "message">): string =>
  answer === undefined
    ? message
    : `${message}: ${answer.host} answered HTTP ${answer.status} ${answer.line === null ? "without a text" : `"${answer.line}"`}`

/**
 * True for a failure of a source. A source from outside may bring its own copy of this package, so the tag decides and
 * not the class.
 */
export const isSourceFailure: (value: unknown) => value is SourceFailure = Predicate.isTagged("SourceFailure") as (
  value: unknown
) => value is SourceFailure

/** After so many consecutive failures the provider is at fault, not the single items. */
const maxConsecutive = 2

/** True for failures that may concern one item: the provider responds, accepts the login and has quota left. */
export const concernsOneItem = ({ state }: SourceFailure): boolean =>
  state === "unavailable" || state === "bad_answer" || state === "not_found"

/** True for a failure that says nothing about whether a thing exists. Only "there is no such thing" does. */
export const isRefusal = (failure: unknown): failure is SourceFailure =>
  isSourceFailure(failure) && failure.state !== "not_found"

/** True for a response that cannot be parsed. It may concern one item, or everything. */
export const isBadAnswer = ({ state }: SourceFailure): boolean => state === "bad_answer"

/**
 * Tolerates single failures in a pass over items. `defer` delays the failed item; several consecutive failures end the
 * pass.
 */
export const tolerateFailures = (isTolerable: (failure: SourceFailure) => boolean = concernsOneItem) => {
  let consecutive = 0
  return <A, E, R, E2, R2>(
    work: Effect.Effect<A, E | SourceFailure, R>,
    defer: Effect.Effect<A, E2, R2>
  ): Effect.Effect<A, E | E2 | SourceFailure, R | R2> =>
    work.pipe(
      Effect.tap(() => Effect.sync(() => void (consecutive = 0))),
      Effect.catchAll((failure): Effect.Effect<A, E | E2 | SourceFailure, R2> =>
        isSourceFailure(failure) && isTolerable(failure) && ++consecutive < maxConsecutive
          ? Effect.zipRight(Effect.logWarning(`${failure.message}: it is retried later`), defer)
          : Effect.fail(failure)
      )
    )
}
