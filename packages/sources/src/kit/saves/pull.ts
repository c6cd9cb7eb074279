import type { ReadingRecord } from "@daybook/core/reading"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Clock, Duration, Effect, Either, Option, Schema, Stream } from "effect"
import { type ListRow, type Part, wholeList } from "../fullListing.js"
import { pastRecords } from "./past.js"

/** A complete list of a service: its saves, or its highlights. */
export interface SaveList {
  /** The name of the list in log messages. */
  readonly name: string
  /** Fetches a page, counted from 1. */
  readonly part: (page: number) => Effect.Effect<Part, SourceFailure>
  /** Null for an unreadable row. Keys are those of articles or highlights. */
  readonly read: (row: unknown) => ListRow<ReadingRecord> | null
}

/** What the last sync saw: stored keys, and those that are deleted since with the time when that was noticed. */
const Memory = Schema.Struct({
  keys: Schema.Array(Schema.String),
  gone: Schema.Record({ key: Schema.String, value: Schema.Number })
})
type Memory = typeof Memory.Type

const json = Schema.parseJson(Memory)
const encode = Schema.encodeSync(json)
const decode = Schema.decodeUnknownEither(json)

/** Deletions are reported repeatedly, since a mass removal needs the operator's confirmation. */
const rememberDeletedFor = Duration.toMillis("30 days")

/** Stands for the keys of a list that was read completely. */
interface Whole {
  readonly _tag: "Whole"
  readonly keys: ReadonlyArray<string>
}

const pageOf = (deleted: ReadonlyArray<string>, cursor: Option.Option<string>): Page<ReadingRecord> => ({
  records: [],
  deleted,
  covers: Option.none(),
  cursor,
  total: Option.none(),
  seen: 0,
  readsAll: true
})

const nextMemory = ({ gone, keys }: Memory, listed: ReadonlySet<string>, now: number): Memory => {
  const still = Object.entries(gone).filter(([key, at]) => !listed.has(key) && now - at < rememberDeletedFor)
  const missing = keys.filter((key) => !listed.has(key)).map((key) => [key, now] as const)
  return { keys: [...listed].sort(), gone: Object.fromEntries([...missing, ...still]) }
}

/** A row without times in the future. A row of such a time counts as none that is stored. */
const pastRow = (row: ListRow<ReadingRecord> | null, now: number): ListRow<ReadingRecord> | null => {
  const records = pastRecords(row?.records ?? [], now)
  return row === null ? null : { ...row, records, key: records.length === 0 ? null : row.key }
}

/**
 * Reads whole lists, one after the other. Rows are stored as they arrive. What an earlier sync saw, and no list has any
 * more, is deleted. If a list changes while it is read, nothing is deleted.
 */
export const pullLists = (
  lists: ReadonlyArray<SaveList>,
  { cursor }: PullRequest
): Stream.Stream<Page<ReadingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(Clock.currentTimeMillis, (startedAt) => {
      const complete = new Map<string, ReadonlyArray<string>>()
      const listed = Stream.flatMap(Stream.fromIterable(lists), ({ name, part, read }) =>
        Stream.map(
          wholeList<ReadingRecord | Whole>({
            name,
            part,
            read: (row) => pastRow(read(row), startedAt),
            whole: (keys): Whole => ({ _tag: "Whole", keys })
          }),
          (page): Page<ReadingRecord> => ({
            ...page,
            records: page.records.flatMap((record) => {
              if (record._tag !== "Whole") return [record]
              complete.set(name, record.keys)
              return []
            })
          })
        )
      )
      const end = Effect.map(Clock.currentTimeMillis, (now) => {
        const before = Option.flatMap(cursor, (text) => Either.getRight(decode(text)))
        const lastMemory = Option.getOrElse(before, (): Memory => ({ keys: [], gone: {} }))
        // What one list lacks, another one may have.
        const memory =
          complete.size === lists.length
            ? nextMemory(lastMemory, new Set([...complete.values()].flat()), now)
            : lastMemory
        const next = encode(memory)
        return pageOf(Object.keys(memory.gone), Option.contains(cursor, next) ? Option.none() : Option.some(next))
      })
      return Stream.concat(listed, Stream.fromEffect(end))
    })
  )
