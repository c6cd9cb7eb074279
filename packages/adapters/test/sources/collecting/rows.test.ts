import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { toDisc } from "../../../src/sources/trakt/toRecords.js"
import { CollectedMovie } from "../../../src/sources/trakt/wire.js"

const row = (more: object) => ({ collected_at: "2024-06-15T12:00:00.000Z", movie: { title: "The Quiet Engine", year: 1999, ids: { trakt: 481 } }, ...more })

describe("a film on disc", () => {
  it("is one whatever stands where its metadata should", () => {
    const unknown: Array<string> = []
    const editions = [{}, { metadata: null }, { metadata: [] }, { metadata: "bluray" }, { metadata: { media_type: 2, resolution: "uhd_4k" } }]
      .map((more) => toDisc(Schema.decodeUnknownSync(CollectedMovie)(row(more)), false, (word) => unknown.push(word))?.edition)
    assert.deepStrictEqual(editions.map((edition) => edition?.mediaType), ["bluray", "bluray", "bluray", "bluray", "uhd_bluray"])
    assert.strictEqual(unknown.length, 1)
  })
})
