import { addDays } from "../shared/LocalDate.js"
import type { Calendar } from "../shared/Calendar.js"
import type { Context } from "effect"
import type { BuildTiming, DebounceState, HookKind, PendingChanges } from "./model.js"

type Days = Pick<Context.Tag.Service<Calendar>, "dateOf" | "startOf">

/** A site wants one build for many changes. */
export const defaultTiming: BuildTiming = { quiet: 60, maxWait: 900, minInterval: 600, maxPerDay: 24 }

/** `changes.available` comes five seconds after the first change, once for all that follow. */
const coalescing: BuildTiming = { quiet: 5, maxWait: 5, minInterval: 0, maxPerDay: Number.POSITIVE_INFINITY }

export const timingOf = (kind: HookKind, timing: BuildTiming | null): BuildTiming =>
  kind === "webhook" ? coalescing : (timing ?? defaultTiming)

export const idle: DebounceState = { firstAt: null, lastAt: null, firedAt: null, firedDay: null, firedCount: 0 }

/** A change at an instant. */
export const changedAt = (state: DebounceState, now: number): DebounceState => ({
  ...state,
  firstAt: state.firstAt ?? now,
  lastAt: Math.max(state.lastAt ?? now, now)
})

/**
 * When the call for the changes so far is due, epoch milliseconds: after the quiet time, at the latest `maxWait` after
 * the first change, never sooner than `minInterval` after the last call. A call beyond the day's limit waits for the
 * next day. Null if nothing changed.
 */
export const callDueAt = (state: DebounceState, timing: BuildTiming, days: Days): number | null => {
  const { firedAt, firedCount, firedDay, firstAt, lastAt } = state
  if (firstAt === null || lastAt === null) return null
  const earliest = Math.min(lastAt + timing.quiet * 1_000, firstAt + timing.maxWait * 1_000)
  const at = firedAt === null ? earliest : Math.max(earliest, firedAt + timing.minInterval * 1_000)
  const day = days.dateOf(at)
  return day === firedDay && firedCount >= timing.maxPerDay ? days.startOf(addDays(day, 1)) : at
}

/** The state after a call at an instant. */
export const afterCall = (state: DebounceState, now: number, days: Days): DebounceState => {
  const firedDay = days.dateOf(now)
  return {
    firstAt: null,
    lastAt: null,
    firedAt: now,
    firedDay,
    firedCount: firedDay === state.firedDay ? state.firedCount + 1 : 1
  }
}

/** Adds changes to those that wait for a call. */
export const addPending = (pending: PendingChanges | null, added: PendingChanges): PendingChanges => {
  const counts: Record<string, number> = { ...pending?.counts }
  for (const [domain, count] of Object.entries(added.counts)) counts[domain] = (counts[domain] ?? 0) + count
  return { cursor: added.cursor ?? pending?.cursor ?? null, counts }
}
