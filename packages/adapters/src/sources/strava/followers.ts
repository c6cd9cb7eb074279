import type { Publisher } from "@daybook/core/publishing"
import { forget, learn, type LookUp, RunningRecords, type Wanted } from "@daybook/core/running"
import type { StorageFailure, Transaction } from "@daybook/core/shared"
import { type DataVersions, eachDue, type Follower, type SourceFailure } from "@daybook/core/sync"
import { Clock, Duration, Effect, Option } from "effect"
import { readActivity } from "./readActivity.js"
import type { Strava } from "./Strava.js"
import { toShoe } from "./toRecords.js"

/** Where what is looked up goes. */
export type Rooms = RunningRecords | Publisher | Transaction | DataVersions

const batch = 20
const firstPause = Duration.toMillis("1 hour")
const mostDoublings = 9
/** Strava works out best efforts some minutes after an upload. */
const processing = Duration.toMillis("10 minutes")
const fresh = Duration.toMillis("1 day")
/** A limit that another program used up, too, is over at the next quarter of an hour at the latest. */
const refusedPause = Duration.minutes(5)

/** Runs in full, newest first, and the shoes they were run in. */
export const followers = (strava: Strava): ReadonlyArray<Follower<Rooms>> => [
  follower("strava-details", "detail", (wanted) => detail(strava, wanted)),
  follower("strava-gear", "gear", (wanted) => gear(strava, wanted))
]

interface Looked {
  readonly found: boolean
  /** Until when to leave it alone; null where it is done. */
  readonly until: number | null
}

/** Looks one thing up and stores it. */
type Handle = (wanted: Wanted) => Effect.Effect<Looked, SourceFailure | StorageFailure, Rooms>

const follower = (id: string, lookUp: LookUp, handle: Handle): Follower<Rooms> => ({
  id,
  drain: eachDue({
    batch,
    due: (limit) => Effect.flatMap(RunningRecords, (records) => records.due("strava", lookUp, limit)),
    left: Effect.flatMap(RunningRecords, (records) => records.dueCount("strava", lookUp)),
    key: ({ subject }) => subject,
    lookUp: (wanted) => handled(lookUp, wanted, handle),
    putOff: (wanted) => Effect.flatMap(Effect.all([RunningRecords, later(wanted)]), ([records, until]) => records.settleLookUp("strava", lookUp, wanted.subject, until))
  })
})

/** A limit is waited out: whoever drains has a budget of time, and a host a large one. */
const handled = (lookUp: LookUp, wanted: Wanted, handle: Handle): Effect.Effect<boolean, SourceFailure | StorageFailure, Rooms> =>
  Effect.gen(function*() {
    const { found, until } = yield* handle(wanted)
    yield* (yield* RunningRecords).settleLookUp("strava", lookUp, wanted.subject, until)
    return found
  }).pipe(Effect.catchIf(isLimit, () => Effect.zipRight(Effect.sleep(refusedPause), Effect.suspend(() => handled(lookUp, wanted, handle)))))

const isLimit = (failure: SourceFailure | StorageFailure) => "state" in failure && failure.state === "rate_limited"

const later = ({ attempts }: Wanted) =>
  Effect.map(Clock.currentTimeMillis, (now) => now + firstPause * 2 ** Math.min(attempts, mostDoublings))

const detail = Effect.fn("strava.detail")(function*(strava: Strava, wanted: Wanted) {
  const id = Number(wanted.subject)
  const found = yield* readActivity(strava, id, "whenever")
  if (Option.isNone(found)) {
    yield* forget("strava", [id])
    return { found: false, until: null }
  }
  const { detail, run } = found.value.told
  // Shoes that were deleted since are told here alone.
  yield* learn("strava", [found.value.told, ...found.value.shoes])
  const now = yield* Clock.currentTimeMillis
  const isIncomplete = detail.efforts === null && run.distance >= 400 && now - run.startedAt < fresh && wanted.attempts === 0
  return { found: true, until: isIncomplete ? now + processing : null }
})

/** Strava no longer knows shoes that were deleted: what was stored of them stays. */
const gear = Effect.fn("strava.gear")(function*(strava: Strava, wanted: Wanted) {
  const found = yield* strava.gear(wanted.subject).pipe(
    Effect.asSome,
    Effect.catchIf(({ state }) => state === "not_found", () => Effect.succeedNone)
  )
  if (Option.isNone(found)) return { found: false, until: yield* later(wanted) }
  yield* learn("strava", [{ _tag: "Shoes", shoe: toShoe({ ...found.value, id: wanted.subject }) }])
  return { found: true, until: null }
})
