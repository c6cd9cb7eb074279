import type { BuiltInDomain } from "@daybook/core"
import { Effect, Schema } from "effect"
import type { Ask, AskError } from "./Ask.js"
import type { Domain } from "./domains/Domain.js"
import { domainNamed, Home } from "./Home.js"
import type { ImportFiles } from "./ImportFiles.js"
import type { Place } from "./kit/cursor.js"
import { readWhen, type WhenRange } from "./kit/when.js"
import { badArgument, type ToolError } from "./ToolError.js"

/** Rows of a list. */
export interface ListPart {
  readonly items: ReadonlyArray<object>
  /** Undefined where the API does not count. */
  readonly total?: number | undefined
  /** Where the first of these rows stands. */
  readonly start: Place
  /** Where the list continues; null at its end. */
  readonly next: Place | null
}

/** What the body of a tool answers. The runner adds what all answers have. */
export interface ToolAnswer {
  /** The first line of the text. */
  readonly heading: string
  /** The domains whose freshness counts. */
  readonly domains: ReadonlyArray<string>
  readonly range?: WhenRange
  /** The range in which the tool found nothing. Lists without rows need not say so. */
  readonly nothingIn?: WhenRange | undefined
  readonly list?: ListPart
  readonly data?: Readonly<Record<string, unknown>>
  readonly notes?: ReadonlyArray<string>
  /** The data alone is the answer, in both halves. For tools whose shape others prescribe. */
  readonly exact?: boolean
}

/** What a call knows besides its arguments. */
export interface Call {
  /** Where the list begins. */
  readonly place: Place
}

export interface Annotations {
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

type Fields = Schema.Struct.Fields

type Run<Input> = (
  input: Input,
  call: Call
) => Effect.Effect<ToolAnswer, ToolError | AskError, Ask | Home | ImportFiles>

export type ArgumentsOf<F extends Fields> = Schema.Struct.Type<F>

/** One thing that an assistant can ask for. A plain value, so that the library of the protocol can be exchanged. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /**
   * The built-in domains that it reads, or whether it can read a domain. With an argument `domain` the caller names one
   * of them.
   */
  readonly domains: ReadonlyArray<BuiltInDomain> | ((domain: Domain) => boolean)
  /** Arguments that depend on the domains that a connection may name. */
  readonly fields?: (domains: ReadonlyArray<Domain>) => Fields
  readonly writes: boolean
  /** True for what reads files next to the data. */
  readonly needsFiles?: boolean
  readonly annotations: Annotations
  readonly input: Schema.Schema.AnyNoContext & { readonly fields: Fields }
  readonly output: Schema.Schema.AnyNoContext
  /** A call that works, for the second line of an error about an argument. */
  readonly example: Readonly<Record<string, unknown>>
  /** The example for another domain than its own; without it, the same one with that domain. */
  readonly exampleFor?: (domain: Domain) => Readonly<Record<string, unknown>>
  readonly run: Run<never>
}

interface ToolOptions<F extends Fields> extends Omit<Tool, "input" | "run" | "writes" | "annotations"> {
  readonly input: F
  readonly run: Run<ArgumentsOf<F>>
}

const untyped = <F extends Fields>({ input, run, ...tool }: ToolOptions<F>) => ({
  ...tool,
  input: Schema.Struct(input) as unknown as Tool["input"],
  run: run as unknown as Tool["run"]
})

/** A tool that reads. */
export const readTool = <F extends Fields>(tool: ToolOptions<F>): Tool => ({
  ...untyped(tool),
  writes: false,
  annotations: { readOnlyHint: true, openWorldHint: false }
})

/** A tool that writes. */
export const writeTool = <F extends Fields>(annotations: Annotations, tool: ToolOptions<F>): Tool => ({
  ...untyped(tool),
  writes: true,
  annotations: { readOnlyHint: false, ...annotations }
})

/** For tools that read every domain. */
export const everyDomain = () => true

/** The domain that a call names. Its arguments have been checked. */
export const domainOf = (name: string): Effect.Effect<Domain, never, Home> =>
  Effect.map(Home, ({ scope }) => domainNamed(scope, name)!)

/** The range that `when` names in the home time zone. */
export const rangeOf = (
  when: string | undefined,
  standard: string,
  argument = "when"
): Effect.Effect<WhenRange, ToolError, Home> =>
  Effect.flatMap(Home, ({ today }) =>
    Effect.mapError(readWhen(when ?? standard, today), ({ instead }) =>
      badArgument(
        `\`${argument}\` must be today, yesterday, last-7-days, last-30-days, this-week, last-week, this-month, ` +
          "last-month, this-year, last-year, all, a year, a month, a day, or two of those joined by `..`.",
        `Did you mean "${instead}"? Call again with ${argument}="${instead}".`
      )
    )
  )

/** The date filters of the API for a range. */
export const datesOf = ({ from, to }: WhenRange) => ({ from, to })

const allTime = "all time"

/** A range as words for a heading. */
export const wordsOf = ({ from, to }: WhenRange): string =>
  from === null ? allTime : from === to ? from : `${from}..${to ?? ""}`

/** A page of the API's lists. */
interface ApiPage<A> {
  readonly data: ReadonlyArray<A>
  readonly pagination: { readonly total: number }
}

/** Loads rows from a place on, in pages of at most `maxPageSize` rows. */
export const rowsFrom = <A, E, R>(
  { skip }: Place,
  limit: number,
  maxPageSize: number,
  load: (page: { readonly page: number; readonly limit: number }) => Effect.Effect<ApiPage<A>, E, R>
): Effect.Effect<{ readonly rows: ReadonlyArray<A>; readonly total: number }, E, R> =>
  Effect.gen(function* () {
    const size = Math.min(limit, maxPageSize)
    const rows: Array<A> = []
    let page = Math.floor(skip / size)
    const before = skip - page * size
    let total = Infinity
    while (rows.length < before + limit && page * size < total) {
      const loaded = yield* load({ page: page + 1, limit: size })
      rows.push(...loaded.data)
      total = loaded.pagination.total
      page++
    }
    return { rows: rows.slice(before, before + limit), total }
  })

/** Pages that a tool reads at most to filter or count rows itself. */
const maxPages = 200

/** Loads every row of a list. `isComplete` is false if the list is longer than a tool reads. */
export const everyRow = <A, E, R>(
  maxPageSize: number,
  load: (page: { readonly page: number; readonly limit: number }) => Effect.Effect<ApiPage<A>, E, R>
): Effect.Effect<{ readonly rows: ReadonlyArray<A>; readonly isComplete: boolean }, E, R> =>
  Effect.map(
    rowsFrom({ skip: 0 }, maxPageSize * maxPages, maxPageSize, (page) => load({ ...page, limit: maxPageSize })),
    (all) => ({ rows: all.rows, isComplete: all.rows.length >= all.total })
  )

/** The part of a list that stands at a place, where all rows are at hand. Only its own rows are made into items. */
export const partOf = <A extends object>(
  all: ReadonlyArray<A>,
  start: Place,
  limit: number,
  toItems: (rows: ReadonlyArray<A>) => ReadonlyArray<object> = (rows) => rows
): ListPart => ({
  items: toItems(all.slice(start.skip, start.skip + limit)),
  total: all.length,
  start,
  next: start.skip + limit < all.length ? { skip: start.skip + limit } : null
})

/** The same for rows that the API has paged. */
export const listPart = (items: ReadonlyArray<object>, total: number, start: Place): ListPart => ({
  items,
  total,
  start,
  next: items.length > 0 && start.skip + items.length < total ? { skip: start.skip + items.length } : null
})

const pick = (item: Readonly<Record<string, unknown>>, names: ReadonlyArray<string>) =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(item, name)).map((name) => [name, item[name]]))

/** Items of rows. With `fields`, exactly these members, also ones that items leave out. */
export const itemsOf = <A extends object>(
  rows: ReadonlyArray<A>,
  toItem: (row: A, index: number) => object,
  fields: ReadonlyArray<string> | undefined
): ReadonlyArray<object> =>
  rows.map((row, index) => {
    const item = toItem(row, index)
    return fields === undefined
      ? item
      : pick({ ...row, ...item } as Readonly<Record<string, unknown>>, ["id", ...fields])
  })
