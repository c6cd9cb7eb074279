import { Clock, Duration, Effect, Fiber, Option, Redacted } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { SourceFailure } from "../sync/SourceFailure.js"
import { ended, missing, notAnswered, notStored, unreadable, waitedTooLong } from "./failures.js"
import type { Ground } from "./Ground.js"
import { keep } from "./keep.js"
import type { Login } from "./Login.js"
import type { HeldToken, Token } from "./Token.js"

/** An access token is renewed this long before its end, or a tenth of its life where that is shorter. */
const margin = Duration.toMillis("5 minutes")
/** Longer than a lease lives, so that whoever waits sees what comes of it. */
const longestWait = Duration.toMillis("150 seconds")
const lookAgain = Duration.millis(150)
/** Shorter than a lease lives. */
const longestAnswer = Duration.seconds(90)

type Renewal = Effect.Effect<Token, SourceFailure | StorageFailure>

/** What a caller wants: a token that is good from `began` on and, after a 401, not the one refused. */
interface Want {
  readonly login: Login
  readonly refused: Option.Option<Token>
  readonly began: number
}

/** A good token: the stored one, or one renewed by whoever holds the lease while all others wait for it. */
export const renew = (ground: Ground, login: Login, refused: Option.Option<Token>): Effect.Effect<Token, SourceFailure> =>
  Effect.gen(function*() {
    const want: Want = { login, refused, began: yield* Clock.currentTimeMillis }
    const held = yield* read(ground, login)
    if (Option.isSome(held) && (yield* isGood(ground, want, held))) return held.value.token
    return yield* ground.oneAtATime(login.id).withPermits(1)(inTurn(ground, want))
  }).pipe(Effect.catchTag("StorageFailure", (failure) => notStored(login, failure)))

const read = ({ store }: Ground, login: Login) =>
  Effect.catchTag(store.get(login.id), "UnreadableToken", () => unreadable(login))

const isGood = ({ isNew, unsaved }: Ground, { began, login, refused }: Want, held: Option.Option<HeldToken>) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    if (unsaved.has(login.id) || Option.isNone(held) || Option.exists(login.given, (given) => isNew(held, given))) return false
    const { obtainedAt, token } = held.value
    // Renewed while this caller waited: nothing newer is to be had, however short its life.
    if (obtainedAt > began) return true
    const isRefused = Option.exists(refused, ({ access }) => Redacted.value(access) === Redacted.value(token.access))
    return !isRefused && Option.match(token.expiresAt, {
      onNone: () => true,
      onSome: (end) => end - now > Math.min(margin, (end - obtainedAt) / 10)
    })
  })

const inTurn = (ground: Ground, want: Want): Renewal =>
  Effect.gen(function*() {
    const { login } = want
    while ((yield* Clock.currentTimeMillis) - want.began < longestWait) {
      const held = yield* read(ground, login)
      if (Option.isSome(held) && (yield* isGood(ground, want, held))) return held.value.token
      const renewed = yield* Effect.acquireUseRelease(
        ground.store.lease(login.id),
        (lease) => Option.isNone(lease) ? Effect.succeedNone : Effect.asSome(toTheEnd(underLease(ground, want))),
        (lease) => Option.isNone(lease) ? Effect.void : Effect.ignoreLogged(ground.store.release(lease.value))
      )
      if (Option.isSome(renewed)) return renewed.value
      yield* Effect.sleep(lookAgain)
    }
    return yield* waitedTooLong(login)
  })

/** Whoever stops waiting does not stop the exchange: the old refresh token may be gone by then and the new one not stored. */
const toTheEnd = <A, E>(exchange: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.uninterruptible(Effect.flatMap(Effect.forkDaemon(Effect.interruptible(exchange)), Fiber.join))

const underLease = (ground: Ground, want: Want): Renewal =>
  Effect.gen(function*() {
    yield* saveUnsaved(ground, want.login)
    const held = yield* read(ground, want.login)
    if (Option.isSome(held) && (yield* isGood(ground, want, held))) return held.value.token
    return yield* Effect.catchIf(exchange(ground, want.login, held), isRefusal, (refusal) => overtaken(ground, want, held, refusal))
  })

const saveUnsaved = (ground: Ground, { id }: Login) => {
  const unsaved = ground.unsaved.get(id)
  return unsaved === undefined ? Effect.void : Effect.asVoid(keep(ground, id, unsaved.held, unsaved.over))
}

/** The settings' refresh token where it is new, and the stored one, should the provider not take it. */
const exchange = (ground: Ground, login: Login, held: Option.Option<HeldToken>): Renewal => {
  const stored = Option.flatMap(held, ({ token }) => token.refresh)
  const fresh = Option.filter(login.given, (given) => ground.isNew(held, given))
  if (Option.isNone(fresh)) {
    return Option.match(stored, {
      onNone: () => Effect.fail(Option.isNone(held) ? missing(login) : ended(login)),
      onSome: (refresh) => through(ground, login, held, refresh)
    })
  }
  const first = through(ground, login, held, fresh.value)
  return Option.match(stored, {
    onNone: () => first,
    onSome: (refresh) => Effect.catchIf(first, isRefusal, () => through(ground, login, held, refresh))
  })
}

/** Asks the provider, and stores the answer before anybody sees it. */
const through = (ground: Ground, login: Login, held: Option.Option<HeldToken>, refreshToken: Redacted.Redacted): Renewal =>
  Effect.gen(function*() {
    const answer = yield* Effect.timeoutFail(login.refresh(refreshToken), { duration: longestAnswer, onTimeout: () => notAnswered(login) })
    const token: Token = {
      ...answer,
      refresh: Option.orElseSome(answer.refresh, () => refreshToken),
      account: { ...Option.getOrUndefined(held)?.token.account, ...answer.account }
    }
    const obtainedAt = yield* Clock.currentTimeMillis
    const over = Option.match(held, { onNone: () => 0, onSome: ({ version }) => version })
    const kept = yield* keep(ground, login.id, { token, obtainedAt, seeds: ground.seedsWith(held, login.given) }, Option.some(over))
    if (kept) return token
    // A new login, or the end of one, came between: that is what counts.
    return yield* Option.match(yield* read(ground, login), { onNone: () => missing(login), onSome: (newer) => Effect.succeed(newer.token) })
  })

/** A refusal means nothing where another one renewed the token meanwhile, as after a lease that lasted too long. */
const overtaken = (ground: Ground, { login }: Want, held: Option.Option<HeldToken>, refusal: SourceFailure | StorageFailure): Renewal =>
  Effect.flatMap(read(ground, login), (now): Renewal =>
    Option.isSome(now) && now.value.version !== Option.getOrNull(held)?.version ? Effect.succeed(now.value.token) : Effect.fail(refusal))

const isRefusal = (failure: SourceFailure | StorageFailure) => failure instanceof SourceFailure && failure.state === "unauthorized"
