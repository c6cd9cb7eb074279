import type { ErrorEnvelope } from "../kit/errors.js"

/** How a body is written, as far as its size in parts depends on it. Bytes have no parts. */
export type BodySyntax = "json" | "form" | "bytes"

/** What a body may have. It is refused while it is read, as soon as it has more. */
export interface BodyLimits {
  readonly bytes: number
  /** Values of JSON, or pairs and escapes of a form. */
  readonly parts: number
  readonly syntax: BodySyntax
}

/** The bytes of a body, or why it is refused. */
export type ReadBody = Buffer | ErrorEnvelope

/** Nesting of arrays and objects. Deeper values exhaust the stack of code that walks them. */
const deepest = 64

/** Takes the next bytes of a body. False once it is nested too deeply or has more parts than `maxParts`. */
export type ShapeCheck = (chunk: Uint8Array) => boolean

const [quote, backslash, comma, percent, ampersand] = [0x22, 0x5c, 0x2c, 0x25, 0x26]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Counts values and nesting outside of strings. What is not JSON is counted as well, and fails later. */
const jsonCheck = (maxParts: number): ShapeCheck => {
  let depth = 0
  let parts = 0
  let isText = false
  let isEscaped = false
  return (chunk) => {
    // A loop over an iterator takes several times as long.
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isText = false
      } else if (byte === quote) isText = true
      else if (byte === openList || byte === openObject) {
        depth++
        parts++
      } else if (byte === closeList || byte === closeObject) depth--
      else if (byte === comma) parts++
      if (depth > deepest || parts > maxParts) return false
    }
    return true
  }
}

/** Counts pairs and runs of escapes, each of which a decoder handles separately. */
const formCheck = (maxParts: number): ShapeCheck => {
  let parts = 0
  let sinceEscape = Infinity
  return (chunk) => {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      sinceEscape++
      if (byte === percent) {
        if (sinceEscape !== 3) parts++
        sinceEscape = 0
      } else if (byte === ampersand) parts++
      if (parts > maxParts) return false
    }
    return true
  }
}

const checks: Readonly<Record<BodySyntax, (maxParts: number) => ShapeCheck>> = {
  json: jsonCheck,
  form: formCheck,
  bytes: () => () => true
}

/** A check of one body, which is fed while it arrives. */
export const shapeCheck = (syntax: BodySyntax, maxParts: number): ShapeCheck => checks[syntax](maxParts)
