/** The format of a CSV. */
export interface Shape {
  readonly delimiter: string
  readonly ends: ReadonlyArray<string>
  /** Bytes before the first row: the line `sep=;` that Excel writes. */
  readonly skip: number
}

const delimiters = [",", ";", "\t"] as const

const lineFeed = 10
const carriageReturn = 13
const quote = 34

/** Detects the format from the first non-empty line: its end, and its most frequent delimiter outside quotes. */
export const shapeOf = (bytes: Buffer): Shape => {
  const counts = new Map<number, number>()
  let isQuoted = false
  let end = bytes.length
  let hasText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === quote) isQuoted = !isQuoted
    if (isQuoted) continue
    if (byte === lineFeed || byte === carriageReturn) {
      end = at
      if (hasText) break
    } else if (byte > 32) hasText = true
    counts.set(byte, (counts.get(byte) ?? 0) + 1)
  }
  const ends = bytes[end] === carriageReturn && bytes[end + 1] !== lineFeed ? ["\r"] : ["\r\n", "\n"]
  const separatorLine = /^sep=([,;\t])\r?$/i.exec(bytes.subarray(0, end).toString("latin1").trimStart())
  if (separatorLine !== null)
    return {
      delimiter: separatorLine[1]!,
      ends,
      skip: end + (bytes[end + 1] === lineFeed && bytes[end] === carriageReturn ? 2 : 1)
    }
  const count = (delimiter: string) => counts.get(delimiter.charCodeAt(0)) ?? 0
  return { delimiter: delimiters.reduce((best, one) => (count(one) > count(best) ? one : best)), ends, skip: 0 }
}

const byteOf = ({ ends }: Shape): number => (ends.includes("\r") ? carriageReturn : lineFeed)

/** Finds line ends in UTF-8 bytes. */
export const lineEnd = {
  /** Offset after the last line that has an end. */
  last: (bytes: Buffer, shape: Shape): number => bytes.lastIndexOf(byteOf(shape)) + 1,
  /** Offset after the first line. */
  next: (bytes: Buffer, shape: Shape): number => {
    const at = bytes.indexOf(byteOf(shape))
    return at === -1 ? bytes.length : at + 1
  },
  count: (bytes: Buffer, shape: Shape): number => {
    let count = 0
    for (let at = bytes.indexOf(byteOf(shape)); at !== -1; at = bytes.indexOf(byteOf(shape), at + 1)) count++
    return count
  },
  split: (bytes: Buffer, shape: Shape): ReadonlyArray<Buffer> => {
    const lines: Array<Buffer> = []
    for (let at = 0; at < bytes.length;) {
      const next = at + lineEnd.next(bytes.subarray(at), shape)
      lines.push(bytes.subarray(at, next))
      at = next
    }
    return lines
  }
}
