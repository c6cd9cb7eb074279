import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

export const connect = Command.make(
  "connect",
  {
    source: Args.text({ name: "source" }).pipe(
      Args.withDescription("A source, or a login that several share, such as google")
    ),
    port: Options.text("port").pipe(
      Options.withDefault("0"),
      Options.withDescription("Port on this machine that the browser is redirected to; any free port by default")
    ),
    json: commonOptions.json
  },
  (options) =>
    lazily(
      () => import("../actions/connect.js"),
      ({ connect }) => connect(options)
    )
).pipe(
  Command.withDescription(
    describeCommand("Log in at a provider and store its tokens, encrypted", "daybook connect strava")
  )
)
