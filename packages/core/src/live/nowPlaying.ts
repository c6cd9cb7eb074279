import { Clock, type Context, Duration, Effect } from "effect"
import type { LiveEvent } from "./events.js"
import { type Subscription, type Subscriptions, wants } from "./listeners.js"
import { readsFor } from "./outage.js"
import type { NowPlayingAnswers, NowPlayingBoard } from "./ports.js"

/** How often the source is asked, over all hosts. */
const interval = 20_000

/** What is playing belongs to listening. */
const wantsPlaying = (stream: Subscription) =>
  wants(stream, "now_playing") && (stream.domains === null || stream.domains.has("listening"))

const isUnserved = (stream: Subscription) => wantsPlaying(stream) && stream.nowPlaying === null

const dueAt = (now: number) => now - (now % interval)

/** Asks what is playing while a stream on any host wants to know, and sends it when it changed. */
export const nowPlayingPoll = (
  board: Context.Tag.Service<NowPlayingBoard>,
  answers: Context.Tag.Service<NowPlayingAnswers>,
  streams: Subscriptions
) => {
  const succeeds = readsFor(streams, wantsPlaying)
  /** The last due time for which the answer is known. An older answer may be of another day. */
  let askedFor = 0

  const send = (answer: string | null) => {
    if (answer === null) return
    const data: unknown = JSON.parse(answer)
    const event: LiveEvent = { event: "now_playing", id: null, data }
    for (const stream of streams.of(wantsPlaying)) {
      if (stream.nowPlaying === answer) continue
      stream.nowPlaying = answer
      stream.listener.push([event])
    }
  }

  const sendCurrent = Effect.map(board.current, send)

  /** Asks if no other host has asked in this interval. */
  const ask = Effect.gen(function* () {
    const due = dueAt(yield* Clock.currentTimeMillis)
    const isOurs = yield* board.claim(due)
    const answer = isOurs ? yield* answers.ask : null
    if (answer !== null) yield* board.publish(JSON.stringify(answer))
    yield* sendCurrent
    askedFor = due
  })

  const poll = Effect.gen(function* () {
    yield* streams.some(wantsPlaying)
    yield* succeeds(ask)
    const now = yield* Clock.currentTimeMillis
    yield* Effect.sleep(Duration.millis(interval - (now % interval)))
  }).pipe(Effect.forever)

  /** Sends what another host or a client reports. */
  const listen = Effect.gen(function* () {
    yield* streams.some(wantsPlaying)
    yield* board.passed(board.version())
    if (streams.of(wantsPlaying).length > 0) yield* Effect.ignoreLogged(sendCurrent)
  }).pipe(Effect.forever)

  /** Sends the answer of this interval to streams that open in it. */
  const greet = Effect.gen(function* () {
    yield* streams.some(isUnserved)
    const isKnown = askedFor === dueAt(yield* Clock.currentTimeMillis)
    if (isKnown) yield* Effect.ignoreLogged(sendCurrent)
    if (streams.of(isUnserved).length > 0) yield* Effect.sleep(isKnown ? "1 second" : "100 millis")
  }).pipe(Effect.forever)

  return Effect.all([poll, listen, greet], { concurrency: "unbounded", discard: true })
}
