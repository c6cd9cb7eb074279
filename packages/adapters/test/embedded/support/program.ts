import { Cause, Effect, Exit, Option, Redacted, Scope } from "effect"
import { open } from "../../../src/postgres/embedded/Embedded.js"

/** A separate process that has a folder's database open until it gets a message. */
const [dataDir = ""] = process.argv.slice(2)

const main = async () => {
  const scope = Effect.runSync(Scope.make())
  const exit = await Effect.runPromiseExit(Scope.extend(open({ dataDir, restartPause: 0 }), scope))
  if (Exit.isSuccess(exit)) process.send?.({ url: Redacted.value(exit.value) })
  else process.send?.({ failed: Option.getOrElse(Cause.failureOption(exit.cause), () => exit.cause) })
  process.once("message", () => {
    void Effect.runPromise(Scope.close(scope, Exit.void)).then(() => process.exit(0))
  })
}

process.on("disconnect", () => process.exit(1))
void main()
