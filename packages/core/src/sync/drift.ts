import { Clock, type Context, Effect, Option } from "effect"
import type { Drift } from "./driftModel.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Source } from "./Source.js"
import type { SyncStore } from "./SyncStore.js"

/** Records of the provider that are missing without a known reason; negative if Daybook has more. */
export const unexplainedOf = ({ explained, provider, stored }: Pick<Drift, "explained" | "provider" | "stored">) =>
  provider - stored - Object.values(explained).reduce((sum, count) => sum + count, 0)

/** Differences up to this number, or this share of the provider's records, are normal: providers lag. */
const tolerance = { records: 3, share: 0.001 }

const isTooLarge = (count: Pick<Drift, "explained" | "provider" | "stored">): boolean =>
  Math.abs(unexplainedOf(count)) > Math.max(tolerance.records, tolerance.share * count.provider)

/** Milliseconds between the two checks of an alarm, at least. */
const confirmAfter = 3_600_000
/** Milliseconds between two checks, unless a difference waits for its confirmation. */
const interval = 86_400_000

/** Whether to ask the provider again. A sync that read everything always asks. */
export const isCheckDue = (before: Drift | null, now: number, isWhole: boolean): boolean =>
  before === null ||
  isWhole ||
  now - before.checkedAt >= (before.suspectedAt !== null && before.since === null ? confirmAfter : interval)

type Check = Pick<Drift, "unit" | "provider" | "stored" | "explained">

/** The next state. One check alone never alarms: `since` is set by a second one, at least an hour after the first. */
export const afterCheck = (before: Drift | null, check: Check, now: number): Drift => {
  if (!isTooLarge(check)) return { ...check, checkedAt: now, suspectedAt: null, since: null }
  const suspectedAt = before?.suspectedAt ?? now
  const since = before?.since ?? (now - suspectedAt >= confirmAfter ? now : null)
  return { ...check, checkedAt: now, suspectedAt, since }
}

/** What a sync read and did. */
interface WalkResult {
  /** Records read. */
  readonly seen: number
  readonly isWhole: boolean
}

/**
 * Records that the last whole sync read and did not store: the provider lists them twice, or Daybook counts two of them
 * as one. Later checks reuse the number. A sync that read more than the provider has read some pages twice, so its own
 * number says nothing.
 */
const duplicatesOf = (before: Drift | null, { isWhole, seen }: WalkResult, provider: number, own: number): number =>
  isWhole && seen <= provider ? Math.max(0, seen - own) : (before?.explained["duplicates"] ?? 0)

/** What a run compares with. */
export interface Comparison {
  /** The newest comparison. */
  readonly before: Option.Option<Drift>
  /** Whether the run read everything. */
  readonly isWhole: boolean
}

/**
 * Compares the provider's number of records with the stored one, at the end of a sync, if that is due. A provider that
 * does not answer is no reason for the sync to fail.
 */
export const checkDrift = Effect.fn("SyncEngine.checkDrift")(function* (
  store: Context.Tag.Service<SyncStore>,
  source: Source<never>,
  comparison: Effect.Effect<Comparison, StorageFailure>,
  /** Records read. */
  seen: number
) {
  if (source.providerCount === undefined) return
  const { before: newest, isWhole } = yield* comparison
  const before = Option.getOrNull(newest)
  const now = yield* Clock.currentTimeMillis
  if (!isCheckDue(before, now, isWhole)) return
  const count = yield* Effect.catchTag(source.providerCount, "SourceFailure", ({ message }) =>
    Effect.as(Effect.logWarning(`${message}: its records were not counted`), null)
  )
  if (count === null) return
  const own = yield* source.count
  const duplicates = duplicatesOf(before, { seen, isWhole }, count.total, own)
  const explained = { ...count.excluded, ...(duplicates === 0 ? {} : { duplicates }) }
  const check = { unit: count.unit, provider: count.total, stored: own, explained }
  const after = afterCheck(before, check, now)
  const isAlarm = after.since !== null && before?.since == null
  if (isAlarm) yield* Effect.logWarning(driftText(source.id, after))
  yield* store.recordDrift(source.id, source.domain, after, isAlarm)
})

/** What differs, and what to do about it. */
export const driftText = (source: string, drift: Check): string => {
  const { provider, unit } = drift
  const unexplained = unexplainedOf(drift)
  const difference = unexplained > 0 ? `${unexplained} are missing here` : `${-unexplained} more than there`
  return `${source} has ${provider} ${unit}, Daybook ${drift.stored}: ${difference}; run \`daybook sync ${source} --full\``
}
