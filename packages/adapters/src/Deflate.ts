import { Deflate } from "@daybook/core/formats"
import { Effect, Layer } from "effect"
import { promisify } from "node:util"
import { crc32, deflateRaw } from "node:zlib"

const compress = promisify(deflateRaw)

export const layer = Layer.succeed(Deflate, {
  pack: (text) =>
    Effect.suspend(() => {
      const bytes = Buffer.from(text)
      return Effect.map(
        Effect.promise(() => compress(bytes)),
        (packed) => ({ packed, size: bytes.length, crc: crc32(bytes) })
      )
    })
})
