import PostalMime, { type Email } from "postal-mime"
import { DocumentTooComplex, checkCount, limits } from "../../documents/limits.js"
import { type GrowingBytes, growingBytes } from "./bytes.js"

/** Decodes the lines of a part's body, without line ends. */
interface Decoder {
  readonly update: (line: Uint8Array) => void
  readonly finalize: () => Promise<ArrayBuffer>
}

/** The part of postal-mime's internals that is used here. */
interface Part {
  readonly postalMime: object
  readonly contentType: { readonly parsed: { readonly value: string } }
  contentDecoder: Decoder | null
  setupContentDecoder: (encoding: string) => void
}

/** MIME parts seen so far in a mail and those attached to it. */
export interface PartCount {
  parts: number
}

const counts = new WeakMap<object, PartCount>()
const patched = new WeakSet<object>()

const options = {
  maxNestingDepth: limits.mail.nesting,
  maxHeadersSize: limits.mail.headerBytes,
  forceRfc822Attachments: true
}

/** Parses a raw mail (RFC 5322, MIME) within the limits of parts, nesting, headers and text. */
export const parseMime = async (raw: Uint8Array, count: PartCount): Promise<Email> => {
  const parser = new PostalMime(options)
  patch((parser as unknown as { readonly root: Part }).root)
  counts.set(parser, count)
  try {
    return await parser.parse(raw)
  } catch (cause) {
    const [, what] = /^Maximum (MIME nesting depth|header size)/.exec(cause instanceof Error ? cause.message : "") ?? []
    if (what === undefined) throw cause
    throw new DocumentTooComplex({
      message:
        what === "header size"
          ? `its headers have more than ${limits.mail.headerBytes / 1_024} KB`
          : `its parts are nested more than ${limits.mail.nesting} levels deep`
    })
  }
}

/**
 * postal-mime 4 stores each line of a plain body, and each padded piece of a base64 one, as a separate Blob: 1.4 KB
 * for a line of two letters. It has no option for that or for the number of parts, so its decoders are replaced.
 */
const patch = (root: Part): void => {
  const prototype = Object.getPrototypeOf(root) as Part
  if (patched.has(prototype)) return
  patched.add(prototype)
  const setup = prototype.setupContentDecoder
  prototype.setupContentDecoder = function (this: Part, encoding) {
    setup.call(this, encoding)
    const count = counts.get(this.postalMime)
    if (count === undefined || this.contentDecoder === null) return
    checkCount(++count.parts, limits.mail.parts, "MIME parts")
    const maxBytes = /^text\/(?:html|plain)$/.test(this.contentType.parsed.value)
      ? limits.mail.textBytes
      : Number.POSITIVE_INFINITY
    if (/base64/i.test(encoding)) this.contentDecoder = base64(growingBytes(maxBytes))
    else if (/quoted-printable/i.test(encoding)) this.contentDecoder = cut(this.contentDecoder, maxBytes)
    else this.contentDecoder = plain(growingBytes(maxBytes))
  }
}

const newline = new Uint8Array([10])

const plain = (bytes: GrowingBytes): Decoder => ({
  update: (line) => {
    bytes.append(line)
    bytes.append(newline)
  },
  finalize: () => Promise.resolve(bytes.finish())
})

const cut = (inner: Decoder, maxBytes: number): Decoder => ({
  update: (line) => inner.update(line),
  finalize: async () => {
    const all = await inner.finalize()
    return all.byteLength > maxBytes ? all.slice(0, maxBytes) : all
  }
})

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const sextets = new Int8Array(256).fill(-1)
for (let at = 0; at < alphabet.length; at++) sextets[alphabet.charCodeAt(at)] = at
const padding = 61

/**
 * Base64 (RFC 2045 §6.8): invalid characters are skipped. Padding ends a unit also in the middle, as some programs
 * write it.
 */
const base64 = (bytes: GrowingBytes): Decoder => {
  let [bits, count] = [0, 0]
  const end = () => {
    if (count >= 2) bytes.push(count === 2 ? bits >> 4 : bits >> 10)
    if (count === 3) bytes.push((bits >> 2) & 255)
    bits = count = 0
  }
  return {
    update: (line) => {
      for (const byte of line) {
        if (byte === padding) end()
        const sextet = sextets[byte]!
        if (sextet < 0) continue
        bits = (bits << 6) | sextet
        if (++count < 4) continue
        bytes.push(bits >> 16)
        bytes.push((bits >> 8) & 255)
        bytes.push(bits & 255)
        bits = count = 0
      }
    },
    finalize: () => {
      end()
      return Promise.resolve(bytes.finish())
    }
  }
}
