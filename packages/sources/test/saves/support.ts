import type { ReadingRecord } from "@daybook/core/reading"
import { Effect, Logger, TestClock } from "effect"
import { type FileSource, filesOf, importFile, readPages } from "../support/importFile.js"

/** The day of the tests, after everything that they save. */
export const today = Date.parse("2025-06-01T12:00:00Z")

/** What a format reads of a file, and the lines that it logs. */
export const readFile = (format: FileSource<ReadingRecord>, content: string | Uint8Array) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    return TestClock.setTime(today).pipe(
      Effect.zipRight(readPages(filesOf(format).exportFile(importFile("download", content, 997)))),
      Effect.map(({ failure, records }) => {
        const all: ReadonlyArray<ReadingRecord> = records
        return {
          failure,
          lines,
          articles: all.flatMap((one) => (one._tag === "Article" ? [one.article] : [])),
          highlights: all.flatMap((one) => (one._tag === "Highlights" ? [one] : []))
        }
      }),
      Effect.provide(
        Logger.replace(
          Logger.defaultLogger,
          Logger.make(({ message }) => void lines.push(String(message)))
        )
      )
    )
  })
