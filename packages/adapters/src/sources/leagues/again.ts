import type { Game, WantedEvent } from "@daybook/core/attending"

const hour = 3_600_000
const day = 24 * hour
/** Waits double up to this many times. */
const mostDoublings = 5
/** Games are over by then. */
const longestGame = 5 * hour

/** When to look anew for what nobody knows: each time later, and for what is to come once it has been. */
export const missedUntil = ({ at, attempts, date }: Pick<WantedEvent, "at" | "attempts" | "date">, now: number): number => {
  const start = at ?? Date.parse(`${date}T12:00:00Z`)
  const wait = (start > now ? 1 : 3) * day * 2 ** Math.min(attempts, mostDoublings)
  return start > now ? Math.min(now + wait, start + day) : now + wait
}

/** When to look at a game again: never once it is over and told in full; one to come some days before and after its end. */
export const gameUntil = (game: Pick<Game, "at" | "details" | "state">, now: number): number => {
  if (game.state === "final" && game.details !== null) return Number.POSITIVE_INFINITY
  if (game.state === "cancelled") return now + 30 * day
  const over = (game.at ?? now + 2 * day) + longestGame
  return Math.min(now + 3 * day, Math.max(now + 2 * hour, over))
}
