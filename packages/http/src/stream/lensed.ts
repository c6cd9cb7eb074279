import type { ApiKey } from "@daybook/core/keys"
import type { LiveEvent, LiveStream, Topic } from "@daybook/core/live"
import { Context, Effect } from "effect"
import type { InsideAnswer, SendInside } from "../inside.js"
import { LensDenial, forbidden } from "../kit/errors.js"

/** The key that opens a stream. */
export class StreamCaller extends Context.Reference<StreamCaller>()("@daybook/http/StreamCaller", {
  defaultValue: (): ApiKey | null => null
}) {}

export const hasLens = ({ lens = null, scope }: ApiKey): boolean => lens !== null || scope === "publish"

/** How often the answers are read: as often as the source of the current track is asked. */
const interval = "20 seconds"
const itemsRead = 50

type Item = Readonly<Record<string, unknown>>

const idOf = ({ domain, id }: Item) =>
  typeof id === "number" && typeof domain === "string" ? { id: `${domain}/feed_item/${id}` } : {}

/** A feed item as streams send it, without what the lens leaves out. */
const feedData = (item: Item): Item => ({
  ...idOf(item),
  ...Object.fromEntries(
    ["domain", "event_type", "title", "occurred_at"].flatMap((name) => (name in item ? [[name, item[name]]] : []))
  )
})

const itemsIn = (text: string): ReadonlyArray<Item> =>
  (JSON.parse(text) as { readonly data: ReadonlyArray<Item> }).data.map(feedData)

/** What is new or changed, oldest first. Items that deletions moved into the page are not new. */
const newItems = (before: ReadonlyArray<Item>, now: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const earlier = new Set(before.map((item) => JSON.stringify(item)))
  const isEarlier = (item: Item) => earlier.has(JSON.stringify(item))
  const end = before.length < itemsRead ? now.length : now.findLastIndex(isEarlier) + 1
  return now
    .slice(0, end)
    .filter((item) => !isEarlier(item))
    .toReversed()
}

/** A topic that is made from the answers of an operation. */
interface AnswerTopic {
  readonly path: string
  /** The events between two answers; without an earlier one, those of the beginning. */
  readonly events: (
    before: string | null,
    now: string,
    domains: ReadonlyArray<string> | null
  ) => ReadonlyArray<LiveEvent>
}

const answerTopics: ReadonlyMap<Topic, AnswerTopic> = new Map<Topic, AnswerTopic>([
  [
    "feed",
    {
      path: `/v1/feed?limit=${itemsRead}`,
      events: (before, now, domains) =>
        (before === null ? [] : newItems(itemsIn(before), itemsIn(now)))
          .filter(({ domain }) => domains === null || domains.some((name) => name === domain))
          .map((data) => ({ event: "feed", id: null, data }))
    }
  ],
  [
    "now_playing",
    {
      path: "/v1/listening/now-playing",
      events: (before, now) =>
        before === now ? [] : [{ event: "now_playing", id: null, data: JSON.parse(now) as unknown }]
    }
  ]
])

interface LensedRequest {
  readonly send: SendInside
  /** Null for those that the lens allows. */
  readonly topics: ReadonlyArray<Topic> | null
  /** Null means all. */
  readonly domains: ReadonlyArray<string> | null
  /** Seconds between heartbeats, for the first event. */
  readonly heartbeat: number
}

const noAnswer: InsideAnswer = { status: 500, text: "", retryAfter: null, etag: null }

/**
 * A stream through a lens: what changes in the answers that its key gets. The log of changes is not read, because its
 * cursors count what the lens hides. So the events have no ids, and nothing is sent again after an interruption.
 */
export const lensedStream = ({ domains, heartbeat, send, topics }: LensedRequest) =>
  Effect.gen(function* () {
    const read = (target: string) =>
      Effect.orElseSucceed(
        Effect.tryPromise((signal) => send({ method: "GET", target }, signal)),
        () => noAnswer
      )
    const named = (topics ?? Array.from(answerTopics.keys())).flatMap((name) => {
      const topic = answerTopics.get(name)
      return topic === undefined ? [] : [{ name, topic }]
    })
    const opened = yield* Effect.forEach(named, (one) =>
      Effect.map(read(one.topic.path), (answer) => ({ ...one, answer }))
    )
    const allowed = opened.filter(({ answer }) => answer.status !== forbidden.status)
    // A topic that was named and is not allowed is an error; a default that is not allowed is left out.
    if (allowed.length === 0 || (topics !== null && allowed.length < topics.length)) return yield* new LensDenial()
    const isMeant = (name: Topic) => name !== "now_playing" || domains === null || domains.includes("listening")
    const followed = allowed.filter(({ name }) => isMeant(name))
    const latest = new Map<Topic, string>()
    const eventsOf = ({ name, topic }: (typeof followed)[number], { status, text }: InsideAnswer) => {
      if (status !== 200) return []
      const before = latest.get(name) ?? null
      latest.set(name, text)
      return topic.events(before, text, domains)
    }
    const hello: LiveEvent = {
      event: "hello",
      id: null,
      data: { topics: allowed.map(({ name }) => name), heartbeat_s: heartbeat }
    }
    const stream: LiveStream = {
      first: [hello, ...followed.flatMap((one) => eventsOf(one, one.answer))],
      follow: ({ end, push }) =>
        Effect.gen(function* () {
          yield* Effect.sleep(interval)
          for (const one of followed) {
            const answer = yield* read(one.topic.path)
            // The lens was removed.
            if (answer.status === forbidden.status) end()
            push(eventsOf(one, answer))
          }
        }).pipe(Effect.forever)
    }
    return stream
  })
