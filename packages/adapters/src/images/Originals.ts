import { Originals } from "@daybook/core/images"
import { Config, ConfigError, Effect, Either, Layer } from "effect"
import { join } from "node:path"
import { settings } from "../Settings.js"
import * as Settings from "../sources/kit/settings.js"
import { fileOriginals } from "./fileOriginals.js"
import { s3Originals } from "./s3Originals.js"

const kinds = ["file", "s3"] as const

const kind = Config.mapOrFail(Config.withDefault(Config.nonEmptyString("DAYBOOK_IMAGE_STORE"), "file"), (text) => {
  const match = kinds.find((name) => name === text.trim())
  return match !== undefined
    ? Either.right(match)
    : Either.left(
        ConfigError.InvalidData(["DAYBOOK_IMAGE_STORE"], `DAYBOOK_IMAGE_STORE is "${text}": give ${kinds.join(" or ")}`)
      )
})

const s3 = Effect.gen(function* () {
  const endpoint = yield* Settings.text("S3_ENDPOINT")
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    return yield* Effect.fail(
      ConfigError.InvalidData(
        ["DAYBOOK_S3_ENDPOINT"],
        `DAYBOOK_S3_ENDPOINT is "${endpoint}": give an http or https address such as https://s3.example.org`
      )
    )
  }
  return s3Originals({
    endpoint: endpoint.replace(/\/+$/, ""),
    region: yield* Settings.text("S3_REGION"),
    bucket: yield* Settings.text("S3_BUCKET"),
    accessKeyId: yield* Settings.text("S3_ACCESS_KEY_ID"),
    secretAccessKey: yield* Settings.secret("S3_SECRET_ACCESS_KEY")
  })
})

/** The configured store. */
export const layer = Layer.effect(
  Originals,
  Effect.gen(function* () {
    if ((yield* kind) === "s3") return yield* s3
    const { dataDir } = yield* settings
    return fileOriginals(join(dataDir, "images", "originals"))
  })
)
