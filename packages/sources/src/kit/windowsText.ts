/** Windows-1252 from 0x80 to 0x9f; the rest is Latin-1. Node's decoder maps these bytes to control characters. */
const windowsOnly = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/** Replaces the control characters that Node's decoder of Windows-1252 leaves: `84,00 \u0080` is `84,00 €`. */
export const withWindowsLetters = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (letter) => windowsOnly[letter.charCodeAt(0) - 0x80]!)

/** Decodes Windows-1252. */
export const windowsText = (bytes: Uint8Array): string =>
  withWindowsLetters(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"))
