import type { OptionalRow } from "@daybook/core/domain"
import type { Play } from "@daybook/core/listening"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import type { Scrobble } from "@daybook/simulators"
import { Clock, ConfigProvider, Effect, Logger, type Stream } from "effect"
import { importFile, readPages } from "./importFile.js"

/** The plays of a file up to its end or failure, and the lines that the import logged. */
export const readPlays =
  <R>(exportFile: (file: ImportFile) => Stream.Stream<Page<Play | OptionalRow>, SourceFailure, R>) =>
  (content: string | Uint8Array, name = "export.zip", settings: Readonly<Record<string, string>> = {}) =>
    Effect.suspend(() => {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      return readPages(
        exportFile(importFile(name, content, 997)) as Stream.Stream<Page<Play | OptionalRow>, SourceFailure>
      ).pipe(
        Effect.map(({ failure, records }) => ({
          failure,
          plays: records.filter((record): record is Play => !("_tag" in record)),
          spoken: records.filter((record): record is OptionalRow => "_tag" in record),
          lines
        })),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
        Effect.withClock(Clock.make()),
        Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings))))
      )
    })

/** A play of the sample owner's favourite song, `at` in unix seconds. */
export const scrobble = (at: number, more: Partial<Scrobble> = {}): Scrobble => ({
  at,
  artist: "Hollow Lanterns",
  artistMbid: "",
  album: "Tin Roof Hours",
  albumMbid: "",
  track: "Ferry Song",
  trackMbid: "",
  seconds: 214,
  cover: undefined,
  ...more
})

/** Time and names of a play, for comparison. */
export const summary = ({ album, artist, playedAt, track }: Play): ReadonlyArray<unknown> => [
  playedAt,
  artist.name,
  track.name,
  album?.name ?? null
]
