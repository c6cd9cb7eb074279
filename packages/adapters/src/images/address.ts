import { type Picture, type Preset, collectionOf, presets } from "@daybook/core/images"
import { createHmac, timingSafeEqual } from "node:crypto"

/** Enough of an HMAC-SHA-256 that nobody guesses it: 128 bits. */
const signatureBytes = 16

const signatureOf = (key: Buffer, path: string): Buffer => createHmac("sha256", key).update(path).digest().subarray(0, signatureBytes)

/**
 * Whether a signature is that of a path; the time it takes tells nothing. Only the path is signed: a page that was given
 * a picture may ask for it in the sizes that it needs, which show no more. What that may cost is bounded elsewhere.
 */
export const isSigned = (key: Buffer, path: string, signature: string): boolean => {
  const given = Buffer.from(signature, "base64url")
  return given.length === signatureBytes && timingSafeEqual(given, signatureOf(key, path))
}

/** What is signed of an address. */
export const pathOf = (domain: string, collection: string, id: number): string => `/images/${domain}/${collection}/${id}`

/** Where a picture's host serves it; `v` changes with the picture, so that what lies there never does. */
export const addressOf = (key: Buffer, picture: Pick<Picture, "domain" | "type" | "id" | "version">, preset: Preset): string => {
  const path = pathOf(picture.domain, collectionOf(picture.domain, picture.type), picture.id)
  const { fit, height, width } = presets[preset]
  const size = width === null || height === null ? "" : `&w=${width}&h=${height}&fit=${fit}`
  return `${path}?v=${picture.version}${size}&s=${signatureOf(key, path).toString("base64url")}`
}
