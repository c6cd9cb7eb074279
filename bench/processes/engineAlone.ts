import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { unaccent } from "@electric-sql/pglite/contrib/unaccent"
import { Effect } from "effect"
import { answering } from "../support/answering.js"

/** The embedded engine, opened on a folder, and nothing else: what a process takes for that alone. */
answering((folder: string) => Effect.gen(function*() {
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const engine = await PGlite.create({ dataDir: folder, extensions: { pg_trgm, unaccent } })
      await engine.query("SELECT 1")
      return engine
    }),
    (engine) => Effect.promise(() => engine.close())
  )
  return [null, (_: never) => Effect.void] as const
}))
