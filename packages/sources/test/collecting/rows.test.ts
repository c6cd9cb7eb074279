import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { toCopy, CollectionRow } from "../../src/discogs/wire.js"
import { CollectedMovie, toDisc } from "../../src/trakt/wire.js"

const row = (more: object) => ({
  collected_at: "2024-06-15T12:00:00.000Z",
  movie: { title: "The Quiet Engine", year: 1999, ids: { trakt: 481 } },
  ...more
})

describe("a film on disc", () => {
  it("is read whatever its metadata is", () => {
    const unknown: Array<string> = []
    const editions = [
      {},
      { metadata: null },
      { metadata: [] },
      { metadata: "bluray" },
      { metadata: { media_type: 2, resolution: "uhd_4k" } }
    ].map(
      (more) =>
        toDisc(Schema.decodeUnknownSync(CollectedMovie)(row(more)), false, (word) => unknown.push(word))?.edition
    )
    expect(editions.map((edition) => edition?.mediaType)).toStrictEqual([
      "unknown",
      "unknown",
      "unknown",
      "unknown",
      "uhd_bluray"
    ])
    expect(unknown).toHaveLength(1)
  })
})

describe("numbers as strings", () => {
  it("are read, and invalid ones cost only themselves", () => {
    const record = {
      id: "6794957",
      instance_id: "101",
      rating: "4",
      date_added: "2015-04-14T03:23:29-07:00",
      basic_information: { id: 6794957, title: "Barn Songs", year: "2015" }
    }
    const copy = toCopy(Schema.decodeUnknownSync(CollectionRow)(record))
    expect([copy?.instance, copy?.release.id, copy?.release.year, copy?.care.rating]).toStrictEqual([
      101, 6794957, 2015, 4
    ])
    const odd = toCopy(
      Schema.decodeUnknownSync(CollectionRow)({
        ...record,
        rating: "",
        basic_information: { title: "Barn Songs", year: "unknown" }
      })
    )
    expect([odd?.release.year, odd?.care.rating]).toStrictEqual([null, 0])
    const film = Schema.decodeUnknownSync(CollectedMovie)(
      row({ movie: { title: "The Quiet Engine", year: "1999", ids: { trakt: "481", tmdb: "603" } } })
    )
    expect(toDisc(film, false, () => undefined)?.film).toStrictEqual({
      title: "The Quiet Engine",
      year: 1999,
      ids: { trakt: 481, tmdb: 603, imdb: null }
    })
  })
})
