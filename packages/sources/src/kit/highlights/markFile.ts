import { type ReadingRecord, readingWriter } from "@daybook/core/reading"
import { Effect, Stream } from "effect"
import { isInFuture } from "../clockSkew.js"
import { badFile, exportPages } from "../exportFile/exportPages.js"
import type { Placed } from "../exportFile/Format.js"
import type { ToPages } from "../exportFile/importer.js"
import { type LeftOutMark, type Mark, documentsOf, recordsOf } from "./documents.js"

/** A highlight, the reason why a row is none, or null for a row that cannot be read. */
export type MarkRow = Mark | LeftOutMark | null

export type PlacedMark = Placed<MarkRow>

/** No reader has so many. The highlights of a file are held in memory, since those of one book stand apart. */
const maxMarks = 500_000

/** Documents whose records are made before the event loop may have its turn. */
const documentsOfChunk = 20

/** The documents of a file with their highlights, in pages. */
const markPages: ToPages<MarkRow, ReadingRecord> = (rows, { file, now, source, tally }) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const marks: Array<Mark> = []
      yield* Stream.runForEach(rows, ({ place, row }) =>
        Effect.suspend(() => {
          if (marks.length >= maxMarks)
            return badFile(source, `${file.name} has more than ${maxMarks} highlights`, "split the file")
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
      const documents = Stream.fromIterableEffect(documentsOf(marks))
      const records = Stream.mapConcat(Stream.rechunk(documents, documentsOfChunk), recordsOf)
      return exportPages(records, tally.tally, { source, file })
    })
  )

/** What sources have in common whose files hold highlights. */
export const marks = { writer: readingWriter, syncType: "highlights", toPages: markPages }
