import * as DaybookClient from "@daybook/client/effect"
import { FetchHttpClient } from "@effect/platform"
import { NodeRuntime } from "@effect/platform-node"
import { Config, Console, Effect } from "effect"

// DAYBOOK_URL is where a host answers, DAYBOOK_KEY a read key: `daybook keys create --name example`.
const program = Effect.gen(function* () {
  const baseUrl = yield* Config.withDefault(Config.string("DAYBOOK_URL"), "http://127.0.0.1:8787")
  const key = yield* Config.redacted("DAYBOOK_KEY")
  const daybook = yield* DaybookClient.make({ baseUrl, key })
  const playing = yield* daybook.listening.nowPlaying()
  yield* Console.log(`${playing.is_playing ? "now" : "last"}: ${playing.track.name} by ${playing.track.artist.name}`)
  const streaks = yield* daybook.listening.streaks()
  yield* Console.log(`current streak: ${streaks.current.days} days`)
})

NodeRuntime.runMain(Effect.provide(program, FetchHttpClient.layer))
