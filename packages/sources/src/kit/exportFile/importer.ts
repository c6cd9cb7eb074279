import type { FileSample, ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { Clock, type ConfigError, Effect, Option, Stream } from "effect"
import { badFile, exportPages, makeTally } from "./exportPages.js"
import { type Format, type OpenFile, type Parsed, type Placed, Unreadable, isUnreadable } from "./Format.js"
import { openSample } from "./sample.js"
import * as Zip from "./Zip.js"

/** How a domain stores the rows of a file: in pages, with a tally of what was left out. Null cannot be read. */
export type ToPages<Value, Record, R = never> = <R2>(
  rows: Stream.Stream<Placed<Value | null>, SourceFailure, R2>,
  open: OpenFile
) => Stream.Stream<Page<Record>, SourceFailure, R | R2>

/** How the export files of a source are read. */
export interface FileReading<Row, Value, Record, R, Values = unknown> {
  readonly format: Format<Row, R, Values>
  /** A record, or why the row is none. */
  readonly read: (row: Row, open: OpenFile<Values>) => Parsed<Value>
  readonly toPages: ToPages<Value, Record, R>
  /** What a file is called in messages; `an export of` the source if left out. */
  readonly fileTitle?: string
  /** What to give instead of another file. */
  readonly expected: string
}

interface ImporterOptions<Row, Value, Record, R, Values> extends FileReading<Row, Value, Record, R, Values> {
  readonly id: string
  readonly about?: { readonly title: string } | undefined
  readonly values: Effect.Effect<Values, ConfigError.ConfigError>
}

/** How a source recognises and reads files. */
interface Importer<Record, R> {
  readonly recognise: Recognise
  readonly importFile: (file: ImportFile) => Stream.Stream<Page<Record>, SourceFailure, R>
}

/** Reads what it recognises, and nothing else. */
export const importerOf = <Row, Value, Record, R, Values>({
  about,
  expected,
  fileTitle,
  format,
  id: source,
  read,
  toPages,
  values
}: ImporterOptions<Row, Value, Record, R, Values>): Importer<Record, R> => {
  const foreign = ({ name }: ImportFile, sample: FileSample) => {
    // Only of a table can be said what it lacks.
    const isTable = (sample.rows[0]?.length ?? 0) > 1 && !/^\s*[[{<]/.test(sample.text)
    const lacks = isTable ? format.lacks?.(sample) : undefined
    const what = `${name} is not ${fileTitle ?? `an export of ${about?.title ?? source}`}`
    return badFile(source, lacks === undefined ? what : `${what}: ${lacks}`, expected)
  }
  return {
    recognise: format.recognise,
    importFile: (file) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const { archive, sample } = yield* openSample(file, source)
          if (!format.recognise(sample) && format.mayHold?.(sample) !== true)
            return yield* archive === null || archive.cut === null
              ? foreign(file, sample)
              : Zip.cutShort(file, source, archive.cut)
          const settings = yield* Effect.mapError(values, (error) =>
            badFile(source, `the settings are not valid: ${String(error)}`, "correct the setting")
          )
          const now = yield* Clock.currentTimeMillis
          const open: OpenFile<Values> = { source, file, sample, archive, now, values: settings, tally: makeTally() }
          const readable = Stream.filterMap(format.rows(open), ({ place, row }) => {
            const value = isUnreadable(row) ? row : read(row, open)
            if (!(value instanceof Unreadable)) return Option.some({ place, row: value })
            open.tally.leaveOut(place, value.reason)
            return Option.none()
          })
          return toPages(readable, open)
        })
      )
  }
}

/** The records of a file as they are, in pages. */
export const plainPages =
  <Record>(incomplete: string): ToPages<Record | string, Record> =>
  (rows, { file, source, tally }) => {
    const records = Stream.filterMap(rows, ({ place, row }): Option.Option<Record> => {
      if (row === null) tally.leaveOut(place, incomplete)
      else if (typeof row === "string") tally.skip(row, place)
      else tally.read()
      return row === null || typeof row === "string" ? Option.none() : Option.some(row)
    })
    return exportPages(records, tally.tally, { source, file })
  }
