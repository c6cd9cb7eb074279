import { Clock, type Context, Duration, Effect } from "effect"
import type { LiveEvent } from "./events.js"
import { type Subscription, type Subscriptions, wants } from "./listeners.js"
import { readsFor } from "./outage.js"
import type { NowPlayingAnswers, NowPlayingBoard } from "./ports.js"

/** How often the source is asked, over all hosts. */
const interval = 20_000

const wantsPlaying = (stream: Subscription) => wants(stream, "now_playing")

/** Asks what is playing while a stream on any host wants to know, and sends it when it changed. */
export const nowPlayingPoll = (
  board: Context.Tag.Service<NowPlayingBoard>,
  answers: Context.Tag.Service<NowPlayingAnswers>,
  streams: Subscriptions
) => {
  const succeeds = readsFor(streams, wantsPlaying)

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

  /** Asks if no other host has asked in this interval. */
  const ask = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const isOurs = yield* board.claim(now - (now % interval))
    const answer = isOurs ? yield* answers.ask : null
    if (answer !== null) yield* board.publish(JSON.stringify(answer))
    send(yield* board.current)
  })

  const poll = Effect.gen(function* () {
    yield* streams.some(wantsPlaying)
    yield* succeeds(ask)
    const now = yield* Clock.currentTimeMillis
    yield* Effect.sleep(Duration.millis(interval - (now % interval)))
  }).pipe(Effect.forever)

  /** Sends what another host learned, and the newest answer to streams that just opened. */
  const listen = Effect.gen(function* () {
    for (let version = -1; ;) {
      yield* streams.some((stream) => wantsPlaying(stream) && (stream.nowPlaying === null || board.version() > version))
      version = board.version()
      yield* Effect.ignoreLogged(Effect.map(board.current, send))
      yield* Effect.timeoutOption(board.passed(version), Duration.seconds(1))
    }
  })

  return Effect.all([poll, listen], { concurrency: "unbounded", discard: true })
}
