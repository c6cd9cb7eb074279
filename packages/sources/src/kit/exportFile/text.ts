import { Stream } from "effect"
import { windowsText } from "../windowsText.js"

/** Bytes inspected to detect the encoding of a file. */
const headBytes = 4_096

type Encoding = "utf-8" | "utf-16le" | "utf-16be"

/**
 * Decodes a streamed file: UTF-8 or UTF-16, with or without a byte order mark. Bytes that are not UTF-8 are decoded as
 * Windows-1252, which older programs write.
 */
export const decodeText = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    let head: Uint8Array = new Uint8Array(0)
    let decode: Decode | null = null
    const start = (): string => {
      decode = decoderOf(encodingOf(head))
      return withoutMark(decode(head, false))
    }
    const feed = (part: Uint8Array): string => {
      if (decode !== null) return decode(part, false)
      head = joined(head, part)
      return head.length < headBytes ? "" : start()
    }
    const end = (): string => {
      const first = decode === null ? start() : ""
      return first + (decode?.(new Uint8Array(0), true) ?? "")
    }
    return bytes.pipe(
      Stream.map(feed),
      Stream.concat(Stream.suspend(() => Stream.succeed(end()))),
      Stream.filter((text) => text !== "")
    )
  })

/** The text of a whole file in memory, decoded as `decodeText` does. */
export const textIn = (bytes: Uint8Array): string => withoutMark(decoderOf(encodingOf(bytes))(bytes, true))

const withoutMark = (text: string): string => (text.startsWith("\ufeff") ? text.slice(1) : text)

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  if (a.length === 0) return b
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** ASCII letters in UTF-16 have a zero in every second byte. UTF-8 text has no zeros. */
const encodingOf = (head: Uint8Array): Encoding => {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le"
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be"
  const pairs = Math.floor(Math.min(head.length, headBytes) / 2)
  let even = 0
  let odd = 0
  for (let pair = 0; pair < pairs; pair++) {
    if (head[pair * 2] === 0) even++
    if (head[pair * 2 + 1] === 0) odd++
  }
  if (odd > pairs * 0.3 && even < odd / 10) return "utf-16le"
  return even > pairs * 0.3 && odd < even / 10 ? "utf-16be" : "utf-8"
}

type Decode = (part: Uint8Array, isEnd: boolean) => string

const decoderOf = (encoding: Encoding): Decode => {
  if (encoding === "utf-8") return utf8OrWindows()
  const decoder = new TextDecoder(encoding)
  return (part, isEnd) => decoder.decode(part, { stream: !isEnd })
}

const utf8OrWindows = (): Decode => {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  let rest: Uint8Array = new Uint8Array(0)
  let seen: Seen = "plain"
  return (part, isEnd) => {
    const bytes = joined(rest, part)
    if (seen === "windows") {
      rest = new Uint8Array(0)
      return windowsText(bytes)
    }
    const end = isEnd ? bytes.length : bytes.length - unfinished(bytes)
    rest = bytes.slice(end)
    const whole = bytes.subarray(0, end)
    try {
      const text = strict.decode(whole)
      if (text.length !== whole.length) seen = "utf-8"
      return text
    } catch {
      const decoded = decodeMixed(whole, seen)
      seen = decoded.seen
      return decoded.text
    }
  }
}

/** Length of the UTF-8 sequence that starts with this byte; 0 if none does. */
const lengthOf = (byte: number): number =>
  byte < 0x80 ? 1 : byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0

/** Number of trailing bytes that belong to an incomplete character. */
const unfinished = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if ((byte & 0xc0) !== 0x80) return lengthOf(byte) > back ? back : 0
  }
  return 0
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

const isCharacter = (bytes: Uint8Array, at: number, length: number): boolean => {
  if (length === 0 || at + length > bytes.length) return false
  for (let next = at + 1; next < at + length; next++) if ((bytes[next]! & 0xc0) !== 0x80) return false
  return true
}

/** ASCII so far, or the encoding of the first other byte, which decides for the whole file. */
type Seen = "plain" | "utf-8" | "windows"

/** In a UTF-8 file, decodes only the damaged bytes as Windows-1252. */
const decodeMixed = (bytes: Uint8Array, before: Seen): { readonly text: string; readonly seen: Seen } => {
  let text = ""
  let seen = before
  for (let at = 0; at < bytes.length;) {
    const start = at
    while (at < bytes.length && isCharacter(bytes, at, lengthOf(bytes[at]!))) at += lengthOf(bytes[at]!)
    const good = utf8.decode(bytes.subarray(start, at))
    if (good.length !== at - start) seen = "utf-8"
    text += good
    if (at === bytes.length) break
    if (seen === "plain") return { text: text + windowsText(bytes.subarray(at)), seen: "windows" }
    const foreign = at
    while (at < bytes.length && !isCharacter(bytes, at, lengthOf(bytes[at]!))) at++
    text += windowsText(bytes.subarray(foreign, at))
  }
  return { text, seen }
}
