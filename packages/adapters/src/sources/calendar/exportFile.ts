import type { Mention } from "@daybook/core/attending"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { badFile, exportPages, type Tally } from "../archive/exportPages.js"
import { textOf } from "../archive/text.js"
import * as Zip from "../archive/Zip.js"
import { calendarFile } from "../ics/index.js"
import { toMention } from "./toMention.js"

/** Far more than the longest calendar, in bytes. */
const largest = 128 * 1_048_576

/** An ICS file, or the zip of such files that Google Calendar makes. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Mention>, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const texts = yield* textsOf(file)
    const read = texts.map((text) => calendarFile(text, now))
    if (!read.some(({ isCalendar }) => isCalendar)) return yield* foreign(file)
    const rows = read.flatMap(({ rows }) => rows)
    const broken = read.reduce((sum, one) => sum + one.broken, 0)
    const cut = read.every(({ isCalendar, isWhole }) => isWhole || !isCalendar) ? null : "a calendar in it has no END:VCALENDAR"
    const tally: Tally = { good: rows.length, broken, cut }
    return exportPages(Stream.fromIterable(rows.map(toMention)), () => tally, { source: "calendar", file })
  }))

const textsOf = (file: ImportFile) =>
  Effect.gen(function*() {
    if (!/\.zip$/i.test(file.name)) return file.size > largest ? yield* foreign(file) : [yield* wholeText(file.stream)]
    const entries = (yield* Zip.entries(file, "calendar")).filter(({ name, size }) => /\.ics$/i.test(name) && size <= largest)
    return yield* Effect.forEach(entries, (entry) => wholeText(Zip.open(file, "calendar", entry)))
  })

const wholeText = (bytes: Stream.Stream<Uint8Array, SourceFailure>) => Stream.mkString(textOf(bytes))

const foreign = (file: ImportFile) => badFile("calendar", `${file.name} is no calendar`, "give an .ics file as calendar programs export it")
