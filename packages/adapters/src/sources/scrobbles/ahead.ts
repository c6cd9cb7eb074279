import type { Play } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import type { Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Exit, Option, Stream } from "effect"

/** Pages read ahead while earlier ones are stored. */
const ahead = 20
/**
 * Plays stored at a time, unless one page has more: half the cost of storing a thousand is that of the statements, and
 * nobody who reads meanwhile should wait for longer than that takes.
 */
const most = 4_000

/**
 * Reads on while pages are stored, and gives as one the pages that wait meanwhile: each costs the database a turn, and a
 * provider that is faster than the database would otherwise wait for each of them.
 */
export const readAhead = <R>(pages: Stream.Stream<Page<Play>, Failure, R>): Stream.Stream<Page<Play>, Failure, R> =>
  Stream.unwrapScoped(Effect.map(Stream.toQueueOfElements(pages, { capacity: ahead }), (queue) =>
    Stream.fromQueue(queue, { maxChunkSize: ahead }).pipe(Stream.mapChunks(joined), Stream.flattenExitOption)))

type Failure = SourceFailure | StorageFailure
type Read = Exit.Exit<Page<Play>, Option.Option<Failure>>

const joined = (reads: Chunk.Chunk<Read>): Chunk.Chunk<Read> => {
  const all: Array<Read> = []
  for (const read of reads) {
    const last = all.at(-1)
    const page = last !== undefined && Exit.isSuccess(last) && Exit.isSuccess(read) ? join(last.value, read.value) : null
    if (page === null) all.push(read)
    else all[all.length - 1] = Exit.succeed(page)
  }
  return Chunk.unsafeFromArray(all)
}

/** Two pages as one, the older after the newer. Null where that would be too much, or say less: what each vouches for must make one span. */
const join = (newer: Page<Play>, older: Page<Play>): Page<Play> | null => {
  const [upper, lower] = [Option.getOrNull(newer.covers), Option.getOrNull(older.covers)]
  if (upper?.from !== lower?.to || newer.records.length + older.records.length > most) return null
  return {
    ...older,
    records: [...newer.records, ...older.records],
    gone: [...newer.gone, ...older.gone],
    covers: upper === null || lower === null ? Option.none() : Option.some({ from: lower.from, to: upper.to }),
    cursor: Option.orElse(older.cursor, () => newer.cursor)
  }
}
