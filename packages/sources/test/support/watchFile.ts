import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import type { WatchingRecord } from "@daybook/core/watching"
import { Clock, ConfigProvider, Effect, Logger, type Stream } from "effect"
import { importFile, readPages } from "./importFile.js"

/** The records of a file up to its end or failure, and the lines that the import logged. */
export const readWatches =
  (exportFile: (file: ImportFile) => Stream.Stream<Page<WatchingRecord>, SourceFailure>) =>
  (content: string | Uint8Array, name = "export.zip", settings: Readonly<Record<string, string>> = {}) =>
    Effect.suspend(() => {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      return readPages(exportFile(importFile(name, content, 97))).pipe(
        Effect.map(({ failure, records }) => ({ failure, records, lines })),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
        Effect.withClock(Clock.make()),
        Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings))))
      )
    })

/** What was watched, when, and how it is rated. */
export const watchSummary = ({ rating, report, subject }: WatchingRecord): ReadonlyArray<unknown> => [
  subject.kind === "episode"
    ? `${subject.title.title} S${subject.season}E${subject.episode}`
    : subject.kind === "unnumbered"
      ? `${subject.title.title} S${subject.season ?? "?"}${subject.episode === null ? "" : `E${subject.episode}`} "${subject.episodeTitle}"`
      : `${subject.title.title}${subject.title.year === null ? "" : ` (${subject.title.year})`}`,
  report === null ? "rated" : report.at === null ? "some day" : (report.date ?? new Date(report.at).toISOString()),
  rating ?? report?.rating ?? null
]
