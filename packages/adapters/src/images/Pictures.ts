import { type Picture, Pictures, type Preset, collectionOf, presets } from "@daybook/core/images"
import { Effect, Layer } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"
import { publicUrl as publicUrlSetting } from "../Settings.js"
import { PictureKey } from "./PictureKey.js"

/** HMAC-SHA-256 truncated to 128 bits. */
const signatureBytes = 16

const signatureOf = (key: Buffer, path: string): Buffer =>
  createHmac("sha256", key).update(path).digest().subarray(0, signatureBytes)

/**
 * Verifies a path's signature in constant time. Only the path is signed: a page that has a picture may request other
 * sizes, which reveal nothing more. Other limits bound the cost.
 */
export const isSigned = (key: Buffer, path: string, signature: string): boolean => {
  const bytes = Buffer.from(signature, "base64url")
  return bytes.length === signatureBytes && timingSafeEqual(bytes, signatureOf(key, path))
}

/** The signed part of a URL. */
export const pathOf = (domain: string, collection: string, id: number): string =>
  `/images/${domain}/${collection}/${id}`

/** The URL of a picture. `v` changes with the picture, so the content of a URL never changes. */
const addressOf = (
  key: Buffer,
  picture: Pick<Picture, "domain" | "type" | "id" | "version">,
  preset: Preset
): string => {
  const path = pathOf(picture.domain, collectionOf(picture.domain, picture.type), picture.id)
  const { fit, height, width } = presets[preset]
  const size = width === null || height === null ? "" : `&w=${width}&h=${height}&fit=${fit}`
  return `${path}?v=${picture.version}${size}&s=${signatureOf(key, path).toString("base64url")}`
}

/** Image objects with signed URLs below the host's public address. */
export const layer = Layer.effect(
  Pictures,
  Effect.gen(function* () {
    const key = yield* PictureKey
    const publicUrl = yield* publicUrlSetting.config
    let base = publicUrl === "" ? "http://127.0.0.1:8787" : publicUrl
    return {
      image: (picture, preset = "medium") =>
        picture === null
          ? null
          : {
              url: `${base}${addressOf(key, picture, preset)}`,
              thumbhash: picture.thumbhash,
              dominant_color: picture.dominantColor,
              accent_color: picture.accentColor
            },
      servedAt: (address) =>
        Effect.sync(() => {
          if (publicUrl === "") base = address
        })
    }
  })
)
