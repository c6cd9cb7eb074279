import { openApiDocument } from "@daybook/http"
import * as FileSystem from "@effect/platform/FileSystem"
import { Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { Failure } from "../failures.js"
import { describeCommand } from "../help.js"
import * as commonOptions from "../options.js"
import * as print from "../print.js"

const out = Options.text("out").pipe(Options.optional, Options.withDescription("The file to write; stdout by default"))

export const openapi = Command.make("openapi", { out, json: commonOptions.json }, ({ out }) =>
  Effect.gen(function* () {
    const text = JSON.stringify(openApiDocument(), null, 2)
    if (Option.isNone(out)) return yield* print.line(text)
    const files = yield* FileSystem.FileSystem
    yield* Effect.mapError(
      files.writeFileString(out.value, `${text}\n`),
      () => new Failure({ message: `${out.value} cannot be written: check that its folder exists and is writable` })
    )
  })
).pipe(Command.withDescription(describeCommand("Print the OpenAPI document", "daybook openapi --out openapi.json")))
