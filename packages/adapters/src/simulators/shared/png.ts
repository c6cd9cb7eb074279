import { crc32, deflateSync } from "node:zlib"

/** A true-colour PNG file of `size` x `size` pixels, three bytes each, row by row (PNG specification, second edition). */
export const png = (size: number, pixels: Uint8Array): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(filtered(size, pixels), { level: 1 })),
    chunk("IEND", Buffer.alloc(0))
  ])
}

/** Each row begins with its filter: 2, the difference to the row above, which suits pictures of even surfaces. */
const filtered = (size: number, pixels: Uint8Array): Buffer => {
  const stride = size * 3
  const rows = Buffer.alloc(size * (stride + 1))
  for (let row = 0; row < size; row++) {
    const from = row * stride
    const to = row * (stride + 1)
    rows[to] = row === 0 ? 0 : 2
    for (let index = 0; index < stride; index++) {
      rows[to + 1 + index] = pixels[from + index]! - (row === 0 ? 0 : pixels[from + index - stride]!)
    }
  }
  return rows
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
