import { SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Ref } from "effect"

/** How many calls a key has in a day (UTC): https://api.setlist.fm/docs/1.0/index.html. */
export const daily = 1_440
const dayMs = 86_400_000

/** Counts calls, so that none is made that would be refused. */
export interface Budget {
  readonly spend: Effect.Effect<void, SourceFailure>
}

export const make = (limit: number): Effect.Effect<Budget> =>
  Effect.map(Ref.make({ day: 0, spent: 0 }), (state): Budget => ({
    spend: Effect.gen(function*() {
      const day = Math.floor((yield* Clock.currentTimeMillis) / dayMs)
      const spent = yield* Ref.modify(state, (of) => {
        const before = of.day === day ? of.spent : 0
        return [before, { day, spent: before + 1 }] as const
      })
      if (spent >= limit) return yield* usedUp(limit)
    })
  }))

const usedUp = (limit: number) => new SourceFailure({
  source: "setlistfm",
  state: "rate_limited",
  message: `setlist.fm allows ${limit.toLocaleString("en-US")} calls a day, and today's are used up`,
  next: "it goes on where it was tomorrow"
})
