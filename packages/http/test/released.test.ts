import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { openApiDocument } from "../src/index.js"
import type { Json } from "./support/http.js"
import { breakingChanges, contractOf, type Contract } from "./support/contract.js"

/**
 * The contract of the latest release, one line per guarantee. Updated at a release with UPDATE_RELEASED=1, which only
 * adds lines.
 */
const file = resolve(import.meta.dirname, "released.v1.txt")
const document: Json = JSON.parse(JSON.stringify(openApiDocument()))

const isDemand = (line: string) => /^\w+ \S+ needs /.test(line)

const released = (): Contract => {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : []
  return { guarantees: new Set(lines.filter((line) => !isDemand(line))), requirements: new Set(lines.filter(isDemand)) }
}

/** The contract of a modified document. */
const changed = (change: (document: Json) => void): Contract => {
  const copy = structuredClone(document)
  change(copy)
  return contractOf(copy)
}

describe("/v1", () => {
  it("has only grown since it was released", () => {
    const now = contractOf(document)
    expect(breakingChanges(released(), now)).toEqual([])
    if (process.env["UPDATE_RELEASED"] !== undefined)
      writeFileSync(file, `${[...now.guarantees, ...now.requirements].toSorted().join("\n")}\n`)
    expect(released().guarantees.size).toBeGreaterThan(1000)
  })

  it("detects breaking changes", () => {
    const now = contractOf(document)
    const streaks = document.paths["/v1/listening/streaks"].get
    const after = (change: (document: Json) => void) => breakingChanges(now, changed(change))
    expect(after(() => {})).toEqual([])
    expect(after(({ paths }) => delete paths["/v1/listening/streaks"])).toContain("gone: get /v1/listening/streaks")
    expect(after(({ components }) => delete components.schemas.TopArtist.properties.genre)).toEqual([
      "gone: TopArtist.genre: null/string"
    ])
    expect(after(({ components }) => (components.schemas.TopArtist.properties.rank.type = "string"))).toEqual([
      "gone: TopArtist.rank: number"
    ])
    expect(after(({ components }) => components.schemas.TopArtist.required.splice(0, 99))).toContain(
      "gone: TopArtist.rank: number"
    )
    expect(
      after(
        ({ paths }) =>
          (paths["/v1/listening/streaks"].get.parameters = [
            ...streaks.parameters,
            { name: "zone", in: "query", required: true, schema: { type: "string" } }
          ])
      )
    ).toEqual(["new: get /v1/listening/streaks needs query zone"])
    expect(
      after(({ paths }) =>
        paths["/v1/listening/trends"].get.parameters.find(({ name }: Json) => name === "metric").schema.enum.pop()
      )
    ).toEqual(["gone: get /v1/listening/trends takes query metric=tracks"])
  })

  it("allows additions", () => {
    const grown = changed(({ components, paths }) => {
      components.schemas.TopArtist.properties.mood = { type: "string" }
      // A body may leave out what it had to have.
      components.schemas.NewPicture.required = []
      paths["/v1/listening/moods"] = paths["/v1/listening/streaks"]
      paths["/v1/listening/streaks"].get.parameters = [
        { name: "zone", in: "query", required: false, schema: { type: "string" } }
      ]
    })
    expect(breakingChanges(contractOf(document), grown)).toEqual([])
  })
})
