import { type ImportFile, type Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"

/** Records stored at a time, unless told otherwise. */
const usual = 1000

/** What the reader of an export file has come across. */
export interface Tally {
  /** Records read. */
  readonly good: number
  /** Rows left out because they could not be read. */
  readonly broken: number
}

export const badFile = (source: string, message: string, next: string): SourceFailure =>
  new SourceFailure({ source, state: "bad_file", message, next })

/**
 * The records of an export file, in pages. Single rows that cannot be read are left out and counted in the log; a file of
 * nothing else is refused.
 */
export const exportPages = <Record, R = never>(records: Stream.Stream<Record, SourceFailure, R>, tally: () => Tally, of: {
  readonly source: string
  readonly file: ImportFile
  readonly perPage?: number
}): Stream.Stream<Page<Record>, SourceFailure, R> =>
  records.pipe(
    Stream.rechunk(of.perPage ?? usual),
    Stream.chunks,
    Stream.filter(Chunk.isNonEmpty),
    Stream.map(pageOf),
    Stream.concat(Stream.drain(Stream.fromEffect(Effect.suspend(() => closing(tally(), of)))))
  )

const pageOf = <Record>(records: Chunk.Chunk<Record>): Page<Record> => ({
  records: Chunk.toReadonlyArray(records),
  gone: [],
  covers: Option.none(),
  cursor: Option.none(),
  total: Option.none()
})

const closing = ({ broken, good }: Tally, { file, source }: { readonly source: string; readonly file: ImportFile }) => {
  if (broken === 0) return Effect.void
  return good > 0
    ? Effect.logWarning(`${file.name}: ${broken} ${broken === 1 ? "row" : "rows"} could not be read and were left out`)
    : badFile(source, `${file.name} holds no row that can be read`, "export it again and import the new file")
}
