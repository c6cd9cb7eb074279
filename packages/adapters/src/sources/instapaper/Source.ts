import { type ArticleBodies, type ReadingRecord, readingRoom, type ReadingWrites } from "@daybook/core/reading"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import type { SourceDefinition } from "../SourceDefinition.js"
import { connection } from "./connection.js"
import { exportFile } from "./exportFile.js"
import * as Instapaper from "./Instapaper.js"
import { pull } from "./pull.js"
import { id, missing, settings } from "./settings.js"
import { texts } from "./texts.js"

const stored = { id, room: readingRoom, syncType: "bookmarks", importFile: Option.some(exportFile) }

/** Articles, highlights and texts from Instapaper. */
export const instapaper: SourceDefinition<ReadingWrites | ArticleBodies | DocumentParser> = {
  id,
  domain: "reading",
  schedule: Option.some({ cron: "0 */6 * * *", zone: "UTC" }),
  follows: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.gen(function*() {
    const service = yield* Instapaper.make(yield* settings)
    return source<ReadingRecord, ReadingWrites | ArticleBodies | DocumentParser>({ ...stored, pull: (request) => pull(service, request), followers: [texts(service)] })
  }),
  archive: source({ ...stored, pull: () => Stream.empty }),
  connect: connection
}
