import { type ImportFile, type LeftOut, type LeftOutReason, type Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"

/** Default number of records per page. */
const defaultPageSize = 1000

/** Counts of a reader of an export file. */
export interface Tally {
  /** Records read. */
  readonly good: number
  /** Unreadable rows. */
  readonly broken: number
  /** The first of those rows, each with what is wrong with it. */
  readonly leftOut?: ReadonlyArray<LeftOut>
  /** Where the file is truncated, if it is. */
  readonly cut?: string | null
  /** Sentences about rows that were left out on purpose. */
  readonly remarks?: ReadonlyArray<string>
  /** Readable rows that are no records, counted by reason: `short`. */
  readonly skipped?: ReadonlyMap<string, number>
  /** Why rows were left out, unreadable ones included. */
  readonly reasons?: ReadonlyArray<LeftOutReason>
  /** The first and the last moment of the records, epoch milliseconds. */
  readonly span?: { readonly from: number; readonly to: number } | null
}

/** Maximum number of places named in a message. */
const maxPlaces = 10
/** Maximum number of unreadable rows that a report lists. */
const maxLeftOut = 1_000
/** Maximum number of reasons that a report distinguishes. */
const maxReasons = 40
const otherReasons = "other reasons"

/** Collects the counts of a reader. */
export const makeTally = () => {
  let good = 0
  let broken = 0
  let cut: string | null = null
  const leftOut: Array<LeftOut> = []
  const remarks: Array<string> = []
  const skipped = new Map<string, number>()
  let span: NonNullable<Tally["span"]> | null = null
  const reasons = new Map<string, LeftOutReason>()
  const countReason = (reason: string, count: number, first: string | null) => {
    const name = reasons.has(reason) || reasons.size < maxReasons ? reason : otherReasons
    const before = reasons.get(name)
    reasons.set(name, { reason: name, count: (before?.count ?? 0) + count, first: before?.first ?? (first || null) })
  }
  return {
    read: (count = 1) => void (good += count),
    readAt: (at: number) => {
      good++
      span = { from: Math.min(at, span?.from ?? at), to: Math.max(at, span?.to ?? at) }
    },
    /** A readable row that is no record. `place` is that of the first of several. */
    skip: (reason: string, place: string | null, count = 1) => {
      if (count === 0) return
      skipped.set(reason, (skipped.get(reason) ?? 0) + count)
      countReason(reason, count, place)
    },
    /** `place` is such as `line 12`; `reason` completes the sentence "it was left out:". */
    leaveOut: (place: string, reason: string) => {
      broken++
      countReason(reason, 1, place)
      if (leftOut.length < maxLeftOut) leftOut.push({ place, reason })
    },
    cutShort: (where: string) => void (cut ??= where),
    remark: (sentence: string) => void remarks.push(sentence),
    isWhole: () => cut === null && broken === 0,
    tally: (): Tally => ({ good, broken, leftOut, cut, remarks, skipped, span, reasons: [...reasons.values()] })
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

/** `120 rows, 100 of them plays…`: what a person needs to trust an import. */
const summaryOf = ({ broken, good, skipped = new Map<string, number>(), span = null }: Tally): string => {
  const out = [...skipped].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reason, count]) => `${count} ${reason}`)
  const rows = good + broken + [...skipped.values()].reduce((sum, count) => sum + count, 0)
  const time = (at: number) => new Date(at).toISOString().slice(0, 16).replace("T", " ")
  const range = span === null ? "" : ` from ${time(span.from)} to ${time(span.to)} UTC`
  const reasons = [...out, ...(broken === 0 ? [] : [`${broken} broken`])]
  return `${rows} rows read, ${good} kept${range}${reasons.length === 0 ? "" : `; left out: ${reasons.join(", ")}`}`
}

/** Most rows first. A reader that counts by itself may have no reasons. */
const reasonsOf = ({ broken, leftOut = [], reasons, skipped = new Map<string, number>() }: Tally) =>
  (
    reasons ?? [
      ...Array.from(skipped, ([reason, count]): LeftOutReason => ({ reason, count, first: null })),
      ...(broken === 0 ? [] : [{ reason: "it cannot be read", count: broken, first: leftOut[0]?.place ?? null }])
    ]
  ).toSorted((one, other) => other.count - one.count)

const reportTally = (tally: Tally, { file, source }: ExportOptions) =>
  Effect.gen(function* () {
    const { broken, cut = null, good, leftOut: rows = [], remarks = [], skipped, span = null } = tally
    if (span !== null || (skipped?.size ?? 0) > 0) yield* Effect.logInfo(`${file.name}: ${summaryOf(tally)}`)
    yield* (
      file.onReport?.({
        ...{ readable: good, unreadable: broken, leftOut: rows, remarks, members: null },
        reasons: reasonsOf(tally)
      }) ?? Effect.void
    )
    for (const remark of remarks) yield* Effect.logWarning(`${file.name}: ${remark}`)
    const unreadable = broken === 1 ? "1 row could not be read and was" : `${broken} rows could not be read and were`
    const leftOut = `${unreadable} left out${placesSuffix(rows, broken)}`
    if (cut !== null) {
      const rest = broken === 0 ? "" : `; ${leftOut}`
      return yield* badFile(
        source,
        `${file.name} is cut short: ${cut}; ${good} whole ${good === 1 ? "row was" : "rows were"} read${rest}`,
        again
      )
    }
    if (broken > 0 && good === 0 && (skipped?.size ?? 0) === 0)
      return yield* badFile(
        source,
        `${file.name} holds no row that can be read${reasonSuffix(rows)}`,
        "export it again and import the new file"
      )
    if (broken > 0) return yield* Effect.logWarning(`${file.name}: ${leftOut}`)
    if (good === 0 && (skipped?.size ?? 0) === 0) yield* Effect.logWarning(`${file.name} holds nothing to import`)
  })

const reasonSuffix = ([first]: ReadonlyArray<LeftOut>): string =>
  first === undefined ? "" : `; ${first.place}: ${first.reason}`

/** ` (line 3, line 9 and 2 more)` */
export const placesSuffix = (rows: ReadonlyArray<LeftOut>, count: number): string => {
  const places = rows.slice(0, maxPlaces).map(({ place }) => place)
  return places.length === 0
    ? ""
    : ` (${places.join(", ")}${count > places.length ? ` and ${count - places.length} more` : ""})`
}
