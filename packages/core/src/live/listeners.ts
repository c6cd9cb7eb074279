import { Effect } from "effect"
import type { Domain } from "../domains.js"
import type { LiveEvent, Topic } from "./events.js"

/** The receiving end of a stream. */
export interface Listener {
  readonly push: (events: ReadonlyArray<LiveEvent>) => void
  /** Waits until few events are left to send. */
  readonly ready: Effect.Effect<void>
  /** Says goodbye and ends the stream. */
  readonly end: () => void
}

/** An open stream. */
export interface Subscription {
  readonly topics: ReadonlySet<Topic>
  /** Null means all. */
  readonly domains: ReadonlySet<Domain> | null
  readonly listener: Listener
  /** The number up to which the stream has the log of changes. */
  position: number
  /** The history of the log that the position belongs to. */
  epoch: string
  /** The last answer of what is playing that was sent. */
  nowPlaying: string | null
}

export const wants = ({ topics }: Subscription, ...of: ReadonlyArray<Topic>) => of.some((topic) => topics.has(topic))

export const wantsLog = (subscription: Subscription) => wants(subscription, "changes", "feed")

/** The open streams of this host. */
export const subscriptions = () => {
  const all = new Set<Subscription>()
  const waiting = new Set<() => void>()
  const of = (isMeant: (subscription: Subscription) => boolean) => Array.from(all).filter(isMeant)
  return {
    of,
    add: (subscription: Subscription) => {
      all.add(subscription)
      for (const check of waiting) check()
    },
    remove: (subscription: Subscription) => void all.delete(subscription),
    /** Waits until a stream is open that matches. */
    some: (isMeant: (subscription: Subscription) => boolean) =>
      Effect.async<void>((resume) => {
        const check = () => {
          if (of(isMeant).length === 0) return
          waiting.delete(check)
          resume(Effect.void)
        }
        waiting.add(check)
        check()
        return Effect.sync(() => void waiting.delete(check))
      })
  }
}
export type Subscriptions = ReturnType<typeof subscriptions>
