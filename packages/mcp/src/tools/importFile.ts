import { Effect } from "effect"
import { ImportFiles } from "../ImportFiles.js"
import { amount, answerWith, words } from "../kit/output.js"
import { text } from "../kit/params.js"
import { everyDomain, writeTool } from "../Tool.js"
import { ToolError } from "../ToolError.js"

export const importFile = writeTool(
  { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  {
    name: "import_file",
    title: "Import a file",
    description:
      "Imports an export file of a service from the owner's folder for imports. The same file twice is one. A large " +
      "file goes on after the answer; call again to see its end.",
    domains: everyDomain,
    needsFiles: true,
    example: { source: "lastfm", path: "scrobbles.csv" },
    input: { source: text("such as lastfm"), path: text("in the folder for imports") },
    output: answerWith({ status: words, read: amount, added: amount, changed: amount, removed: amount }),
    run: ({ path, source }) =>
      Effect.gen(function* () {
        const { run } = yield* ImportFiles
        const { isFinished, ...counts } = yield* Effect.catchTag(
          run(source, path),
          "ImportRefused",
          ({ code, message, next }) => new ToolError({ code, message, next })
        )
        const status = isFinished ? "finished" : "running"
        return { heading: `import of ${path} into ${source}: ${status}`, domains: [], data: { status, ...counts } }
      })
  }
)
