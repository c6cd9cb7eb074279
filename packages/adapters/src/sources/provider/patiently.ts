import { Clock, Duration, Effect, Either, Option, Random } from "effect"
import { Setback } from "./Setback.js"

/** `struggles` counts the attempts so far that the provider could not cope with. */
export type Attempt<A, E = never> = (struggles: number) => Effect.Effect<A, Setback | E>

const firstWait = 500
const longestWait = 20_000
/** An answer that cannot be read is seldom cured by more than a few repeats. */
const mostUnreadable = 4

/**
 * Tries until it works, an attempt is final or fails otherwise, or the next one would begin after the patience is used up. Waits as long
 * as the provider says, else twice as long each time, give or take a quarter.
 */
export const patiently = <A, E = never>(attempt: Attempt<A, E>, options: {
  readonly name: string
  readonly patience: Duration.Duration
  readonly onSetback: (setback: Setback) => Effect.Effect<void>
}): Effect.Effect<A, Setback | E> =>
  Effect.gen(function*() {
    const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(options.patience)
    let struggles = 0
    let unreadable = 0
    for (let tries = 0;; tries++) {
      const outcome = yield* Effect.either(attempt(struggles))
      if (Either.isRight(outcome)) return outcome.right
      const setback = outcome.left
      if (!(setback instanceof Setback)) return yield* Effect.fail(setback)
      if (setback.state !== "rate_limited") struggles++
      if (setback.state === "bad_answer") unreadable++
      const wait = Option.isSome(setback.wait) ? Duration.toMillis(setback.wait.value) : yield* backOff(tries)
      const now = yield* Clock.currentTimeMillis
      if (setback.final || unreadable > mostUnreadable || now + wait > end) {
        yield* options.onSetback(givenUp(setback))
        return yield* setback
      }
      yield* options.onSetback(setback)
      yield* Effect.logDebug(`${options.name} ${setback.what}: trying again in ${Math.ceil(wait / 1000)} s`)
      yield* Effect.sleep(wait)
    }
  })

const backOff = (tries: number) =>
  Effect.map(Random.nextRange(0.75, 1.25), (jitter) => Math.min(longestWait, firstWait * 2 ** tries) * jitter)

/** A wait longer than the patience shuts the door instead of holding up those who call next. */
const givenUp = (setback: Setback): Setback =>
  Option.isNone(setback.wait)
    ? setback
    : new Setback({ ...fields(setback), wait: Option.none(), closedFor: setback.wait })

const fields = ({ closedFor, final, next, state, wait, what }: Setback) => ({ closedFor, final, next, state, wait, what })
