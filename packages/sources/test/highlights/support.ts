import type { ReadingRecord } from "@daybook/core/reading"
import type { Calendar } from "@daybook/core/shared"
import { Effect, Logger, Stream, TestClock } from "effect"
import { home } from "../../../adapters/test/support/stores.js"
import { type FileSource, filesOf, importFile, readPages } from "../support/importFile.js"

/** The day of the tests, after everything that was marked. */
const today = Date.parse("2025-06-01T12:00:00Z")

/** What a format reads of a file, and what it logs. */
export const readFile = (
  format: FileSource<ReadingRecord, Calendar>,
  content: string | Uint8Array,
  { name = "download", zone = "Europe/Berlin" } = {}
) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    return Effect.context<Calendar>().pipe(
      Effect.zipLeft(TestClock.setTime(today)),
      Effect.flatMap((context) =>
        readPages(Stream.provideContext(filesOf(format).exportFile(importFile(name, content, 997)), context))
      ),
      Effect.map(({ failure, records }) => {
        const all: ReadonlyArray<ReadingRecord> = records
        return {
          failure,
          log: () => lines.join("\n"),
          articles: all.flatMap((one) => (one._tag === "Article" ? [one.article] : [])),
          passages: all.flatMap((one) => (one._tag === "Highlights" ? one.passages : []))
        }
      }),
      Effect.provide(home(zone, () => "2025-06-01")),
      Effect.provide(
        Logger.replace(
          Logger.defaultLogger,
          Logger.make(({ message }) => void lines.push(String(message)))
        )
      )
    )
  })
