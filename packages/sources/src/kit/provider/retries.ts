import { errorWithMessage } from "@daybook/core/shared"
import { type ProviderAnswer, SourceFailure, type SourceState, nextWithRaw } from "@daybook/core/sync"
import { Clock, Duration, Effect, Option, Schedule } from "effect"

/** A failed attempt at a call. `final` means that a retry is useless. */
export class Setback extends errorWithMessage<{
  readonly state: SourceState
  /** Continues a sentence that begins with the provider's name. */
  readonly what: string
  readonly final: boolean
  /** The wait that the provider asks for before the next attempt. */
  readonly wait: Option.Option<Duration.Duration>
  readonly next: Option.Option<string>
  /** How long every other call would fail for the same reason. */
  readonly closedFor: Option.Option<Duration.Duration>
  /** The answer that it is about; absent if there was none. */
  readonly answer?: ProviderAnswer | undefined
  /** The id of the answer as it was stored; absent if it was not. */
  readonly raw?: number | undefined
}>()("Setback", ({ what }) => `a provider ${what}`) {}

const bare = { wait: Option.none(), next: Option.none(), closedFor: Option.none() }

export const transient = (state: SourceState, what: string, wait: Setback["wait"] = Option.none()): Setback =>
  new Setback({ ...bare, state, what, final: false, wait })

export const lasting = (state: SourceState, what: string, next: Setback["next"] = Option.none()): Setback =>
  new Setback({ ...bare, state, what, final: true, next })

/** What the operator can do about a state, if the provider needs better advice than the default. */
export type Advice = { readonly [State in SourceState]?: string }

const commonAdvice = {
  unauthorized: "check the key or login in the settings",
  forbidden: "check that the account may be read",
  not_found: "check the account name in the settings",
  rate_limited: "wait some minutes, then sync again: it continues where it stopped",
  unavailable: "check the network and sync again later: it continues where it stopped",
  bad_answer: "sync again later: it continues where it stopped",
  bad_file: "export the file again",
  bad_source: "correct the source, or take it out of the configuration",
  mass_removal: "check the data at the provider",
  interrupted: "sync again: it continues where it stopped"
} satisfies Advice

/** The same failed attempt, with the answer that it is about, and its id if it was stored. */
export const about = (failure: Setback, answer: ProviderAnswer, raw?: number): Setback =>
  new Setback({ ...fields(failure), answer, raw: raw ?? failure.raw })

/** The failure for the operator. Of request and response it contains the provider's answer alone, without secrets. */
export const failureOf = (
  failure: Setback,
  of: { readonly source: string; readonly name: string; readonly advice?: Advice | undefined }
) =>
  new SourceFailure({
    source: of.source,
    answer: failure.answer,
    state: failure.state,
    message: `${of.name} ${failure.what}`,
    next: nextWithRaw(
      Option.getOrElse(
        failure.next,
        () => of.advice?.[failure.state] ?? retryAfterAdvice(failure) ?? commonAdvice[failure.state]
      ),
      "the answer is kept",
      failure.raw
    )
  })

const retryAfterAdvice = ({ wait }: Setback): string | undefined =>
  Option.isSome(wait)
    ? `wait ${Math.ceil(Duration.toSeconds(wait.value))} s, then sync again: it continues where it stopped`
    : undefined

/** One attempt. `overloads` counts the failed attempts so far, rate limits aside. */
export type Attempt<A, E = never> = (overloads: number) => Effect.Effect<A, Setback | E>

/** An unreadable response rarely improves after more retries than this. */
const maxUnreadable = 4

/** Exponential back-off with a jitter of 25 %. */
const backOff: Schedule.Schedule<unknown, unknown> = Schedule.exponential("500 millis").pipe(
  Schedule.modifyDelay((_, wait) => Duration.min(wait, "20 seconds")),
  Schedule.jitteredWith({ min: 0.75, max: 1.25 })
)

/**
 * Retries until an attempt succeeds or fails for good, or until the next one would exceed the patience. Waits as long
 * as the provider asks, else by `backOff`.
 */
export const patiently = <A, E = never>(
  attempt: Attempt<A, E>,
  options: {
    readonly name: string
    readonly patience: Duration.Duration
    readonly onSetback: (failure: Setback) => Effect.Effect<void>
  }
): Effect.Effect<A, Setback | E> =>
  Effect.flatMap(Clock.currentTimeMillis, (start) => {
    const end = start + Duration.toMillis(options.patience)
    let overloads = 0
    let unreadable = 0
    const isWorthwhile = Effect.fnUntraced(function* (failure: Setback | E, wait: Duration.Duration) {
      if (!(failure instanceof Setback)) return false
      if (failure.state !== "rate_limited") overloads++
      if (failure.state === "bad_answer") unreadable++
      const next = (yield* Clock.currentTimeMillis) + Duration.toMillis(wait)
      const isLast = failure.final || unreadable > maxUnreadable || next > end
      yield* options.onSetback(isLast ? openingCircuit(failure) : failure)
      if (!isLast)
        yield* Effect.logDebug(`${options.name} ${failure.what}: retrying in ${Math.ceil(Duration.toSeconds(wait))} s`)
      return !isLast
    })
    const policy = Schedule.passthrough<unknown, Setback | E, never>(backOff).pipe(
      Schedule.modifyDelay((failure, wait) =>
        failure instanceof Setback ? Option.getOrElse(failure.wait, () => wait) : wait
      ),
      Schedule.delays,
      Schedule.checkEffect(isWorthwhile)
    )
    return Effect.retry(
      Effect.suspend(() => attempt(overloads)),
      policy
    )
  })

/** A wait longer than the patience opens the circuit instead of blocking the next calls. */
const openingCircuit = (failure: Setback): Setback =>
  Option.isNone(failure.wait)
    ? failure
    : new Setback({ ...fields(failure), wait: Option.none(), closedFor: failure.wait })

const fields = ({ answer, closedFor, final, next, raw, state, wait, what }: Setback) => ({
  answer,
  closedFor,
  final,
  next,
  raw,
  state,
  wait,
  what
})
