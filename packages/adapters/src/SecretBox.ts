import { Option } from "effect"
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const algorithm = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16

/** Encrypts a text for one place: base64 of nonce, tag and ciphertext. It does not decrypt for another place. */
export const seal = (key: Buffer, place: string, text: string): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64")
}

/** None if the key, the place or the ciphertext does not match. */
export const unseal = (key: Buffer, place: string, sealed: string): Option.Option<string> => {
  const bytes = Buffer.from(sealed, "base64")
  if (bytes.length < nonceBytes + tagBytes) return Option.none()
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Option.some(
      decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8")
    )
  } catch {
    return Option.none()
  }
}
