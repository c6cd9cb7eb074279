const ascii = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", from, to)
const starts = (bytes: Uint8Array, ...head: ReadonlyArray<number>) => head.every((byte, index) => bytes[index] === byte)

const avifBrands = new Set(["avif", "avis", "mif1", "msf1"])

/** Which kind of picture bytes are, by what they begin with, whatever anybody calls them. None for all that is not taken: SVG, pages, archives. */
export const sniff = (bytes: Uint8Array): "jpeg" | "png" | "webp" | "gif" | "avif" | undefined => {
  if (starts(bytes, 0xff, 0xd8, 0xff)) return "jpeg"
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png"
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return "gif"
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "webp"
  return ascii(bytes, 4, 8) === "ftyp" && avifBrands.has(ascii(bytes, 8, 12)) ? "avif" : undefined
}
