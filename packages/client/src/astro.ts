import { paths } from "./site/paths.js"
import { type SiteAnswer, type SiteOptions, readPath } from "./site/read.js"
import type { Answer, Operation } from "./site.js"

/** What Astro gives a loader, as far as these use it (docs.astro.build/en/reference/content-loader-reference). */
export interface LoaderContext {
  readonly store: {
    readonly set: (entry: { id: string; data: Record<string, unknown>; digest?: string }) => boolean
    readonly delete: (id: string) => void
    readonly clear: () => void
    readonly keys: () => Array<string>
  }
  readonly meta: {
    readonly get: (key: string) => string | undefined
    readonly set: (key: string, value: string) => void
    readonly delete: (key: string) => void
  }
  readonly logger: { readonly info: (text: string) => void; readonly warn: (text: string) => void }
  readonly parseData: <A extends Record<string, unknown>>(props: { id: string; data: A }) => Promise<A>
  readonly generateDigest: (data: Record<string, unknown> | string) => string
}

/** A loader of a content collection. */
export interface Loader {
  readonly name: string
  readonly load: (context: LoaderContext) => Promise<void>
}

/** Records by kind, and the operations that answer one of them. */
interface RecordOperations {
  readonly artist: "listening.artist"
  readonly album: "listening.album"
  readonly track: "listening.track"
  readonly movie: "watching.movie"
  readonly show: "watching.show"
  readonly release: "collecting.record"
  readonly disc: "collecting.disc"
  readonly article: "reading.article"
  readonly highlight: "reading.highlight"
  readonly event: "attending.event"
  readonly venue: "attending.venue"
}

/** The data of an entry of a kind of records: `RecordOf<"movie">`. */
export type RecordOf<Kind extends keyof RecordOperations> = Answer<RecordOperations[Kind]>

/** The data of an entry of a list: `ItemOf<"running.recent">`. */
export type ItemOf<O extends Operation> =
  Answer<O> extends { readonly data?: ReadonlyArray<infer Item> | undefined } ? Item : never

interface Change {
  readonly op: "upsert" | "delete"
  readonly id: string
  readonly href: string | null
}

interface ChangePage {
  readonly data: ReadonlyArray<Change>
  readonly cursor: string
  readonly has_more: boolean
}

/** Which records a collection has. */
export interface ChangesOptions extends SiteOptions {
  /** Only these domains, such as `["watching"]`. */
  readonly domains?: ReadonlyArray<string>
  /** Only these kinds of records, such as `["movie"]`. */
  readonly types?: ReadonlyArray<string>
}

const objectIn = ({ text }: SiteAnswer): Record<string, unknown> => JSON.parse(text)

const putEntry = async (
  { generateDigest, parseData, store }: LoaderContext,
  id: string,
  record: Record<string, unknown>
) => {
  const data = await parseData({ id, data: record })
  store.set({ id, data, digest: generateDigest(data) })
}

const applyChange = async (options: SiteOptions, context: LoaderContext, { href, id, op }: Change) => {
  if (op === "delete" || href === null) return context.store.delete(id)
  const answer = await readPath(options, href, { expected: [404] })
  // It was deleted meanwhile.
  if (answer.status === 404) return context.store.delete(id)
  await putEntry(context, id, objectIn(answer))
}

const historyGone = 410

/**
 * A collection of records that a build keeps up to date: it reads what changed since the last one, and deletes what was
 * deleted. Needs a read key without a lens, which stays on the machine that builds. `daybookList` takes publishable
 * keys.
 */
export const daybookLoader = (options: ChangesOptions): Loader => ({
  name: "daybook",
  load: async (context) => {
    const { meta, store } = context
    const filter = new URLSearchParams({ limit: "1000" })
    if (options.domains !== undefined) filter.set("domain", options.domains.join(","))
    if (options.types !== undefined) filter.set("type", options.types.join(","))
    const from = `${options.url}?${filter}`
    const isSame = meta.get("from") === from
    let since = (isSame ? meta.get("cursor") : undefined) ?? "0"
    let listed: Set<string> | undefined = since === "0" ? new Set() : undefined
    let count = 0
    for (let hasMore = true; hasMore;) {
      const path = `/v1/changes?${filter}&since=${encodeURIComponent(since)}`
      const answer = await readPath(options, path, { expected: since === "0" ? [] : [historyGone] })
      if (answer.status === historyGone) {
        // The history does not reach back so far: what the new listing lacks is gone.
        since = "0"
        listed = new Set()
        continue
      }
      const page = JSON.parse(answer.text) as ChangePage
      for (const change of page.data) {
        await applyChange(options, context, change)
        if (change.op === "upsert") listed?.add(change.id)
        count++
      }
      since = page.cursor
      hasMore = page.has_more
    }
    if (listed !== undefined) for (const id of store.keys()) if (!listed.has(id)) store.delete(id)
    meta.set("from", from)
    meta.set("cursor", since)
    context.logger.info(`${count} changes`)
  }
})

/** Which list a collection has. */
export interface ListOptions extends SiteOptions {
  /** An operation that answers a list in `data`, such as `running.recent`. */
  readonly operation: Operation
  /** Its query parameters, such as `{ limit: "50" }`. */
  readonly query?: Readonly<Record<string, string>>
  /** The id of an entry; its `id` by default, else its place in the list. */
  readonly idOf?: (item: Readonly<Record<string, unknown>>, index: number) => string
}

const idIn = (item: Readonly<Record<string, unknown>>, index: number): string => String(item["id"] ?? index)

/**
 * A collection of a list that a lens shows, for publishable keys too. A list that did not change since the last build
 * is not read again.
 */
export const daybookList = (options: ListOptions): Loader => ({
  name: "daybook-list",
  load: async (context) => {
    const { meta, store } = context
    const { idOf = idIn, operation, query = {} } = options
    const path = `${paths[operation]}?${new URLSearchParams(query)}`
    const from = `${options.url}${path}`
    const etag = meta.get("from") === from ? meta.get("etag") : undefined
    const answer = await readPath(options, path, { etag })
    if (answer.status === 304) return context.logger.info("unchanged")
    const { data } = objectIn(answer)
    const items = Array.isArray(data) ? (data as ReadonlyArray<Record<string, unknown>>) : []
    const ids = new Set(items.map(idOf))
    for (const id of store.keys()) if (!ids.has(id)) store.delete(id)
    for (const [index, item] of items.entries()) await putEntry(context, idOf(item, index), item)
    meta.set("from", from)
    if (answer.etag === null) meta.delete("etag")
    else meta.set("etag", answer.etag)
    context.logger.info(`${items.length} entries`)
  }
})
