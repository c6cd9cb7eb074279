import type { Mention } from "@daybook/core/attending"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { badFile, exportPages, type Tally } from "../archive/exportPages.js"
import { textOf } from "../archive/text.js"
import * as Zip from "../archive/Zip.js"
import { DocumentParser } from "../../documents/DocumentParser.js"

/** Far more than the longest calendar, in bytes. */
const largest = 128 * 1_048_576

/** An ICS file, or the zip of such files that Google Calendar makes. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.unwrap(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const texts = yield* textsOf(file)
    const parser = yield* DocumentParser
    const read = yield* Effect.forEach(texts, (text) => Effect.mapError(parser.calendar(text, { now }), ({ message }) =>
      badFile("calendar", `${file.name} was not read: ${message}`, "export fewer years or calendars at once")))
    if (!read.some(({ isCalendar }) => isCalendar)) return yield* foreign(file)
    const mentions = read.flatMap(({ mentions }) => mentions)
    if (read.some(({ isCut }) => isCut)) yield* Effect.logWarning(`${file.name}: a series has too many events; some of them were left out`)
    const broken = read.reduce((sum, one) => sum + one.broken, 0)
    const cut = read.every(({ isCalendar, isWhole }) => isWhole || !isCalendar) ? null : "a calendar in it has no END:VCALENDAR"
    const tally: Tally = { good: mentions.length, broken, cut }
    return exportPages(Stream.fromIterable(mentions), () => tally, { source: "calendar", file })
  }))

const textsOf = (file: ImportFile) =>
  Effect.gen(function*() {
    if (!/\.zip$/i.test(file.name)) return file.size > largest ? yield* foreign(file) : [yield* wholeText(file.stream)]
    const entries = (yield* Zip.entries(file, "calendar")).filter(({ name, size }) => /\.ics$/i.test(name) && size <= largest)
    return yield* Effect.forEach(entries, (entry) => wholeText(Zip.open(file, "calendar", entry)))
  })

const wholeText = (bytes: Stream.Stream<Uint8Array, SourceFailure>) => Stream.mkString(textOf(bytes))

const foreign = (file: ImportFile) => badFile("calendar", `${file.name} is no calendar`, "give an .ics file as calendar programs export it")
