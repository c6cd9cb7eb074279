import { Data } from "effect"

/**
 * Why a source could not be read:
 * `unauthorized` the provider refuses the key or login; `forbidden` it refuses this account or thing; `not_found` the
 * account or thing is not there; `rate_limited` too many calls; `unavailable` it does not answer or answers with an
 * error of its own; `bad_answer` what it answers cannot be understood; `bad_file` the export file cannot be read;
 * `mass_removal` it suddenly holds far less than before; `interrupted` the run was stopped.
 */
export type SourceState =
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "rate_limited"
  | "unavailable"
  | "bad_answer"
  | "bad_file"
  | "mass_removal"
  | "interrupted"

/** A source stopped. `message` says what happened, `next` what the operator can do; neither holds a secret. */
export class SourceFailure extends Data.TaggedError("SourceFailure")<{
  readonly source: string
  readonly state: SourceState
  readonly message: string
  readonly next: string
}> {}
