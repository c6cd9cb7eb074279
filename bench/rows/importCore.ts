import { Effect } from "effect"
import { execFile } from "node:child_process"
import { BenchFailure } from "../support/BenchFailure.js"
import type { Row } from "../support/Bench.js"
import { atMost } from "../support/Line.js"
import { median } from "../support/statistics.js"

const rounds = 7
const core = () => import.meta.resolve("@daybook/core")
/** What every record and every source is made of: no core on Effect can take less. */
const foundations = ["effect/Schema", "effect/Stream"]

const script = (modules: ReadonlyArray<string>) => `
const start = performance.now()
${modules.map((module) => `await import(${JSON.stringify(module)})`).join("\n")}
console.log(performance.now() - start)`

/** Milliseconds that fresh processes take to import something. */
const timed = (modules: ReadonlyArray<string>) =>
  Effect.map(Effect.replicateEffect(Effect.map(evaluate(script(modules)), Number), rounds), median)

/** Refuses every module of Node's own, whoever asks for it. */
const hooks = `export const resolve = async (name, context, next) => {
  const found = await next(name, context)
  if (found.url.startsWith("node:") && !context.parentURL?.startsWith("data:")) throw new Error(found.url)
  return found
}`
const guarded = () => `
import { register } from "node:module"
register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)})
await import(${JSON.stringify(core())}).then(() => console.log(""), (error) => console.log(error.message))`

const evaluate = (text: string): Effect.Effect<string, BenchFailure> =>
  Effect.async((resume) => {
    execFile(process.execPath, ["--input-type=module", "--eval", text], (error, stdout) =>
      resume(error === null ? Effect.succeed(stdout.trim()) : Effect.fail(new BenchFailure({ message: `importing @daybook/core: ${error.message}` }))))
  })

/** How long a fresh process takes to import the core, effect and all, and whether it reaches for anything of Node's. */
export const importCore: Row = {
  name: "import",
  measure: () =>
    Effect.gen(function*() {
      const whole = yield* timed([core()])
      const effect = yield* timed(foundations.map((module) => import.meta.resolve(module)))
      const reached = yield* evaluate(guarded())
      return [
        atMost("import", 150, { what: "import @daybook/core", unit: "ms", value: whole, note: `median of ${rounds} fresh processes; ${foundations.join(" and ")} alone take ${Math.round(effect)} ms` }),
        atMost("import", 0, { what: "Node built-ins that it reaches", unit: "modules", value: reached === "" ? 0 : 1, note: reached })
      ]
    })
}
