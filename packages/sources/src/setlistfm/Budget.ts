import { SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Ref } from "effect"

/** Daily calls per key (UTC): https://api.setlist.fm/docs/1.0/index.html. */
export const dailyCalls = 1_440
const dayMs = 86_400_000

/** Counts calls, so that none exceeds the limit. */
export interface Budget {
  readonly spend: Effect.Effect<void, SourceFailure>
}

export const makeBudget = (limit: number): Effect.Effect<Budget> =>
  Effect.map(Ref.make({ day: 0, spent: 0 }), (state): Budget => ({
    spend: Effect.gen(function* () {
      const day = Math.floor((yield* Clock.currentTimeMillis) / dayMs)
      const spent = yield* Ref.modify(state, (of) => {
        const before = of.day === day ? of.spent : 0
        return [before, { day, spent: before + 1 }] as const
      })
      if (spent >= limit) return yield* usedUp(limit)
    })
  }))

const usedUp = (limit: number) =>
  new SourceFailure({
    source: "setlistfm",
    state: "rate_limited",
    message: `setlist.fm allows ${limit.toLocaleString("en-US")} calls a day, and today's are used up`,
    next: "it resumes tomorrow where it stopped"
  })
