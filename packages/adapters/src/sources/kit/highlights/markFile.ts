import { type ReadingRecord, readingWriter } from "@daybook/core/reading"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { isInFuture } from "../clockSkew.js"
import { badFile, exportPages, makeTally } from "../exportFile/exportPages.js"
import { type Member, baseName, membersOf } from "../exportFile/members.js"
import { sampleOf } from "../exportFile/sample.js"
import { type SourceAbout, fileSource } from "../SourceDefinition.js"
import { type LeftOutMark, type Mark, documentsOf, recordsOf } from "./documents.js"

/** A highlight, the reason why a row is none, or null for a row that cannot be read. */
export type MarkRow = Mark | LeftOutMark | null

export interface PlacedMark {
  readonly row: MarkRow
  /** Such as `My Clippings.txt, line 12`. */
  readonly place: string
}

/** The export file of a service or device that has highlights. */
export interface MarkFile<R = never> {
  readonly id: string
  readonly about: SourceAbout
  readonly recognise: (sample: FileSample) => boolean
  /** What the format is called: `a file of Kindle clippings`. */
  readonly title: string
  /** What to give instead of another file. */
  readonly expected: string
  /** The members of an archive to open, by name without folders, in lower case. */
  readonly isMember: (name: string) => boolean
  readonly rows: (member: Member, cutShort: (where: string) => void) => Stream.Stream<PlacedMark, SourceFailure, R>
}

/** No reader has so many. The highlights of a file are held in memory, since those of one book stand apart. */
const mostMarks = 500_000

/** The documents of a file with their highlights, in pages. */
export const readMarks = <R>(
  file: ImportFile,
  { expected, id: source, isMember, recognise, rows, title }: MarkFile<R>
): Stream.Stream<Page<ReadingRecord>, SourceFailure, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const sample = yield* sampleOf(file, source)
      const isArchive = (sample.entries ?? []).some((name) => isMember(baseName(name)))
      if (!recognise(sample) && !isArchive) return yield* badFile(source, `${file.name} is not ${title}`, expected)
      const now = yield* Clock.currentTimeMillis
      const tally = makeTally()
      const marks: Array<Mark> = []
      yield* Stream.runForEach(
        Stream.flatMap(membersOf(file, { source, isMember, cutShort: tally.cutShort }), (member) =>
          rows(member, tally.cutShort)
        ),
        ({ place, row }) =>
          Effect.suspend(() => {
            if (marks.length >= mostMarks)
              return badFile(source, `${file.name} has more than ${mostMarks} highlights`, "split the file")
            if (row === null) tally.leaveOut(place, "it is not a complete highlight")
            else if (typeof row === "string") tally.skip(row, place)
            else if (isInFuture(row.passage.createdAt, now)) tally.skip("in the future", place)
            else {
              tally.readAt(row.passage.createdAt)
              marks.push(row)
            }
            return Effect.void
          })
      )
      const records = Stream.mapConcat(Stream.fromIterable(documentsOf(marks)), recordsOf)
      return exportPages(records, tally.tally, { source, file })
    })
  )

/** A service or device whose highlights come from its file. */
export const marksFromFile = <R>(options: MarkFile<R>) =>
  fileSource({
    id: options.id,
    about: options.about,
    writer: readingWriter,
    syncType: "highlights",
    importFile: (file) => readMarks(file, options),
    recognise: options.recognise
  })
