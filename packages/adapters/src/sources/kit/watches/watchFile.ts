import type { FileSample, FullListing, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import type { WatchingRecord } from "@daybook/core/watching"
import { Chunk, Effect, Stream } from "effect"
import { badFile, exportPages, makeTally } from "../exportFile/exportPages.js"
import { unpackedMember } from "../exportFile/gzip.js"
import { sampleOf } from "../exportFile/sample.js"
import { type Member, membersOf } from "../exportFile/members.js"

/** Why a readable row is no viewing. Part of the summary of an import: `60 trailers`. */
type LeftOut =
  | "trailers"
  | "played by itself"
  | "short"
  | "other profiles"
  | "not watched"
  | "not a film or series"
  | "episodes without a number"
  | "ratings of episodes"
  | "joined"

/** The records of a row, the reason why it has none, null for a row that cannot be read, or none if it is counted. */
export type WatchRow = ReadonlyArray<WatchingRecord> | LeftOut | null

export type WatchTally = ReturnType<typeof makeTally>

/** A row and its place in the file: `history.csv, line 12`. */
export interface PlacedWatch {
  readonly row: WatchRow
  readonly place: string
}

/** The first day of cinema. Earlier times are those of a clock that was never set. */
const earliest = Date.UTC(1900, 0, 1)
const maxClockSkew = 86_400_000

/** Whether an instant can be that of a viewing. */
export const isPlausible = (at: number, now: number): boolean => at >= earliest && at <= now + maxClockSkew

const countedWatches =
  (tally: WatchTally) =>
  <E, R>(rows: Stream.Stream<PlacedWatch, E, R>): Stream.Stream<WatchingRecord, E, R> =>
    Stream.mapChunks(rows, (chunk) =>
      Chunk.flatMap(chunk, ({ place, row }) => {
        if (row === null) {
          tally.leaveOut(place, "it is not a complete row of a viewing")
          return Chunk.empty()
        }
        if (typeof row === "string") {
          tally.skip(row, place)
          return Chunk.empty()
        }
        // Its reader has counted it as left out.
        if (row.length === 0) return Chunk.empty()
        const at = row.find(({ report }) => report?.at != null)?.report?.at ?? null
        if (at === null) tally.read()
        else tally.readAt(at)
        return Chunk.fromIterable(row)
      })
    )

interface WatchFileOptions<R> {
  readonly source: string
  /** Whether a file is of this format. */
  readonly recognise: (sample: FileSample) => boolean
  /** What the format is called: `a Netflix viewing activity`. */
  readonly title: string
  /** What to give instead of another file. */
  readonly expected: string
  readonly isMember: (name: string, path: string) => boolean
  readonly archives?: (name: string) => boolean
  /** When the provider made the file, epoch milliseconds, if older files must not replace the ratings of newer ones. */
  readonly asOf?: number
  /** `members` can be read several times. */
  readonly rows: (
    members: Stream.Stream<Member, SourceFailure>,
    tally: WatchTally
  ) => Stream.Stream<PlacedWatch, SourceFailure, R>
}

/** The viewings of an export file, in pages: of the file, or of the wanted members of an archive. */
export const watchPages = <R>(
  file: ImportFile,
  { asOf, expected, recognise, rows, title, ...options }: WatchFileOptions<R>
): Stream.Stream<Page<WatchingRecord>, SourceFailure, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { source } = options
      if (!recognise(yield* sampleOf(file, source)))
        return yield* badFile(source, `${file.name} is not ${title}`, expected)
      const tally = makeTally()
      const packed = membersOf(file, { ...options, cutShort: tally.cutShort })
      const members = Stream.map(packed, unpackedMember(source))
      const pages = exportPages(countedWatches(tally)(rows(members, tally)), tally.tally, { source, file })
      if (asOf === undefined) return pages
      const fullListing: FullListing = { asOf, completeLists: [] }
      return Stream.map(pages, (page) => ({ ...page, fullListing }))
    })
  )
