import { Clock, Duration, Effect, Fiber, Option, Redacted, type Context, Schedule } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { isSourceFailure, SourceFailure, type SourceState } from "../sync/SourceFailure.js"
import type { StoredToken, Token, Login, TokenStore } from "./TokenStore.js"
import type { Crypto } from "../keys/KeyStore.js"

/** A token that could not be stored yet. It stays in memory while the process lives. */
export interface UnsavedToken {
  readonly record: Omit<StoredToken, "version">
  readonly replaces: Option.Option<number>
}

export interface TokenDeps {
  readonly store: Context.Tag.Service<TokenStore>
  readonly unsaved: Map<string, UnsavedToken>
  /** Allows one renewal of a login at a time in this process. */
  readonly semaphoreOf: (id: string) => Effect.Semaphore
  /** True for a refresh token of the settings that has not been used. */
  readonly isUnused: (storedToken: Option.Option<StoredToken>, refreshToken: Redacted.Redacted) => boolean
  readonly seedsWith: (
    storedToken: Option.Option<StoredToken>,
    refreshToken: Option.Option<Redacted.Redacted>
  ) => ReadonlyArray<string>
}

const maxSeeds = 50

export const makeTokenDeps = (store: TokenDeps["store"], crypto: Context.Tag.Service<Crypto>): TokenDeps => {
  const semaphores = new Map<string, Effect.Semaphore>()
  const hash = (refreshToken: Redacted.Redacted) => crypto.sha256(Redacted.value(refreshToken))
  const seedsOf = Option.match({
    onNone: (): ReadonlyArray<string> => [],
    onSome: (storedToken: StoredToken) => storedToken.seeds
  })
  return {
    store,
    unsaved: new Map(),
    semaphoreOf: (id) => {
      const semaphore = semaphores.get(id) ?? Effect.unsafeMakeSemaphore(1)
      semaphores.set(id, semaphore)
      return semaphore
    },
    isUnused: (storedToken, refreshToken) => !seedsOf(storedToken).includes(hash(refreshToken)),
    seedsWith: (storedToken, refreshToken) =>
      [...new Set([...seedsOf(storedToken), ...Option.toArray(Option.map(refreshToken, hash))])].slice(-maxSeeds)
  }
}

/** A short database outage must not lose a login whose refresh token was already rotated. */
const retrySchedule = Schedule.intersect(Schedule.exponential(Duration.millis(100)), Schedule.recurs(6))

/** Stores a token, and remembers it for the next attempt if that fails. False if another version is stored by now. */
export const storeToken = (
  { store, unsaved }: TokenDeps,
  id: string,
  record: UnsavedToken["record"],
  replaces: Option.Option<number>
): Effect.Effect<boolean, StorageFailure> =>
  Effect.suspend(() => {
    unsaved.set(id, { record, replaces })
    return Effect.tap(Effect.retry(store.put(id, record, replaces), retrySchedule), () => unsaved.delete(id))
  })

type Of = Pick<Login, "id" | "source" | "name">

const failure = (of: Of, state: SourceState, message: string, next: string) =>
  new SourceFailure({ source: of.source, state, message, next })

const again = ({ id }: Of) => `run \`daybook connect ${id}\``

const missing = (of: Of) => failure(of, "unauthorized", `there is no login at ${of.name}`, again(of))

/** The login expired and cannot be renewed. */
const ended = (of: Of) => failure(of, "unauthorized", `the login at ${of.name} has ended`, again(of))

const unreadable = (of: Of) =>
  failure(
    of,
    "unauthorized",
    `the stored login at ${of.name} was encrypted with another DAYBOOK_SECRET`,
    `set that secret again, or ${again(of)}`
  )

const notAnswered = (of: Of) =>
  failure(
    of,
    "unavailable",
    `${of.name} did not renew the login in time`,
    "sync again later: it continues where it stopped"
  )

const waitedTooLong = (of: Of) =>
  failure(
    of,
    "unavailable",
    `the login at ${of.name} is being renewed by another process, which does not finish`,
    "sync again in a few minutes"
  )

const notStored = (of: Of, cause: StorageFailure) =>
  failure(
    of,
    "unavailable",
    `the login at ${of.name} could not be read or stored: ${cause.message}`,
    "check that the database is reachable and writable, then sync again"
  )

/** An access token is renewed this long before it expires, or a tenth of its lifetime if that is shorter. */
const renewalMargin = Duration.toMillis("5 minutes")
/** Longer than a lease, so that a waiting caller sees the outcome. */
const maxWait = Duration.toMillis("150 seconds")
const pollInterval = Duration.millis(150)
/** Shorter than a lease. */
const maxResponseTime = Duration.seconds(90)

type Renewal = Effect.Effect<Token, SourceFailure | StorageFailure>

/** What a caller needs: a token valid from `began` on and, after a 401, not the rejected one. */
interface TokenRequest {
  readonly login: Login
  readonly refused: Option.Option<Token>
  readonly began: number
}

/** A valid token: the stored one, or one that the holder of the lease renews while all others wait. */
export const renew = (
  deps: TokenDeps,
  login: Login,
  refused: Option.Option<Token>
): Effect.Effect<Token, SourceFailure> =>
  Effect.gen(function* () {
    const request: TokenRequest = { login, refused, began: yield* Clock.currentTimeMillis }
    const current = yield* read(deps, login)
    if (Option.isSome(current) && (yield* isValid(deps, request, current))) return current.value.token
    return yield* deps.semaphoreOf(login.id).withPermits(1)(renewAlone(deps, request))
  }).pipe(Effect.catchTag("StorageFailure", (failure) => notStored(login, failure)))

const read = ({ store }: TokenDeps, login: Login) =>
  Effect.catchTag(store.get(login.id), "UnreadableToken", () => unreadable(login))

const isValid = (
  { isUnused, unsaved }: TokenDeps,
  { began, login, refused }: TokenRequest,
  current: Option.Option<StoredToken>
) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    if (
      unsaved.has(login.id) ||
      Option.isNone(current) ||
      Option.exists(login.configuredRefreshToken, (refreshToken) => isUnused(current, refreshToken))
    )
      return false
    const { obtainedAt, token } = current.value
    // Renewed while this caller waited: there is nothing newer, however short its lifetime.
    if (obtainedAt > began) return true
    const isRefused = Option.exists(refused, ({ access }) => Redacted.value(access) === Redacted.value(token.access))
    return (
      !isRefused &&
      Option.match(token.expiresAt, {
        onNone: () => true,
        onSome: (end) => end - now > Math.min(renewalMargin, (end - obtainedAt) / 10)
      })
    )
  })

const renewAlone = (deps: TokenDeps, request: TokenRequest): Renewal =>
  Effect.gen(function* () {
    const { login } = request
    while ((yield* Clock.currentTimeMillis) - request.began < maxWait) {
      const current = yield* read(deps, login)
      if (Option.isSome(current) && (yield* isValid(deps, request, current))) return current.value.token
      const renewed = yield* Effect.acquireUseRelease(
        deps.store.lease(login.id),
        (lease) => (Option.isNone(lease) ? Effect.succeedNone : Effect.asSome(runToEnd(underLease(deps, request)))),
        (lease) => (Option.isNone(lease) ? Effect.void : Effect.ignoreLogged(deps.store.release(lease.value)))
      )
      if (Option.isSome(renewed)) return renewed.value
      yield* Effect.sleep(pollInterval)
    }
    return yield* waitedTooLong(login)
  })

/**
 * A caller that stops waiting does not stop the exchange: the old refresh token may be rotated and the new one not
 * stored.
 */
const runToEnd = <A, E>(exchange: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.uninterruptible(Effect.flatMap(Effect.forkDaemon(Effect.interruptible(exchange)), Fiber.join))

const underLease = (deps: TokenDeps, request: TokenRequest): Renewal =>
  Effect.gen(function* () {
    yield* saveUnsaved(deps, request.login)
    const current = yield* read(deps, request.login)
    if (Option.isSome(current) && (yield* isValid(deps, request, current))) return current.value.token
    return yield* Effect.catchIf(exchange(deps, request.login, current), isRefusal, (refusal) =>
      acceptOtherRenewal(deps, request, current, refusal)
    )
  })

const saveUnsaved = (deps: TokenDeps, { id }: Login) => {
  const unsaved = deps.unsaved.get(id)
  return unsaved === undefined ? Effect.void : Effect.asVoid(storeToken(deps, id, unsaved.record, unsaved.replaces))
}

/** Uses the refresh token of the settings if it is new. If the provider rejects it, uses the stored one. */
const exchange = (deps: TokenDeps, login: Login, current: Option.Option<StoredToken>): Renewal => {
  const storedRefresh = Option.flatMap(current, ({ token }) => token.refresh)
  const fresh = Option.filter(login.configuredRefreshToken, (refreshToken) => deps.isUnused(current, refreshToken))
  if (Option.isNone(fresh)) {
    return Option.match(storedRefresh, {
      onNone: () => Effect.fail(Option.isNone(current) ? missing(login) : ended(login)),
      onSome: (refresh) => exchangeToken(deps, login, current, refresh)
    })
  }
  const first = exchangeToken(deps, login, current, fresh.value)
  return Option.match(storedRefresh, {
    onNone: () => first,
    onSome: (refresh) => Effect.catchIf(first, isRefusal, () => exchangeToken(deps, login, current, refresh))
  })
}

/** Requests a token and stores it before any caller sees it. */
const exchangeToken = (
  deps: TokenDeps,
  login: Login,
  current: Option.Option<StoredToken>,
  refreshToken: Redacted.Redacted
): Renewal =>
  Effect.gen(function* () {
    const answer = yield* Effect.timeoutFail(login.refresh(refreshToken), {
      duration: maxResponseTime,
      onTimeout: () => notAnswered(login)
    })
    const token: Token = {
      ...answer,
      refresh: Option.orElseSome(answer.refresh, () => refreshToken),
      account: { ...Option.getOrUndefined(current)?.token.account, ...answer.account }
    }
    const obtainedAt = yield* Clock.currentTimeMillis
    const replaces = Option.match(current, { onNone: () => 0, onSome: ({ version }) => version })
    const isStored = yield* storeToken(
      deps,
      login.id,
      { token, obtainedAt, seeds: deps.seedsWith(current, login.configuredRefreshToken) },
      Option.some(replaces)
    )
    if (isStored) return token
    // The person logged in or out meanwhile: that counts.
    return yield* Option.match(yield* read(deps, login), {
      onNone: () => missing(login),
      onSome: (newer) => Effect.succeed(newer.token)
    })
  })

/** A rejection does not matter if another process renewed the token meanwhile, for example after an expired lease. */
const acceptOtherRenewal = (
  deps: TokenDeps,
  { login }: TokenRequest,
  current: Option.Option<StoredToken>,
  refusal: SourceFailure | StorageFailure
): Renewal =>
  Effect.flatMap(read(deps, login), (now): Renewal =>
    Option.isSome(now) && now.value.version !== Option.getOrNull(current)?.version
      ? Effect.succeed(now.value.token)
      : Effect.fail(refusal)
  )

const isRefusal = (failure: SourceFailure | StorageFailure) =>
  isSourceFailure(failure) && failure.state === "unauthorized"
