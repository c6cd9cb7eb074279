import type { Picture } from "@daybook/core/images"
import { createHmac } from "node:crypto"

/** Enough of an HMAC-SHA-256 that nobody guesses it: 128 bits. */
const signatureBytes = 16

/** Signs the path of a picture. Transforms of it need no other signature: they show no more than it does. */
export const signatureOf = (key: Buffer, path: string): string =>
  createHmac("sha256", key).update(path).digest().subarray(0, signatureBytes).toString("base64url")

/** Where a picture's host serves it; `v` changes with the picture, so that what lies there never does. */
export const addressOf = (key: Buffer, { domain, id, type, version }: Pick<Picture, "domain" | "type" | "id" | "version">): string => {
  const path = `/images/${domain}/${type}/${id}`
  return `${path}?v=${version}&s=${signatureOf(key, path)}`
}
