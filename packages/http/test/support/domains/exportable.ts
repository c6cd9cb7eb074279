import { Deflate, ExportableRecords } from "@daybook/core/formats"
import { Effect, Layer, Stream } from "effect"
import { crc32, deflateRawSync } from "node:zlib"

/** One play and nothing else, and compression. */
export const exportable = Layer.merge(
  Layer.succeed(ExportableRecords, {
    plays: Stream.make({
      playedAt: Date.parse("2025-11-21T04:40:00Z"),
      artist: { name: "Hollow Lanterns", mbid: null },
      track: { name: "Ferry Song", mbid: null },
      album: { name: "Tin Roof Hours", mbid: null },
      duration: 245_000
    }),
    viewings: Stream.empty,
    undatedFilms: Stream.empty,
    articles: Stream.empty,
    events: Stream.empty,
    workouts: Stream.empty
  }),
  Layer.succeed(Deflate, {
    pack: (text) =>
      Effect.sync(() => {
        const bytes = Buffer.from(text)
        return { packed: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes) }
      })
  })
)
