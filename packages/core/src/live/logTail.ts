import { type Context, Effect } from "effect"
import type { ChangeLog, LogPage, LogState } from "../changes/ChangeLog.js"
import { encodeCursor } from "../changes/cursor.js"
import { type Change, feedItemType } from "../changes/model.js"
import { cursorAt } from "../changes/service.js"
import { changeEntry } from "../changes/views.js"
import type { FeedStore } from "../feed/FeedStore.js"
import { type LiveEvent, feedData, resetAt } from "./events.js"
import { type Subscription, type Subscriptions, wants, wantsLog } from "./listeners.js"
import { readsFor } from "./outage.js"

/** Rows of the log that are read and sent at a time. */
const batch = 100
/** How long a batch waits for streams that have not sent the last one. */
const patience = "250 millis"
/** How often the log is read without a notification, which also finds out that the database is unreachable. */
const recheck = "10 seconds"
const retry = "1 second"

/** The events of one change. With both, the first one resumes at the second. */
interface ChangeEvents {
  readonly change: Change
  readonly alone: LiveEvent
  readonly first: LiveEvent
  readonly feed: LiveEvent | null
}

const eventsFor = (
  { change, ...events }: ChangeEvents,
  { domains, topics }: Pick<Subscription, "domains" | "topics">
): ReadonlyArray<LiveEvent> => {
  if (domains !== null && !domains.has(change.domain)) return []
  const feed = topics.has("feed") ? events.feed : null
  if (!topics.has("changes")) return feed === null ? [] : [feed]
  return feed === null ? [events.alone] : [events.first, feed]
}

/** Reads the log of changes for all streams of this host: each batch once, whatever their number. */
export const logTail = (
  log: Context.Tag.Service<ChangeLog>,
  feed: Context.Tag.Service<FeedStore>,
  streams: Subscriptions
) => {
  /** Up to here the joined streams have the log. Null while no stream wants it. */
  let position: number | null = null
  const succeeds = readsFor(streams, wantsLog)

  const describe = Effect.fn(function* ({ changes, state }: LogPage, withFeed: boolean) {
    const upserted = changes.filter(({ op, type }) => op === "upsert" && type === feedItemType)
    const items = withFeed && upserted.length > 0 ? yield* feed.items(upserted.map(({ id }) => Number(id))) : []
    const itemOf = new Map(items.map((item) => [String(item.id), item]))
    return changes.map((change): ChangeEvents => {
      const cursorOf = (seq: number) => encodeCursor({ epoch: state.epoch, seq })
      const item = change.type === feedItemType && change.op === "upsert" ? itemOf.get(change.id) : undefined
      const data = changeEntry(change)
      return {
        change,
        alone: { event: "changes", id: cursorOf(change.seq), data },
        first: { event: "changes", id: cursorOf(change.seq - 1), data },
        feed: item === undefined ? null : { event: "feed", id: cursorOf(change.seq), data: feedData(item) }
      }
    })
  })

  const read = (after: number) => log.read({ after, domains: null, types: null, limit: batch })

  /** Whether more rows follow than a stream may be sent as events at once. */
  const isFar = ({ domains, position, topics }: Subscription, max: number) =>
    Effect.map(
      log.read({
        after: position,
        domains: domains === null ? null : Array.from(domains),
        types: topics.has("changes") ? null : [feedItemType],
        limit: max
      }),
      ({ isCut }) => isCut
    )

  const endOf = ({ changes, isCut, state }: LogPage) => (isCut ? changes.at(-1)!.seq : state.head)

  /** A stream of another history goes on at the current end. False if it is of this one. */
  const restarts = (stream: Subscription, state: LogState): boolean => {
    if (stream.epoch === state.epoch) return false
    stream.epoch = state.epoch
    stream.position = state.head
    stream.listener.push([resetAt(cursorAt(state))])
    return true
  }

  const sendNext = Effect.gen(function* () {
    const page = yield* read(position ?? 0)
    const joined = streams.of(wantsLog)
    const described = yield* describe(
      page,
      joined.some((stream) => wants(stream, "feed"))
    )
    const end = endOf(page)
    // From here on nothing waits: a stream joins before or after all of this.
    for (const stream of streams.of(wantsLog)) {
      if (restarts(stream, page.state)) continue
      const events = described.flatMap((one) => (one.change.seq > stream.position ? eventsFor(one, stream) : []))
      if (events.length > 0) stream.listener.push(events)
      stream.position = Math.max(stream.position, end)
    }
    position = end
    if (page.isCut) {
      const ready = Effect.forEach(joined, ({ listener }) => listener.ready, {
        concurrency: "unbounded",
        discard: true
      })
      yield* Effect.timeoutOption(ready, patience)
    }
  })

  const follow = Effect.gen(function* () {
    for (;;) {
      if (streams.of(wantsLog).length === 0) position = null
      yield* streams.some(wantsLog)
      position ??= Math.min(...streams.of(wantsLog).map((stream) => stream.position))
      // The stream has ended meanwhile.
      if (position === Number.POSITIVE_INFINITY) continue
      if (log.latest() <= position) yield* Effect.timeoutOption(log.passed(position), recheck)
      if (!(yield* succeeds(sendNext))) yield* Effect.sleep(retry)
    }
  })

  /** Whether a stream with this position can join: what it lacks will be sent to all. */
  const canJoin = (own: number) => position === null || position <= own

  return {
    /** Runs for as long as the host. */
    follow,
    /**
     * Sends what a stream missed after its position, a batch at a time, until it can join the others. More than
     * `max` events are replaced by a reset.
     */
    replay: Effect.fn(function* (stream: Subscription, max: number) {
      for (let sent: number | null = null; ;) {
        const page = yield* read(stream.position)
        if (!restarts(stream, page.state)) {
          // Nobody needs a thousand events before a reset.
          const isTooFar = sent === null && page.isCut && (yield* isFar(stream, max))
          const events = (yield* describe(page, stream.topics.has("feed"))).flatMap((one) => eventsFor(one, stream))
          sent = (sent ?? 0) + events.length
          if (isTooFar || sent > max) {
            sent = 0
            stream.position = page.state.head
            stream.listener.push([resetAt(cursorAt(page.state))])
          } else {
            if (events.length > 0) stream.listener.push(events)
            stream.position = endOf(page)
            yield* stream.listener.ready
          }
        }
        const isAtEnd = !page.isCut || stream.position === page.state.head
        if (isAtEnd && canJoin(stream.position)) return
      }
    })
  }
}
