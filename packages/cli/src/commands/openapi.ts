import { Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const out = Options.text("out").pipe(Options.optional, Options.withDescription("The file to write; stdout by default"))

export const openapi = Command.make("openapi", { out, json: commonOptions.json }, (options) =>
  lazily(
    () => import("../actions/openapi.js"),
    ({ openapi }) => openapi(options)
  )
).pipe(Command.withDescription(describeCommand("Print the OpenAPI document", "daybook openapi --out openapi.json")))
