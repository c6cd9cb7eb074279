import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { daybook, linesOf, patience, run } from "./support/daybook.js"
import { folder } from "./support/dataDir.js"
import { get } from "./support/host.js"

const packages = resolve(import.meta.dirname, "../../../examples/custom-source/node_modules")

/** Sources of one declared domain: what each gives as its stream of pages. */
const streams = {
  good: `Stream.make(page([{ name: "a", constructor: "red" }, { name: "b", constructor: "red" }]))`,
  valueof: `Stream.make(page([{ name: "c", constructor: "blue" }]))`,
  throwing: `(() => { throw new Error("out of tape") })()`,
  hanging: `Stream.never`,
  rubbish: `Stream.make({ records: [{ record: "prototype", rows: 7 }] })`,
  proto: `Stream.make(page(JSON.parse('[{ "name": "p", "__proto__": "x" }]')))`,
  unnamed: `Stream.make(recordPage({ record: "__proto__", rows: [{ name: "x" }] }))`,
  accessor: `Stream.make(page([{ get name() { throw new Error("no name") } }]))`,
  "flood-list": `Stream.make(page(new Array(10_000_000).fill({ name: "x" })))`,
  "flood-iterator": `Stream.make(page((function* () { for (let n = 0; n < 10_000_000; n++) yield { name: "x" } })()))`
}

/** A part of the error of each that fails. */
const errors: Readonly<Record<string, string>> = {
  throwing: "throwing threw Error: out of tape",
  rubbish: "rubbish returned what is no page",
  proto: "__proto__ is not a field of prototype",
  unnamed: "constructor has no record __proto__",
  accessor: "accessor threw Error: no name",
  "flood-list": "it has 10,000,000 rows, and at most 50,000 fit",
  "flood-iterator": "returned more than 50,000 rows in a page"
}

const config = `import { defineConfig } from "@daybook/cli/config"
import { pulling, Setting } from "@daybook/adapters/source"
import { declaredWriter, domain, record, recordPage, text } from "@daybook/core/domain"
import { Effect, Stream } from "effect"

const things = domain({
  name: "constructor", title: "Things",
  records: {
    prototype: record({
      key: ["name"],
      fields: { name: text({ search: "title" }), constructor: text({ nullable: true, facet: true }) }
    })
  }
})
const page = (rows) => recordPage({ record: "prototype", rows })
const source = (id, pull) => pulling({
  id, writer: declaredWriter(things), syncType: "things", schedule: { cron: "0 4 * * *", zone: "UTC" },
  settings: Setting.settings({}), calls: () => [], open: () => Effect.succeed({ pull })
})
export default defineConfig({
  domains: [things],
  sources: [${Object.entries(streams)
    .map(([id, stream]) => `source("${id}", () => ${stream})`)
    .join(",\n    ")}]
})
`

interface SourceHealth {
  readonly status: string
  readonly error: string | null
}

it.scopedLive(
  "hostile sources fail alone with a named state, and host and other domains go on",
  () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      symlinkSync(packages, join(cwd, "node_modules"))
      writeFileSync(join(cwd, "daybook.config.mjs"), config)
      const env = { DAYBOOK_DATA_DIR: join(cwd, "data"), DAYBOOK_PORT: "0", DAYBOOK_APPLE_MUSIC_ENABLED: "false" }
      // The scheduler runs every source that never ran.
      const host = yield* daybook(["serve"], env, cwd)
      const url = yield* host.says(/listening on (http:\/\/\S+)/)
      const created = yield* run(["keys", "create", "--name", "test", "--json"], env, cwd)
      const { key } = JSON.parse(created.stdout) as { readonly key: string }
      const answer = (path: string) => Effect.map(get(`${url}/v1/${path}`, key), ({ body }) => body)
      const ids = Object.keys(streams)
      const all = Effect.map(answer("health/sync"), ({ sources }) => sources as Readonly<Record<string, SourceHealth>>)
      const hasEnded = (id: string, health: Readonly<Record<string, SourceHealth>>) =>
        id === "hanging" || /completed|failed/.test(health[id]?.status ?? "")
      const health = yield* Effect.repeat(Effect.delay(all, "250 millis"), {
        until: (health) => ids.every((id) => hasEnded(id, health))
      })
      const failures = Object.fromEntries(
        ids.flatMap((id) => (health[id]!.status === "failed" ? [[id, health[id]!.error]] : []))
      )
      expect(failures).toEqual(
        Object.fromEntries(Object.entries(errors).map(([id, part]) => [id, expect.stringContaining(part) as string]))
      )
      expect([health["good"]?.status, health["valueof"]?.status]).toEqual(["completed", "completed"])
      expect((yield* all)["hanging"]!.status).toBe("running")
      // The rows of the good sources are there, and no row of a page that was refused.
      const list = yield* answer("constructor/prototype?sort=name&order=asc")
      expect((list["data"] as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name)).toEqual([
        "a",
        "b",
        "c"
      ])
      expect(yield* answer("constructor/top/constructor")).toMatchObject({
        data: [
          { value: "red", count: 2 },
          { value: "blue", count: 1 }
        ]
      })
      expect(yield* answer("search?q=b&domain=constructor")).toMatchObject({ data: [{ entity_type: "prototype" }] })
      expect((yield* get(`${url}/v1/listening/stats`, key)).status).toBe(200)
      const runs = yield* run(["sync", "--no-followers", "good", "rubbish"], env, cwd)
      expect(runs.code).toBe(1)
      expect(linesOf(runs.stderr).filter((line) => line.includes("correct the source"))).toHaveLength(1)
      yield* host.kill("SIGTERM")
      expect((yield* host.ended).code).toBe(0)
    }),
  patience
)
