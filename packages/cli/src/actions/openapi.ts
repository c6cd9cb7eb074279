import { openApiDocument } from "@daybook/http"
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Option } from "effect"
import { Failure } from "../failures.js"
import * as print from "../print.js"

interface OpenapiOptions {
  readonly out: Option.Option<string>
}

export const openapi = ({ out }: OpenapiOptions) =>
  Effect.gen(function* () {
    const text = JSON.stringify(openApiDocument(), null, 2)
    if (Option.isNone(out)) return yield* print.line(text)
    const files = yield* FileSystem.FileSystem
    yield* Effect.mapError(
      files.writeFileString(out.value, `${text}\n`),
      () => new Failure({ message: `${out.value} cannot be written: check that its folder exists and is writable` })
    )
  })
