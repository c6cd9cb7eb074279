import { Cause, Exit, Option } from "effect"
import { SourceFailure } from "./SourceFailure.js"
import type { Run } from "./SyncStore.js"

/** What to write down about how a run ended: nothing when it went well. */
export const failureOf = (source: string, exit: Exit.Exit<unknown, unknown>, work = `the sync of ${source}`): Run["failure"] => {
  if (Exit.isSuccess(exit)) return Option.none()
  if (Cause.isInterruptedOnly(exit.cause)) {
    return Option.some({ state: "interrupted", message: `${work} was stopped`, next: "run it again: it goes on where it was" })
  }
  const failure = Option.getOrNull(Cause.failureOption(exit.cause))
  return Option.some(failure instanceof SourceFailure ? failure : {
    state: "unavailable",
    message: `${work} failed inside Daybook`,
    next: "see the log of the process that ran it, then run it again"
  })
}
