import { Clock, type Context, Duration, Effect, FiberSet, Metric, Option, Queue, Random, Schedule } from "effect"
import { Calendar } from "../shared/Calendar.js"
import type { StorageFailure } from "../shared/errors.js"
import { callDueAt, timingOf } from "./debounce.js"
import { type AttemptResult, type HookKind, isRelay } from "./model.js"
import { type ClaimedMessage, type HookPlan, HookQueue, HookSigner, HookTransport } from "./ports.js"
import { type ListenResult, judgeRelay, relayAnswerOf, relayCallOf } from "./relay/index.js"
import { requestOf } from "./requests.js"
import { type Verdict, isSuccess, judge } from "./retry.js"

/** Requests of this process at one time. A hook gets one at a time from all processes. */
const concurrency = 4
/** The lease of a message lasts a minute, of which the request takes 15 seconds at most. */
const recordWithin = Duration.seconds(40)
const recordAgain = Schedule.upTo(
  Schedule.union(Schedule.exponential(Duration.millis(100)), Schedule.spaced(Duration.seconds(2))),
  recordWithin
)
/** Another transaction holds the hook, for a moment. */
const lockedWait = 100
const afterFailure = 5_000
/** Characters of an answer in the log. */
const maxReplyLength = 2_048
/** Nothing is due: a notification comes first. */
const maxSleep = 3_600_000
const pruneEvery = Duration.hours(6)

const deliveries = Metric.counter("daybook_hook_deliveries_total", {
  description: "Attempts of webhooks by this process, by outcome: delivered, retried, given_up or disabled",
  incremental: true
})

const builds = Metric.counter("daybook_build_hooks_total", {
  description: "Attempts of build hooks by this process, by kind and outcome",
  incremental: true
})

const relays = Metric.counter("daybook_relay_requests_total", {
  description: "Requests that pass listens on, by kind of the service and outcome",
  incremental: true
})

const metricOf = (kind: HookKind | undefined) => {
  if (kind === undefined || kind === "webhook") return deliveries
  return Metric.tagged(isRelay(kind) ? relays : builds, "kind", kind)
}

const count = (kind: HookKind | undefined, outcome: Verdict["outcome"]): void =>
  metricOf(kind).pipe(Metric.tagged("outcome", outcome)).unsafeUpdate(1, [])

interface SenderDeps {
  readonly queue: Context.Tag.Service<HookQueue>
  readonly transport: Context.Tag.Service<HookTransport>
  readonly signer: Context.Tag.Service<HookSigner>
  readonly calendar: Context.Tag.Service<Calendar>
}

/** Sends the messages of the outbox, by the rules of `retry` and `debounce`. */
export class HookSender extends Effect.Service<HookSender>()("@daybook/core/HookSender", {
  effect: Effect.gen(function* () {
    const deps: SenderDeps = {
      queue: yield* HookQueue,
      transport: yield* HookTransport,
      signer: yield* HookSigner,
      calendar: yield* Calendar
    }
    const { queue } = deps
    return {
      /** Sends a `hook.test` now and answers the result. It changes nothing in the state of the hook. */
      test: Effect.fn("HookSender.test")(function* (hook: number) {
        return yield* deliver(deps, yield* queue.claimTest(hook, yield* Clock.currentTimeMillis))
      }),
      /** Sends what is due while the scope lives. Attempts that have begun end before the scope closes. */
      start: Effect.gen(function* () {
        const fibers = yield* FiberSet.make()
        const wakeUp = yield* Queue.sliding<void>(1)
        const permits = yield* Effect.makeSemaphore(concurrency)
        const busy = new Set<number>()
        const send = (hook: number) => {
          busy.add(hook)
          const ended = Effect.zipRight(
            Effect.sync(() => busy.delete(hook)),
            Queue.offer(wakeUp, undefined)
          )
          return FiberSet.run(fibers, Effect.ensuring(unbroken(drain(deps, hook, permits)), ended))
        }
        let version = queue.latest()
        const notice = Effect.suspend(() => queue.passed(version)).pipe(
          Effect.zipRight(Effect.sync(() => void (version = queue.latest()))),
          Effect.zipRight(Queue.offer(wakeUp, undefined))
        )
        yield* Effect.forkScoped(Effect.forever(notice))
        yield* look(deps, busy, send).pipe(
          Effect.catchAll((failure) => Effect.as(Effect.logWarning(failure.message), afterFailure)),
          Effect.flatMap((wait) => Effect.raceFirst(Queue.take(wakeUp), Effect.sleep(Duration.millis(wait)))),
          Effect.forever,
          Effect.forkScoped
        )
        const prune = Effect.flatMap(Clock.currentTimeMillis, queue.prune)
        yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(prune), Schedule.spaced(pruneEvery)))
      })
    }
  })
}) {}

/** Starts what is due and returns the wait until the next due time, milliseconds. */
const look = (
  { calendar, queue }: SenderDeps,
  busy: ReadonlySet<number>,
  send: (hook: number) => Effect.Effect<unknown>
) =>
  Effect.gen(function* () {
    const plans = yield* queue.plans
    const now = yield* Clock.currentTimeMillis
    let next = now + maxSleep
    for (const plan of plans) {
      const callAt = callAtOf(plan, calendar)
      const isCalled = callAt <= now && (yield* queue.collect(plan.id, now))
      if (!isCalled) next = Math.min(next, callAt <= now ? now + lockedWait : callAt)
      const sendAt = isCalled ? Math.max(now, plan.pausedUntil ?? 0) : sendDueAt(plan)
      if (sendAt > now) next = Math.min(next, sendAt)
      else if (!busy.has(plan.id)) yield* send(plan.id)
    }
    return Math.max(1, next - now)
  })

/** When the changes or listens that wait become a message, epoch milliseconds. */
const callAtOf = (plan: HookPlan, calendar: SenderDeps["calendar"]): number => {
  const { kind, listensAt, pausedUntil, timing } = plan
  if (listensAt !== null) return Math.max(listensAt, pausedUntil ?? 0)
  return callDueAt(plan, timingOf(kind, timing), calendar) ?? Number.POSITIVE_INFINITY
}

/** When a hook may be sent its next message, epoch milliseconds. */
const sendDueAt = ({ dueAt, heldUntil, pausedUntil }: HookPlan): number => {
  if (heldUntil !== null) return heldUntil
  return dueAt === null ? Number.POSITIVE_INFINITY : Math.max(dueAt, pausedUntil ?? 0)
}

/** Sends the due messages of a hook, one after the other. */
const drain = (deps: SenderDeps, hook: number, permits: Effect.Semaphore) =>
  Effect.gen(function* () {
    let sent = 0
    while (yield* permits.withPermits(1)(sendNext(deps, hook))) sent += 1
    // Another process was faster, or a transaction holds the hook.
    if (sent === 0) yield* Effect.sleep(Duration.millis(lockedWait))
  })

/** Sends the next message of a hook. False if there is none. A claimed message is sent even if the scope closes. */
const sendNext = (deps: SenderDeps, hook: number) =>
  Effect.uninterruptible(
    Effect.flatMap(
      Effect.flatMap(Clock.currentTimeMillis, (now) => deps.queue.claim(hook, now)),
      Option.match({
        onNone: () => Effect.succeed(false),
        onSome: (message) => Effect.as(deliver(deps, message), true)
      })
    )
  )

/** Sends a claimed message once and records the outcome. */
const deliver = (deps: SenderDeps, message: ClaimedMessage): Effect.Effect<AttemptResult, StorageFailure> =>
  Effect.uninterruptible(
    Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      const result = yield* attempt(deps, message, at)
      const { listens, verdict } = yield* verdictOf(message, result)
      const { duration, status } = result
      const reply = result.reply.slice(0, maxReplyLength)
      const isRecorded = yield* Effect.retry(
        deps.queue.record(message, { at, status, duration, reply }, verdict, listens),
        recordAgain
      )
      count(Option.getOrUndefined(message.target)?.kind, verdict.outcome)
      if (isRecorded && verdict.disabledReason !== null)
        yield* Effect.logWarning(
          `hook ${message.hook} was disabled: ${verdict.disabledReason}; ` +
            `correct the receiver, then run \`daybook hooks enable ${message.hook}\``
        )
      return { ...result, reply }
    })
  ).pipe(Effect.withSpan("HookSender.deliver", { attributes: { "hook.id": message.hook, "hook.event": message.type } }))

const attempt = ({ signer, transport }: SenderDeps, message: ClaimedMessage, now: number) => {
  if (isOver(message, now)) return Effect.succeed(failed("the track had ended"))
  const { agent } = transport
  const request = Option.flatMapNullable(message.target, (target) =>
    requestOf(target, message, { now, agent, sign: signer.sign, md5: signer.md5 })
  )
  return Option.match(request, { onNone: () => Effect.succeed(unreadable), onSome: transport.send }).pipe(
    Effect.map((result) => acceptedBy(message, result))
  )
}

/** What was playing is not sent later. */
const isOver = (message: ClaimedMessage, now: number): boolean =>
  message.type === "playing" && (relayCallOf(message).until ?? 0) < now

const failed = (reply: string): AttemptResult => ({ status: null, duration: 0, reply, retryAfter: null })

const unreadable = failed(
  "the secrets of the hook were encrypted with another DAYBOOK_SECRET: set that secret again, or rotate the hook's"
)

const serviceOf = ({ target }: ClaimedMessage) =>
  Option.getOrNull(Option.flatMapNullable(target, ({ kind }) => (isRelay(kind) ? kind : null)))

/** A service may refuse with status 200. */
const acceptedBy = (message: ClaimedMessage, result: AttemptResult): AttemptResult => {
  const kind = serviceOf(message)
  return kind === null ? result : { ...result, accepted: relayAnswerOf(kind, message, result).says === "accepted" }
}

const verdictOf = (message: ClaimedMessage, result: AttemptResult): Effect.Effect<Judgement> => {
  const { attempts, health, type } = message
  if (type === "hook.test") {
    const outcome = isSuccess(result) ? "delivered" : "given_up"
    const verdict = { outcome, dueAt: null, pausedUntil: null, health, disabledReason: null } as const
    return Effect.succeed({ verdict, listens: null })
  }
  return Effect.zipWith(Clock.currentTimeMillis, Random.next, (now, random) => {
    const verdict = judge(result, attempts + 1, health, now, random)
    const kind = serviceOf(message)
    return kind === null ? { verdict, listens: null } : judgeRelay(kind, message, result, verdict, now)
  })
}

interface Judgement {
  readonly verdict: Verdict
  readonly listens: ListenResult | null
}

/** A failure ends only this round. */
const unbroken = <R>(effect: Effect.Effect<void, StorageFailure, R>) =>
  effect.pipe(
    Effect.catchAll((failure) => Effect.zipRight(Effect.logWarning(failure.message), Effect.sleep(afterFailure))),
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(
        Effect.logError("sending a hook's messages failed with a defect", defect),
        Effect.sleep(afterFailure)
      )
    )
  )
