import { Pictures } from "@daybook/core/images"
import { Config, Effect, Layer } from "effect"
import { addressOf } from "./address.js"
import { PictureKey } from "./PictureKey.js"

/** Image objects with signed addresses below the host's public one. */
export const layer = Layer.effect(Pictures, Effect.gen(function*() {
  const key = yield* PictureKey
  const publicUrl = (yield* Config.withDefault(Config.string("DAYBOOK_PUBLIC_URL"), "")).replace(/\/+$/, "")
  let base = publicUrl === "" ? "http://127.0.0.1:8787" : publicUrl
  return {
    image: (picture, preset = "medium") => picture === null ? null : {
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
}))
