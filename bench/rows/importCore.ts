import { Effect } from "effect"
import { execFile } from "node:child_process"
import { BenchFailure } from "../support/BenchFailure.js"
import type { Row } from "../support/Bench.js"
import { atMost } from "../support/Line.js"
import { median } from "../support/statistics.js"

const rounds = 7
const core = () => import.meta.resolve("@daybook/core")
/** The Effect modules that core needs: the lower bound of its import time. */
const foundations = ["effect/Schema", "effect/Stream"]

const script = (modules: ReadonlyArray<string>) => `
const start = performance.now()
${modules.map((module) => `await import(${JSON.stringify(module)})`).join("\n")}
console.log(performance.now() - start)`

/** The median import time in fresh processes, in milliseconds. */
const timed = (modules: ReadonlyArray<string>) =>
  Effect.map(Effect.replicateEffect(Effect.map(evaluate(script(modules)), Number), rounds), median)

/** A loader hook that rejects every Node built-in. */
const hooks = `export const resolve = async (name, context, next) => {
  const resolved = await next(name, context)
  if (resolved.url.startsWith("node:") && !context.parentURL?.startsWith("data:")) throw new Error(resolved.url)
  return resolved
}`
const guarded = () => `
import { register } from "node:module"
register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)})
await import(${JSON.stringify(core())}).then(() => console.log(""), (error) => console.log(error.message))`

const evaluate = (text: string): Effect.Effect<string, BenchFailure> =>
  Effect.async((resume) => {
    execFile(process.execPath, ["--input-type=module", "--eval", text], (error, stdout) =>
      resume(
        error === null
          ? Effect.succeed(stdout.trim())
          : Effect.fail(new BenchFailure({ message: `importing @daybook/core: ${error.message}` }))
      )
    )
  })

/** The import time of core in a fresh process, with Effect, and whether it imports Node built-ins. */
export const importCore: Row = {
  name: "import",
  measure: () =>
    Effect.gen(function* () {
      const total = yield* timed([core()])
      const effect = yield* timed(foundations.map((module) => import.meta.resolve(module)))
      const reached = yield* evaluate(guarded())
      return [
        atMost("import", 150, {
          what: "import @daybook/core",
          unit: "ms",
          value: total,
          note: `median of ${rounds} fresh processes; ${foundations.join(" and ")} alone take ${Math.round(effect)} ms`
        }),
        atMost("import", 0, {
          what: "Node built-ins that it reaches",
          unit: "modules",
          value: reached === "" ? 0 : 1,
          note: reached
        })
      ]
    })
}
