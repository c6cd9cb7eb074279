import type { Hash } from "node:crypto"

/** The parts of the tar format (POSIX ustar) that plain files need. Any tar program reads the result. */

export const blockSize = 512

/** The end-of-archive marker. */
const end: Buffer = Buffer.alloc(2 * blockSize)

const field = (header: Buffer, at: number, text: string) => void header.write(text, at, "latin1")
const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`

const checksumAt = 148

/** The header of a file. `name` is ASCII, at most 99 characters; `time` is in seconds since 1970. */
export const headerOf = (name: string, size: number, time: number): Buffer => {
  const header = Buffer.alloc(blockSize)
  field(header, 0, name)
  field(header, 100, octal(0o600, 7))
  field(header, 108, octal(0, 7))
  field(header, 116, octal(0, 7))
  field(header, 124, octal(size, 11))
  field(header, 136, octal(time, 11))
  field(header, checksumAt, " ".repeat(8))
  field(header, 156, "0")
  field(header, 257, "ustar\0")
  field(header, 263, "00")
  field(
    header,
    checksumAt,
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6
    )} `
  )
  return header
}

/** Fills the last block of a file. */
export const paddingOf = (size: number): Buffer => Buffer.alloc((blockSize - (size % blockSize)) % blockSize)

export interface Header {
  readonly name: string
  readonly size: number
  readonly time: number
}

const wholeNumber = (header: Buffer, at: number) => Number.parseInt(header.toString("latin1", at, at + 11), 8)

/** Parses a header. Accepts only headers that `headerOf` writes, byte for byte. */
export const readHeader = (bytes: Buffer): Header | undefined => {
  const name = bytes.toString("latin1", 0, bytes.indexOf(0))
  const [size, time] = [wholeNumber(bytes, 124), wholeNumber(bytes, 136)]
  const isHeader =
    name !== "" && Number.isSafeInteger(size) && Number.isSafeInteger(time) && headerOf(name, size, time).equals(bytes)
  return isHeader ? { name, size, time } : undefined
}

const name = "SHA256"

/**
 * The end of an archive whose bytes so far are in `hash`. Every bit of it is predictable, so changes to the trailer
 * itself are detected too.
 */
export const trailerOf = (hash: Hash, time: number): Buffer => {
  const text = Buffer.from(`${hash.copy().digest("hex")}  everything before this file\n`)
  return Buffer.concat([headerOf(name, text.length, time), text, paddingOf(text.length), end])
}

export const isTrailer = (entry: { readonly name: string }): boolean => entry.name === name
