import { Clock, Duration, Effect, Option, Schema } from "effect"
import { NowPlayingAnswers, NowPlayingBoard } from "../live/ports.js"
import { NowPlayingChanged, event } from "./events.js"
import { HookOutbox, HookQueue } from "./ports.js"

/** How often the source is asked, over all hosts: streams and hooks share the due times. */
const interval = 20_000

const toData = Schema.decodeOption(Schema.parseJson(NowPlayingChanged))

/** Announces what is playing when it changes. Asks nothing while no hook wants to know. */
export class NowPlayingWatch extends Effect.Service<NowPlayingWatch>()("@daybook/core/NowPlayingWatch", {
  effect: Effect.gen(function* () {
    const board = yield* NowPlayingBoard
    const answers = yield* NowPlayingAnswers
    const outbox = yield* HookOutbox
    const queue = yield* HookQueue

    const observe = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const answer = (yield* board.claim(now - (now % interval))) ? yield* answers.ask : null
      if (answer !== null) yield* board.publish(JSON.stringify(answer))
      yield* outbox.playing((newest) =>
        Option.map(toData(newest), (data) => event("now_playing.changed", "listening", now, data))
      )
    })

    const round = Effect.gen(function* () {
      const version = queue.latest()
      if (!(yield* outbox.isWanted("now_playing.changed"))) return yield* queue.passed(version)
      yield* observe
      const now = yield* Clock.currentTimeMillis
      yield* Effect.sleep(Duration.millis(interval - (now % interval)))
    }).pipe(Effect.catchAll((failure) => Effect.zipRight(Effect.logWarning(failure.message), Effect.sleep(interval))))
    return { start: Effect.asVoid(Effect.forkScoped(Effect.forever(round))) }
  })
}) {}
