import { unzipSync } from "fflate"

/** The one file of a pass that is read; others are pictures. Bytes. */
const wanted = "pass.json"
const largest = 1_000_000

/** The `pass.json` of a pass for a wallet (`.pkpass`, a zip); null of anything else. */
export const passOf = (bytes: Uint8Array): unknown => {
  try {
    const file = unzipSync(bytes, { filter: ({ name, originalSize, size }) => name === wanted && originalSize <= largest && size <= largest })[wanted]
    return file === undefined ? null : JSON.parse(textOf(file))
  } catch {
    return null
  }
}

/** Some makers write UTF-16, which a mark at the beginning tells. */
const textOf = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  return new TextDecoder(first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8").decode(bytes)
}
