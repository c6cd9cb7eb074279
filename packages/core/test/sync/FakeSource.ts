import { Effect, Option, Stream } from "effect"
import {
  type ImportFile,
  type Page,
  type PageResult,
  type DomainWriter,
  type Source,
  type Span,
  source
} from "../../src/sync/Source.js"
import type { SourceFailure } from "../../src/sync/SourceFailure.js"
import { type Memory, call } from "./Memory.js"

/** A record of the fake provider, which has one for each key. */
export interface Item {
  readonly key: string
  readonly at: number
  readonly value: string
}

export const item = (at: number, value = "a"): Item => ({ key: `k${at}`, at, value })
export const items = (from: number, to: number, value = "a"): ReadonlyArray<Item> =>
  Array.from({ length: to - from }, (_, index) => item(from + index, value))

/** A page that is complete in its span; the run continues at `cursor`. */
export const page = (
  records: ReadonlyArray<Item>,
  options: { readonly covers?: Span; readonly cursor?: string; readonly total?: number } = {}
): Page<Item> => ({
  records,
  deleted: [],
  covers: Option.fromNullable(options.covers),
  cursor: Option.fromNullable(options.cursor),
  total: Option.fromNullable(options.total)
})

const apply = (memory: Memory, { covers, records }: Page<Item>): PageResult => {
  const rows = memory.data.records
  const added = records.filter(({ key }) => !rows.has(key)).length
  const changed = records.filter(({ key, value }) => rows.has(key) && rows.get(key) !== value).length
  const pageKeys = new Set(records.map(({ key }) => key))
  const inside = (span: Span, key: string) => Number(key.slice(1)) >= span.from && Number(key.slice(1)) < span.to
  const missing = Option.match(covers, {
    onNone: () => [],
    onSome: (span) => [...rows.keys()].filter((key) => inside(span, key) && !pageKeys.has(key))
  })
  const present = records.filter(({ key }) => rows.has(key)).map(({ key }) => key)
  records.forEach(({ key, value }) => rows.set(key, value))
  return { added, changed, present, missing }
}

const writer = (memory: Memory): DomainWriter<Item, never> => ({
  domain: "listening",
  apply: (_, of) => call(memory, "apply", "inside", () => apply(memory, of)),
  remove: (_, keys) =>
    call(memory, "remove", "inside", () => keys.filter((key) => memory.data.records.delete(key)).length),
  count: () => call(memory, "count", "anywhere", () => memory.data.records.size),
  recount: call(memory, "settle", "anywhere", () => undefined)
})

/** A source that serves pages from a cursor on. The real `source` binds it to a domain in memory. */
export const fakeSource = (
  memory: Memory,
  pages: (cursor: Option.Option<string>, full: boolean) => Stream.Stream<Page<Item>, SourceFailure>,
  inFile = (file: ImportFile): Stream.Stream<Page<Item>> => Stream.make(page(items(0, file.size)))
): Source<never> =>
  source<Item, never>({
    id: "fake",
    writer: writer(memory),
    syncType: "everything",
    pull: ({ cursor, full }) => pages(cursor, full),
    importFile: Option.some(inFile)
  })

/** Serves the same pages, whatever the cursor. */
export const fixed = (memory: Memory, ...pages: ReadonlyArray<Page<Item>>): Source<never> =>
  fakeSource(memory, () => Stream.fromIterable(pages))

/** Continues at the page that the cursor names by number. */
export const resumable = (memory: Memory, all: ReadonlyArray<Omit<Page<Item>, "cursor">>): Source<never> =>
  fakeSource(memory, (cursor, full) => {
    const first = full ? 0 : Number(Option.getOrElse(cursor, () => "0"))
    return Stream.fromIterable(all.map((of, index) => ({ ...of, cursor: Option.some(String(index + 1)) })).slice(first))
  })

/** Stored keys in order. */
export const keysOf = (memory: Memory): ReadonlyArray<string> =>
  [...memory.data.records.keys()].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))

export const failing = (failure: SourceFailure): Stream.Stream<never, SourceFailure> =>
  Stream.fromEffect(Effect.fail(failure))
