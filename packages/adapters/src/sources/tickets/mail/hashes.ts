import { createHash } from "node:crypto"

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** Of a raw mail with plain line ends, which its ways here change. */
export const mailHash = (raw: Uint8Array): string => {
  const plain = Buffer.allocUnsafe(raw.length)
  let length = 0
  for (const byte of raw) if (byte !== 13) plain[length++] = byte
  while (length > 0 && plain[length - 1] === 10) length--
  return sha256(plain.subarray(0, length))
}
