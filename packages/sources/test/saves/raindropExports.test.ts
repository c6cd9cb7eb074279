import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { raindrop } from "../../src/raindrop/source.js"
import { sampleOf } from "../../src/kit/exportFile/sample.js"
import { importFile } from "../support/importFile.js"
import { readFile } from "./support.js"

/** The columns of all bookmarks, of one collection, and of one in the export of earlier years. */
const exports = [
  [
    "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite",
    '7,"Rock, pools",,About tides,https://example.org/pools,Sea,"a, b",2025-01-01T00:00:00.000Z,,,true',
    ["Rock, pools", "https://example.org/pools", "Sea", "a,b", "2025-01-01T00:00:00.000Z", true]
  ],
  [
    "id,title,note,excerpt,url,tags,created,cover,highlights,favorite",
    '7,"Rock, pools",,About tides,https://example.org/pools,"a, b",2025-01-01T00:00:00.000Z,,,true',
    ["Rock, pools", "https://example.org/pools", null, "a,b", "2025-01-01T00:00:00.000Z", true]
  ],
  [
    "title,note,excerpt,url,tags,created,cover,highlights",
    '"Rock, pools",,About tides,https://example.org/pools,,2021-05-06T07:08:09Z,,',
    ["Rock, pools", "https://example.org/pools", null, "", "2021-05-06T07:08:09.000Z", false]
  ]
] as const

it.effect.each(exports)("an export of Raindrop.io is recognised and read: %s", ([header, row, expected]) =>
  Effect.gen(function* () {
    const content = `${header}\n${row}\n`
    expect(raindrop.archive?.recognise?.(yield* sampleOf(importFile("export.csv", content)))).toBe(true)
    const { articles, failure } = yield* readFile(raindrop, content)
    expect(failure).toBeNull()
    expect(
      articles.map(({ folder, savedAt, starred, tags, title, url }) => [
        title,
        url,
        folder,
        tags.join(),
        new Date(savedAt).toISOString(),
        starred
      ])
    ).toStrictEqual([expected])
  })
)
