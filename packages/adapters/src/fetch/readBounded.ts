import type { Readable } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"

/** More came than may come. */
class TooMuch extends Error {
  readonly code = "DAYBOOK_TOO_MUCH"
}

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & { destroy: (error?: Error) => unknown }>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

/** Reads a body to its end, unpacked. What it unpacks to is counted as it comes: a bomb gets no further than the bound. */
export const readBounded = async (body: Readable, encoding: string, maxBytes: number): Promise<Uint8Array> => {
  const names = encoding.toLowerCase().split(",").map((name) => name.trim()).filter((name) => name !== "" && name !== "identity")
  const steps = names.reverse().map((name) => decoders[name])
  if (steps.length > 2 || steps.some((step) => step === undefined)) throw new TypeError(`unknown content encoding ${encoding.slice(0, 40)}`)
  let stream: AsyncIterable<Buffer | string> & { destroy: (error?: Error) => unknown } = body
  for (const step of steps) {
    const decoder = step!() as ReturnType<typeof createGunzip>
    const source = stream as Readable
    source.on("error", (error) => decoder.destroy(error))
    stream = source.pipe(decoder)
  }
  const parts: Array<Buffer> = []
  let size = 0
  for await (const part of stream) {
    const bytes = Buffer.from(part)
    size += bytes.byteLength
    if (size > maxBytes) {
      body.destroy()
      stream.destroy()
      throw new TooMuch()
    }
    parts.push(bytes)
  }
  return Buffer.concat(parts, size)
}
