import type { Hash } from "node:crypto"
import { end, headerOf, paddingOf } from "./tar.js"

const name = "SHA256"

/** The end of an archive whose bytes so far are in `hash`: known to the last bit, so that nothing in it can be other either. */
export const trailerOf = (hash: Hash, time: number): Buffer => {
  const text = Buffer.from(`${hash.copy().digest("hex")}  everything before this file\n`)
  return Buffer.concat([headerOf(name, text.length, time), text, paddingOf(text.length), end])
}

export const isTrailer = (entry: { readonly name: string }): boolean => entry.name === name
