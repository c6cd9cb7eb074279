import * as DaybookClient from "@daybook/client/effect"
import { FetchHttpClient, FileSystem } from "@effect/platform"
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Clock, Config, Console, Effect, Layer } from "effect"
import { join } from "node:path"
import { fetchSiteData, picturesOf } from "./siteData.js"
import { copyPictures } from "./pictures.js"
import { site } from "./site.js"

/** Builds the site into the folder given after `npm start --`, by default `site`. */
const program = Effect.gen(function* () {
  const folder = process.argv[2] ?? "site"
  const baseUrl = yield* Config.withDefault(Config.string("DAYBOOK_URL"), "http://127.0.0.1:8787")
  const title = yield* Config.withDefault(Config.string("SITE_TITLE"), "My days")
  const files = yield* FileSystem.FileSystem
  const data = yield* fetchSiteData(yield* DaybookClient.make({ baseUrl, key: yield* Config.redacted("DAYBOOK_KEY") }))
  const pictures = yield* copyPictures(picturesOf(data), folder)
  yield* files.writeFileString(
    join(folder, "index.html"),
    site(data, { title, pictures, builtAt: yield* Clock.currentTimeMillis })
  )
  yield* files.copyFile(join(import.meta.dirname, "style.css"), join(folder, "style.css"))
  yield* Console.log(`${folder}: a page and ${pictures.size} pictures`)
})

NodeRuntime.runMain(Effect.provide(program, Layer.merge(FetchHttpClient.layer, NodeContext.layer)))
