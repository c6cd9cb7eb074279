import { inflateSync } from "fflate"
import * as Zip from "../../archive/Zip.js"

/** The one file of a pass that is read; others are pictures. Bytes. */
const wanted = "pass.json"
const largest = 1_000_000
const stored = 0
const deflated = 8

/** The `pass.json` of a pass for a wallet (`.pkpass`, a zip); null of anything else. */
export const passOf = (bytes: Uint8Array): unknown => {
  try {
    const entry = Zip.entriesOf(bytes).find(({ compressed, isEncrypted, name, size }) => name === wanted && !isEncrypted && size <= largest && compressed <= largest)
    const packed = entry === undefined ? null : Zip.packedIn(bytes, entry)
    if (entry === undefined || packed === null) return null
    if (entry.method === stored) return JSON.parse(textOf(packed))
    return entry.method === deflated ? JSON.parse(textOf(inflateSync(packed, { out: new Uint8Array(entry.size) }))) : null
  } catch {
    return null
  }
}

/** Some makers write UTF-16, which a mark at the beginning tells. */
const textOf = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  return new TextDecoder(first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8").decode(bytes)
}
