import { createHash } from "node:crypto"

/** A growing byte buffer; bytes beyond `max` are dropped. */
export interface GrowingBytes {
  readonly append: (piece: Uint8Array) => void
  readonly push: (byte: number) => void
  /** All bytes in a new buffer. */
  readonly finish: () => ArrayBuffer
}

const first = 1_024

export const growingBytes = (max = Number.POSITIVE_INFINITY): GrowingBytes => {
  let bytes = new Uint8Array(0)
  let length = 0
  const reserve = (size: number) => {
    if (size <= bytes.length) return
    const larger = new Uint8Array(Math.max(first, size, Math.min(bytes.length * 2, max)))
    larger.set(bytes.subarray(0, length))
    bytes = larger
  }
  return {
    append: (piece) => {
      const count = Math.min(piece.length, max - length)
      reserve(length + count)
      bytes.set(count === piece.length ? piece : piece.subarray(0, count), length)
      length += count
    },
    push: (byte) => {
      if (length >= max) return
      reserve(length + 1)
      bytes[length++] = byte
    },
    finish: () => bytes.buffer.slice(0, length)
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** Hash of a raw mail with normalised line ends, which transports change. */
export const mailHash = (raw: Uint8Array): string => {
  const plain = Buffer.allocUnsafe(raw.length)
  let length = 0
  for (const byte of raw) if (byte !== 13) plain[length++] = byte
  while (length > 0 && plain[length - 1] === 10) length--
  return sha256(plain.subarray(0, length))
}
