import { Originals } from "@daybook/core/images"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { settings } from "../Settings.js"
import * as Setting from "@daybook/sources/setting"
import { fileOriginals } from "./fileOriginals.js"
import { s3Originals } from "./s3Originals.js"

const store = Setting.withDefault(
  Setting.oneOf("DAYBOOK_IMAGE_STORE", ["file", "s3"], "where pictures are stored: in the data folder or in a bucket"),
  "file",
  "file"
)

const withS3 = <A>(setting: Setting.Setting<A>) => Setting.requiredAtTimes(setting, "required with `s3`")

const s3 = Setting.settings({
  endpoint: withS3(
    Setting.map(
      Setting.address("DAYBOOK_S3_ENDPOINT", "address of the bucket's server", "https://s3.example.org"),
      (url) => url.replace(/\/+$/, "")
    )
  ),
  region: withS3(Setting.text("DAYBOOK_S3_REGION", "region of the bucket")),
  bucket: withS3(Setting.text("DAYBOOK_S3_BUCKET", "name of the bucket")),
  accessKeyId: withS3(Setting.text("DAYBOOK_S3_ACCESS_KEY_ID", "access key of the bucket")),
  secretAccessKey: withS3(Setting.secret("DAYBOOK_S3_SECRET_ACCESS_KEY", "secret access key of the bucket"))
})

export const pictureSettings = [store, ...Object.values(s3.fields)]

/** The configured store. */
export const layer = Layer.effect(
  Originals,
  Effect.gen(function* () {
    if ((yield* store.config) === "s3") return s3Originals(yield* s3.config)
    const { dataDir } = yield* settings
    return fileOriginals(join(dataDir, "images", "originals"))
  })
)
