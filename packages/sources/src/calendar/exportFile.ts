import type { Mention } from "@daybook/core/attending"
import type { ImportFile, LeftOut, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { DocumentParser } from "../documents/DocumentParser.js"
import { badFile, exportPages, type Tally } from "../kit/exportFile/exportPages.js"
import { decodeText } from "../kit/exportFile/text.js"
import { isZipFile } from "../kit/exportFile/sample.js"
import * as Zip from "../kit/exportFile/Zip.js"

/** Size limit in bytes, far above any calendar. */
const maxBytes = 128 * 1_048_576
const smaller = "export fewer years, or one calendar at a time"

/** An ICS file, or the zip of ICS files that Google Calendar exports. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const { calendars, cut: archiveCut } = yield* calendarsOf(file)
      const parser = yield* DocumentParser
      const read = yield* Effect.forEach(calendars, ({ name, text }) =>
        parser
          .calendar(text, { now })
          .pipe(
            Effect.mapBoth({
              onFailure: ({ message }) => badFile("calendar", `${file.name} was not read: ${message}`, smaller),
              onSuccess: (calendar) => ({ name, ...calendar })
            })
          )
      )
      if (!read.some(({ isCalendar }) => isCalendar))
        return yield* archiveCut === null ? foreign(file) : Zip.cutShort(file, "calendar", archiveCut)
      const mentions = read.flatMap(({ mentions }) => mentions)
      if (read.some(({ isCut }) => isCut))
        yield* Effect.logWarning(`${file.name}: a series has too many events; some of them were left out`)
      const broken = read.reduce((sum, one) => sum + one.broken, 0)
      const cut =
        archiveCut ??
        (read.every(({ isCalendar, isWhole }) => isWhole || !isCalendar)
          ? null
          : "a calendar in it has no END:VCALENDAR")
      const leftOut = read.flatMap(({ leftOut, name }) =>
        leftOut.map(({ place, reason }): LeftOut => ({ place: name === null ? place : `${name}, ${place}`, reason }))
      )
      const tally: Tally = { good: mentions.length, broken, leftOut, cut }
      return exportPages(Stream.fromIterable(mentions), () => tally, { source: "calendar", file })
    })
  )

/** Recognises ICS files, and archives of them. */
export const recognise: Recognise = ({ entries, text }) =>
  entries === null ? /^\s*BEGIN:VCALENDAR\b/i.test(text) : entries.some((name) => /\.ics$/i.test(name))

/** The texts of the calendars, with their names in an archive. */
const calendarsOf = (file: ImportFile) =>
  Effect.gen(function* () {
    if (!(yield* isZipFile(file))) {
      if (file.size > maxBytes) return yield* foreign(file)
      return { cut: null, calendars: [{ name: null, text: yield* wholeText(file.stream) }] }
    }
    const { cut, files } = yield* Zip.contents(file, "calendar")
    const entries = files.filter(({ name }) => /\.ics$/i.test(name))
    if (entries.reduce((sum, { size }) => sum + size, 0) > maxBytes)
      return yield* badFile("calendar", `${file.name} holds more than Daybook reads at once`, smaller)
    const calendars = yield* Effect.forEach(entries, (entry) =>
      Effect.map(wholeText(Zip.open(file, "calendar", entry)), (text) => ({ name: entry.name, text }))
    )
    return { cut, calendars }
  })

const wholeText = (bytes: Stream.Stream<Uint8Array, SourceFailure>) => Stream.mkString(decodeText(bytes))

const foreign = (file: ImportFile) =>
  badFile("calendar", `${file.name} is not a calendar`, "import an .ics file as calendar programs export it")
