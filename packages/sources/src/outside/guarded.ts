import { type Receiver, Refused } from "@daybook/core/webhooks"
import { PageCheck, type Recognise, type Source, SourceFailure, type Step, isSourceFailure } from "@daybook/core/sync"
import { StorageFailure } from "@daybook/core/shared"
import { Cause, ConfigError, Duration, Effect, Option, Stream } from "effect"
import type { AnySourceDefinition } from "../SourceDefinitions.js"
import { badSource, makePageCheck } from "./checkPage.js"

type R = AnySourceDefinition extends { readonly archive: Source<infer Services> } ? Services : never

/** How long a source from outside may take for one page, or for one answer. */
const patience = Duration.minutes(5)

const textOf = (error: unknown): string => {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.replace(/\s+/g, " ").slice(0, 300)
}

/** The failure of a source from outside, whatever it failed with. */
const failureOf = (id: string, error: unknown): SourceFailure | StorageFailure => {
  if (isSourceFailure(error)) {
    const { message, next, state } = error
    if (typeof message === "string" && typeof next === "string" && typeof state === "string")
      return new SourceFailure({ source: id, state, message, next })
  }
  if (error instanceof StorageFailure && error.unavailable) return error
  return badSource(
    id,
    error instanceof StorageFailure ? `gave what cannot be stored: ${textOf(error.cause)}` : `threw ${textOf(error)}`
  )
}

const toSourceFailure = (id: string, error: unknown): SourceFailure => {
  const failure = failureOf(id, error)
  return isSourceFailure(failure) ? failure : badSource(id, `threw ${textOf(failure)}`)
}

/** Turns defects and foreign errors into failures of the source. An interruption stays one. */
const ofCause = <E>(id: string, cause: Cause.Cause<unknown>, toFailure: (id: string, error: unknown) => E) =>
  Cause.isInterruptedOnly(cause)
    ? Effect.failCause(cause as Cause.Cause<never>)
    : Effect.fail(toFailure(id, Cause.squash(cause)))

const tooSlow = (id: string) => badSource(id, `did not answer within ${Duration.toMinutes(patience)} minutes`)

const guardStream = <A, E, S>(
  id: string,
  open: () => Stream.Stream<A, unknown, S>,
  toFailure: (id: string, error: unknown) => E
) =>
  Stream.suspend(open).pipe(
    Stream.timeoutFail(() => tooSlow(id), patience),
    Stream.catchAllCause((cause) => Stream.fromEffect(ofCause(id, cause, toFailure)))
  )

const guardEffect = <A, S>(id: string, run: () => Effect.Effect<A, unknown, S>): Effect.Effect<A, SourceFailure, S> =>
  Effect.suspend(run).pipe(
    Effect.timeoutFail({ duration: patience, onTimeout: () => tooSlow(id) }),
    Effect.catchAllCause((cause) => ofCause(id, cause, toSourceFailure))
  )

/** Checks each page before it is stored. A page that cannot be stored is a failure of the source. */
const guardSteps = <E, S>(
  id: string,
  open: () => Stream.Stream<Step<R>, unknown, S>,
  toFailure: (id: string, error: unknown) => E
) =>
  Stream.suspend(() => {
    const { check, checkRows } = makePageCheck(id)
    return Stream.map(guardStream(id, open, toFailure), (step): Step<R> => ({
      ...step,
      apply: Effect.provideService(step.apply, PageCheck, check).pipe(
        Effect.tap(({ rows }) => (rows === undefined ? Effect.void : checkRows(rows))),
        Effect.catchAllCause((cause) => {
          if (Cause.isInterruptedOnly(cause)) return Effect.failCause(cause)
          const failure = failureOf(id, Cause.squash(cause))
          return isSourceFailure(failure) ? Effect.die(failure) : Effect.fail(failure)
        })
      )
    }))
  })

/** A source whose code throws does not recognise the file. */
const guardRecognise =
  (recognise: Recognise): Recognise =>
  (sample) => {
    try {
      return recognise(sample) === true
    } catch {
      return false
    }
  }

const guardSource = (source: Source<R>): Source<R> => {
  const { id } = source
  return {
    ...source,
    pull: (request) => guardSteps(id, () => source.pull(request), failureOf),
    pullDays: Option.map(source.pullDays, (pull) => (days) => guardSteps(id, () => pull(days), toSourceFailure)),
    recognise: source.recognise && guardRecognise(source.recognise),
    importFile: Option.map(source.importFile, (read) => (file) => guardSteps(id, () => read(file), toSourceFailure)),
    confirmDeleted: Option.map(source.confirmDeleted, (confirm) => (keys) => guardEffect(id, () => confirm(keys))),
    enrichments: source.enrichments.map((enrichment) => ({
      id: enrichment.id,
      drain: guardStream(id, () => enrichment.drain, failureOf)
    }))
  }
}

const guardReceiver = (id: string, receiver: Receiver<R>): Receiver<R> => ({
  ...receiver,
  handle: (event) => guardSteps(id, () => receiver.handle(event), toSourceFailure)
})

const isConfigFailure = (cause: Cause.Cause<unknown>) =>
  Option.exists(Cause.failureOption(cause), ConfigError.isConfigError)

/** What an effect of a source gives, or the fallback where it throws or hangs. A wrong setting stays a failure. */
const orElse = <A, E, S>(
  id: string,
  effect: Effect.Effect<A, E, S>,
  fallback: (failure: SourceFailure) => A
): Effect.Effect<A, E, S> =>
  Effect.timeoutOption(effect, patience).pipe(
    Effect.map(Option.getOrElse(() => fallback(tooSlow(id)))),
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause) || isConfigFailure(cause)
        ? Effect.failCause(cause)
        : Effect.succeed(fallback(toSourceFailure(id, Cause.squash(cause))))
    )
  )

/**
 * A source from outside that can harm nothing else: where its code throws, hangs or returns rubbish, its own runs fail
 * and say so. Only an endless loop that never yields can still block the process.
 */
export const guarded = (definition: AnySourceDefinition): AnySourceDefinition => {
  const { archive, calls, id, make, missing, receiver } = definition
  return {
    ...definition,
    missing: orElse(id, missing, () => []),
    calls: orElse(
      id,
      Effect.map(calls, (addresses) => addresses.filter((address) => URL.canParse(address))),
      () => []
    ),
    make: orElse(id, Effect.map(make, guardSource), (failure): Source<R> => ({
      ...guardSource(archive),
      pull: () => Stream.fail(failure)
    })),
    archive: guardSource(archive),
    receiver:
      receiver &&
      orElse(
        id,
        Effect.map(receiver, (one) => guardReceiver(id, one)),
        (failure): Receiver<R> => ({
          source: id,
          verify: () => new Refused({ why: failure.message }),
          handle: () => Stream.fail(failure)
        })
      )
  }
}
