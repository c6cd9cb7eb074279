/** Bytes that are appended piece by piece; what exceeds `most` is left out. */
export interface GrowingBytes {
  readonly append: (piece: Uint8Array) => void
  readonly push: (byte: number) => void
  /** All bytes, in a buffer of their own. */
  readonly finish: () => ArrayBuffer
}

const first = 1_024

export const growingBytes = (most = Number.POSITIVE_INFINITY): GrowingBytes => {
  let bytes = new Uint8Array(0)
  let length = 0
  const reserve = (wanted: number) => {
    if (wanted <= bytes.length) return
    const larger = new Uint8Array(Math.max(first, wanted, Math.min(bytes.length * 2, most)))
    larger.set(bytes.subarray(0, length))
    bytes = larger
  }
  return {
    append: (piece) => {
      const taken = Math.min(piece.length, most - length)
      reserve(length + taken)
      bytes.set(taken === piece.length ? piece : piece.subarray(0, taken), length)
      length += taken
    },
    push: (byte) => {
      if (length >= most) return
      reserve(length + 1)
      bytes[length++] = byte
    },
    finish: () => bytes.buffer.slice(0, length)
  }
}
