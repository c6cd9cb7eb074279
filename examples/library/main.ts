import { layer } from "@daybook/adapters"
import { Listening } from "@daybook/core/listening"
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"

// Reads what is stored in DAYBOOK_DATA_DIR (.daybook by default); `daybook demo` fills .daybook/demo.
const program = Effect.gen(function* () {
  const listening = yield* Listening
  const { data } = yield* listening.topArtists({
    period: "overall",
    page: { page: 1, limit: 5 },
    filters: {},
    sparklines: false
  })
  for (const artist of data) yield* Console.log(`${artist.rank}. ${artist.name}  ${artist.playcount}`)
  const streaks = yield* listening.streaks()
  yield* Console.log(`longest streak: ${streaks.longest.days} days`)
}).pipe(Effect.catchTag("NoData", () => Console.log("no plays are stored yet: run `daybook sync` first")))

NodeRuntime.runMain(Effect.provide(program, layer))
