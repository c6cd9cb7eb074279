import { Effect, Schema } from "effect"
import { rmSync } from "node:fs"
import type { Row } from "../support/Bench.js"
import * as Daybook from "../support/daybook.js"
import { emptyStorage, temporary } from "../support/Engine.js"
import { helper } from "../support/helper.js"
import { nextTo } from "../support/Line.js"

/** A file of a source on disk. */
interface WrittenFile {
  readonly path: string
  readonly rows: number
  readonly megabytes: number
}

const Reports = Schema.parseJson(Schema.Array(Schema.Struct({ added: Schema.Number })))

/** The largest plausible export file of each source, imported into an empty library: rows a second and peak memory. */
export const exportFiles: Row = {
  name: "exportFiles",
  measure: ({ engine, files, serverUrl, size }) =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const { ask, ready } = yield* helper<ReadonlyArray<string>, string, WrittenFile>(
        "exportFiles",
        { folder, size },
        { cwd: folder }
      )
      const sources = ready.filter((source) => files.length === 0 || files.includes(source))
      const lines = yield* Effect.forEach(sources, (source) =>
        Effect.scoped(
          Effect.gen(function* () {
            const { megabytes, path, rows } = yield* ask(source)
            const storage = yield* emptyStorage(engine, yield* temporary, serverUrl)
            const place = { cwd: folder, env: { ...storage, DAYBOOK_DOMAINS: "books,places" } }
            yield* Daybook.run(["migrate"], place)
            const start = performance.now()
            const { memory, stdout } = yield* Daybook.run(["import", source, path, "--json"], place)
            const seconds = (performance.now() - start) / 1_000
            const [{ added } = { added: 0 }] = yield* Effect.orDie(Schema.decode(Reports)(stdout))
            yield* Effect.sync(() => rmSync(path))
            const note = `${rows.toLocaleString("en-US")} rows, ${megabytes.toFixed(1)} MB, ${added.toLocaleString("en-US")} added in ${seconds.toFixed(1)} s`
            return [
              { what: `import of ${source}`, unit: "rows/s", value: rows / seconds, yardstick: null, note },
              { what: `memory of an import of ${source} at its peak`, unit: "MB", value: memory, yardstick: null }
            ].map((figure) => nextTo("exportFiles", figure))
          })
        )
      )
      return lines.flat()
    })
}
