import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { openApiDocument } from "../src/index.js"
import type { Json } from "./support/http.js"
import { broken, promisesOf, type Promises } from "./support/promises.js"

/** What the newest release promised, a line each. Renewed at a release: UPDATE_RELEASED=1, which only ever adds. */
const file = resolve(import.meta.dirname, "released.v1.txt")
const document: Json = JSON.parse(JSON.stringify(openApiDocument()))

const isDemand = (line: string) => /^\w+ \S+ needs /.test(line)

const released = (): Promises => {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : []
  return { kept: new Set(lines.filter((line) => !isDemand(line))), demands: new Set(lines.filter(isDemand)) }
}

/** The document with one thing done to it. */
const changed = (change: (document: Json) => void): Promises => {
  const copy = structuredClone(document)
  change(copy)
  return promisesOf(copy)
}

describe("/v1", () => {
  it("has only grown since it was released", () => {
    const now = promisesOf(document)
    expect(broken(released(), now)).toEqual([])
    if (process.env["UPDATE_RELEASED"] !== undefined) writeFileSync(file, `${[...now.kept, ...now.demands].toSorted().join("\n")}\n`)
    expect(released().kept.size).toBeGreaterThan(1000)
  })

  it("would be seen to break", () => {
    const now = promisesOf(document)
    const streaks = document.paths["/v1/listening/streaks"].get
    const after = (change: (document: Json) => void) => broken(now, changed(change))
    expect(after(() => {})).toEqual([])
    expect(after(({ paths }) => delete paths["/v1/listening/streaks"])).toContain("gone: get /v1/listening/streaks")
    expect(after(({ components }) => delete components.schemas.TopArtist.properties.genre)).toEqual(["gone: TopArtist.genre: null/string"])
    expect(after(({ components }) => components.schemas.TopArtist.properties.rank.type = "string")).toEqual(["gone: TopArtist.rank: number"])
    expect(after(({ components }) => components.schemas.TopArtist.required.splice(0, 99))).toContain("gone: TopArtist.rank: number")
    expect(after(({ paths }) => paths["/v1/listening/streaks"].get.parameters = [...streaks.parameters, { name: "zone", in: "query", required: true, schema: { type: "string" } }]))
      .toEqual(["new: get /v1/listening/streaks needs query zone"])
    expect(after(({ paths }) => paths["/v1/listening/trends"].get.parameters.find(({ name }: Json) => name === "metric").schema.enum.pop()))
      .toEqual(["gone: get /v1/listening/trends takes query metric=tracks"])
  })

  it("may grow", () => {
    const grown = changed(({ components, paths }) => {
      components.schemas.TopArtist.properties.mood = { type: "string" }
      paths["/v1/listening/moods"] = paths["/v1/listening/streaks"]
      paths["/v1/listening/streaks"].get.parameters = [{ name: "zone", in: "query", required: false, schema: { type: "string" } }]
    })
    expect(broken(promisesOf(document), grown)).toEqual([])
  })
})
