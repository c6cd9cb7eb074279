import { type Scope, prefixes } from "./KeyStore.js"

/**
 * The text of a key: prefix, 30 base62 characters, and 6 more with the CRC32 of all before. The checksum detects typos
 * and false positives of scanners without a query.
 */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const secretLength = 30
const checkLength = 6
const secretAndCheck = new RegExp(`^[0-9A-Za-z]{${secretLength + checkLength}}$`)

/** Makes a key from about 60 random bytes; skips bytes that would bias the characters. */
export const make = (scope: Scope, random: Uint8Array): string | null => withPrefix(prefixes[scope], random)

/** The same with any prefix. */
export const withPrefix = (prefix: string, random: Uint8Array): string | null => {
  const secret = Array.from(random)
    .filter((byte) => byte < 248)
    .slice(0, secretLength)
    .map((byte) => alphabet[byte % 62])
    .join("")
  return secret.length < secretLength ? null : withCheck(prefix + secret)
}

/** True for a well-formed key, whether it exists or not. */
export const isWellFormed = (token: string): boolean => Object.values(prefixes).some((prefix) => hasForm(prefix, token))

/** The same for one prefix. */
export const hasForm = (prefix: string, token: string): boolean =>
  token.startsWith(prefix) &&
  secretAndCheck.test(token.slice(prefix.length)) &&
  withCheck(token.slice(0, -checkLength)) === token

const withCheck = (body: string): string => {
  let rest = crc32(body)
  let check = ""
  for (let place = 0; place < checkLength; place++) {
    check = alphabet[rest % 62] + check
    rest = Math.floor(rest / 62)
  }
  return body + check
}

/** CRC-32 (IEEE 802.3) of a text in ASCII. */
const crc32 = (text: string): number => {
  let crc = 0xffffffff
  for (const character of text) {
    crc ^= character.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
