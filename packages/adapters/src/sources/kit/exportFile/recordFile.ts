import { type RecordBatch, recordPage } from "@daybook/core/domain"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"
import { badFile, endedBy, makeTally } from "./exportPages.js"
import { type Member, membersOf } from "./members.js"
import { sampleOf } from "./sample.js"

/** A row of an export file: a record, the reason why it is none, or null for one that cannot be read. */
export type RecordRow = { readonly values: object; readonly at: number } | string | null

/** A row and its place in the file: `row 12`. */
export interface PlacedRecord {
  readonly row: RecordRow
  readonly place: string
}

interface RecordFileOptions {
  readonly source: string
  /** The type of the records in the declared domain. */
  readonly record: string
  readonly recognise: (sample: FileSample) => boolean
  /** What the format is called: `an export of Swarm`. */
  readonly title: string
  /** What to give instead of another file. */
  readonly expected: string
  readonly isMember: (name: string, path: string) => boolean
  readonly rows: (member: Member, cutShort: (where: string) => void) => Stream.Stream<PlacedRecord, SourceFailure>
}

const perPage = 1_000

/** The pages of a file with records of a declared domain, or of the wanted members of an archive. */
export const recordPages = (
  file: ImportFile,
  { record, rows, ...options }: RecordFileOptions
): Stream.Stream<Page<RecordBatch>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { source } = options
      if (!options.recognise(yield* sampleOf(file, source)))
        return yield* badFile(source, `${file.name} is not ${options.title}`, options.expected)
      const { cutShort, leaveOut, readAt, skip, tally } = makeTally()
      const readable = ({ place, row }: PlacedRecord) => {
        if (row === null) leaveOut(place, `it is not a complete ${record}`)
        else if (typeof row === "string") skip(row, place)
        else readAt(row.at)
        return row === null || typeof row === "string" ? Option.none() : Option.some(row.values)
      }
      return membersOf(file, { ...options, cutShort }).pipe(
        Stream.flatMap((member) => rows(member, cutShort)),
        Stream.filterMap(readable),
        Stream.rechunk(perPage),
        Stream.chunks,
        Stream.filter(Chunk.isNonEmpty),
        Stream.map((chunk) => recordPage({ record, rows: Chunk.toReadonlyArray(chunk) })),
        endedBy(tally, { source, file })
      )
    })
  )
