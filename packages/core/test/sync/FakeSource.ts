import { Effect, Option, Stream } from "effect"
import { type Applied, type Page, type Room, type Source, type Span, source } from "../../src/sync/Source.js"
import type { SourceFailure } from "../../src/sync/SourceFailure.js"
import { type Memory, call } from "./Memory.js"

/** A record of the fake provider, of which it holds one a key. */
export interface Item {
  readonly key: string
  readonly at: number
  readonly value: string
}

export const item = (at: number, value = "a"): Item => ({ key: `k${at}`, at, value })
export const items = (from: number, to: number, value = "a"): ReadonlyArray<Item> =>
  Array.from({ length: to - from }, (_, index) => item(from + index, value))

/** A page that is all the provider holds in its span, after which the walk goes on at `cursor`. */
export const page = (records: ReadonlyArray<Item>, options: { readonly covers?: Span; readonly cursor?: string; readonly total?: number } = {}): Page<Item> => ({
  records,
  gone: [],
  covers: Option.fromNullable(options.covers),
  cursor: Option.fromNullable(options.cursor),
  total: Option.fromNullable(options.total)
})

const apply = (memory: Memory, { covers, records }: Page<Item>): Applied => {
  const stored = memory.data.records
  const added = records.filter(({ key }) => !stored.has(key)).length
  const changed = records.filter(({ key, value }) => stored.has(key) && stored.get(key) !== value).length
  const given = new Set(records.map(({ key }) => key))
  const inside = (span: Span, key: string) => Number(key.slice(1)) >= span.from && Number(key.slice(1)) < span.to
  const missing = Option.match(covers, { onNone: () => [], onSome: (span) => [...stored.keys()].filter((key) => inside(span, key) && !given.has(key)) })
  const present = records.filter(({ key }) => stored.has(key)).map(({ key }) => key)
  records.forEach(({ key, value }) => stored.set(key, value))
  return { added, changed, present, missing }
}

const room = (memory: Memory): Room<Item, never> => ({
  domain: "listening",
  apply: (_, of) => call(memory, "apply", "inside", () => apply(memory, of)),
  remove: (_, keys) => call(memory, "remove", "inside", () => keys.filter((key) => memory.data.records.delete(key)).length),
  count: () => call(memory, "count", "anywhere", () => memory.data.records.size),
  settle: call(memory, "settle", "anywhere", () => undefined)
})

/** A source that gives some pages from a cursor on. The real `source` joins it to a room that lives in the memory. */
export const fakeSource = (
  memory: Memory,
  pages: (cursor: Option.Option<string>, full: boolean) => Stream.Stream<Page<Item>, SourceFailure>
): Source<never> =>
  source<Item, never>({
    id: "fake",
    room: room(memory),
    syncType: "everything",
    pull: ({ cursor, full }) => pages(cursor, full),
    importFile: Option.some((file) => Stream.fromIterable([page(items(0, file.size))]))
  })

/** Always these pages, whatever the cursor. */
export const fixed = (memory: Memory, ...pages: ReadonlyArray<Page<Item>>): Source<never> => fakeSource(memory, () => Stream.fromIterable(pages))

/** Goes on at the page that the cursor names by number. */
export const resumable = (memory: Memory, all: ReadonlyArray<Omit<Page<Item>, "cursor">>): Source<never> =>
  fakeSource(memory, (cursor, full) => {
    const first = full ? 0 : Number(Option.getOrElse(cursor, () => "0"))
    return Stream.fromIterable(all.map((of, index) => ({ ...of, cursor: Option.some(String(index + 1)) })).slice(first))
  })

/** Stored keys in order. */
export const keysOf = (memory: Memory): ReadonlyArray<string> => [...memory.data.records.keys()].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))

export const failing = (failure: SourceFailure): Stream.Stream<never, SourceFailure> => Stream.fromEffect(Effect.fail(failure))
