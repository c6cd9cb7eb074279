import { type ImportFile, type Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"

/** Default number of records per page. */
const defaultPageSize = 1000

/** Counts of a reader of an export file. */
export interface Tally {
  /** Records read. */
  readonly good: number
  /** Unreadable rows. */
  readonly broken: number
  /** The places of the first of those rows: `line 12`. */
  readonly places?: ReadonlyArray<string>
  /** Where the file is truncated, if it is. */
  readonly cut?: string | null
  /** Sentences about rows that were left out on purpose. */
  readonly remarks?: ReadonlyArray<string>
}

/** Maximum number of places named in a message. */
const maxPlaces = 10

/** Collects the counts of a reader. */
export const makeTally = () => {
  let good = 0
  let broken = 0
  let cut: string | null = null
  const places: Array<string> = []
  const remarks: Array<string> = []
  return {
    read: (count = 1) => void (good += count),
    leaveOut: (place: string) => {
      broken++
      if (places.length < maxPlaces) places.push(place)
    },
    cutShort: (where: string) => void (cut ??= where),
    remark: (sentence: string) => void remarks.push(sentence),
    isWhole: () => cut === null && broken === 0,
    tally: (): Tally => ({ good, broken, places, cut, remarks })
  }
}

export const badFile = (source: string, message: string, next: string): SourceFailure =>
  new SourceFailure({ source, state: "bad_file", message, next })

interface ExportOptions {
  readonly source: string
  readonly file: ImportFile
  readonly perPage?: number
}

/**
 * The records of an export file, in pages. Unreadable rows are left out, counted and named at the end. A file with
 * nothing else is refused. A truncated file fails after its complete rows have been stored.
 */
export const exportPages = <Record, R = never>(
  records: Stream.Stream<Record, SourceFailure, R>,
  tally: () => Tally,
  of: ExportOptions
): Stream.Stream<Page<Record>, SourceFailure, R> =>
  records.pipe(
    Stream.rechunk(of.perPage ?? defaultPageSize),
    Stream.chunks,
    Stream.filter(Chunk.isNonEmpty),
    Stream.map((chunk) => pageOf(Chunk.toReadonlyArray(chunk))),
    endedBy(tally, of)
  )

/** Reports what was left out, after the last page. */
export const endedBy =
  (tally: () => Tally, of: ExportOptions) =>
  <Record, R>(pages: Stream.Stream<Page<Record>, SourceFailure, R>): Stream.Stream<Page<Record>, SourceFailure, R> =>
    Stream.concat(pages, Stream.drain(Stream.fromEffect(Effect.suspend(() => reportTally(tally(), of)))))

export const pageOf = <Record>(records: ReadonlyArray<Record>): Page<Record> => ({
  records,
  deleted: [],
  covers: Option.none(),
  cursor: Option.none(),
  total: Option.none()
})

const again = "export it again and import the new file; rows that are already stored are not stored twice"

const reportTally = ({ broken, cut = null, good, places = [], remarks = [] }: Tally, { file, source }: ExportOptions) =>
  Effect.gen(function* () {
    for (const remark of remarks) yield* Effect.logWarning(`${file.name}: ${remark}`)
    const unreadable = broken === 1 ? "1 row could not be read and was" : `${broken} rows could not be read and were`
    const leftOut = `${unreadable} left out${placesSuffix(places, broken)}`
    if (cut !== null) {
      const rest = broken === 0 ? "" : `; ${leftOut}`
      return yield* badFile(
        source,
        `${file.name} is cut short: ${cut}; ${good} whole ${good === 1 ? "row was" : "rows were"} read${rest}`,
        again
      )
    }
    if (broken > 0 && good === 0)
      return yield* badFile(
        source,
        `${file.name} holds no row that can be read`,
        "export it again and import the new file"
      )
    if (broken > 0) return yield* Effect.logWarning(`${file.name}: ${leftOut}`)
    if (good === 0) yield* Effect.logWarning(`${file.name} holds nothing to import`)
  })

const placesSuffix = (places: ReadonlyArray<string>, count: number): string =>
  places.length === 0
    ? ""
    : ` (${places.join(", ")}${count > places.length ? ` and ${count - places.length} more` : ""})`
