import { type ImportFile, type Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"

/** Records stored at a time, unless a source says otherwise. */
const usual = 1000

/** What the reader of an export file has come across. */
export interface Tally {
  /** Records read. */
  readonly good: number
  /** Rows left out because they could not be read. */
  readonly broken: number
  /** Where those rows are, the first of them: `line 12`. */
  readonly places?: ReadonlyArray<string>
  /** Where the file ends too early, if it does. */
  readonly cut?: string | null
  /** Sentences on what was read and left out on purpose. */
  readonly remarks?: ReadonlyArray<string>
}

/** Rows named in a message, at most. */
const mostPlaces = 10

/** Counts what a reader comes across. */
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
      if (places.length < mostPlaces) places.push(place)
    },
    cutShort: (where: string) => void (cut ??= where),
    remark: (sentence: string) => void remarks.push(sentence),
    isWhole: () => cut === null && broken === 0,
    tally: (): Tally => ({ good, broken, places, cut, remarks })
  }
}

export const badFile = (source: string, message: string, next: string): SourceFailure =>
  new SourceFailure({ source, state: "bad_file", message, next })

interface Of {
  readonly source: string
  readonly file: ImportFile
  readonly perPage?: number
}

/**
 * The records of an export file, in pages. Rows that cannot be read are left out, counted and named at the end; a file
 * of nothing else is refused. A file that is cut short fails after what is whole in it has been stored.
 */
export const exportPages = <Record, R = never>(records: Stream.Stream<Record, SourceFailure, R>, tally: () => Tally, of: Of): Stream.Stream<Page<Record>, SourceFailure, R> =>
  records.pipe(
    Stream.rechunk(of.perPage ?? usual),
    Stream.chunks,
    Stream.filter(Chunk.isNonEmpty),
    Stream.map((chunk) => pageOf(Chunk.toReadonlyArray(chunk))),
    endedBy(tally, of)
  )

/** Says at the end of a file's pages what was left out of it. */
export const endedBy = (tally: () => Tally, of: Of) => <Record, R>(pages: Stream.Stream<Page<Record>, SourceFailure, R>): Stream.Stream<Page<Record>, SourceFailure, R> =>
  Stream.concat(pages, Stream.drain(Stream.fromEffect(Effect.suspend(() => closing(tally(), of)))))

export const pageOf = <Record>(records: ReadonlyArray<Record>): Page<Record> => ({
  records,
  gone: [],
  covers: Option.none(),
  cursor: Option.none(),
  total: Option.none()
})

const again = "export it again and import the new file; what is stored already is not stored twice"

const closing = ({ broken, cut = null, good, places = [], remarks = [] }: Tally, { file, source }: Of) =>
  Effect.gen(function*() {
    for (const remark of remarks) yield* Effect.logWarning(`${file.name}: ${remark}`)
    const leftOut = `${broken} ${broken === 1 ? "row" : "rows"} could not be read and ${broken === 1 ? "was" : "were"} left out${named(places, broken)}`
    if (cut !== null) {
      const rest = broken === 0 ? "" : `; ${leftOut}`
      return yield* badFile(source, `${file.name} is cut short: ${cut}; ${good} whole ${good === 1 ? "row was" : "rows were"} read${rest}`, again)
    }
    if (broken > 0 && good === 0) return yield* badFile(source, `${file.name} holds no row that can be read`, "export it again and import the new file")
    if (broken > 0) return yield* Effect.logWarning(`${file.name}: ${leftOut}`)
    if (good === 0) yield* Effect.logWarning(`${file.name} holds nothing to import`)
  })

const named = (places: ReadonlyArray<string>, count: number): string =>
  places.length === 0 ? "" : ` (${places.join(", ")}${count > places.length ? ` and ${count - places.length} more` : ""})`
