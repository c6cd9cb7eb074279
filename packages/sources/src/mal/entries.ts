import { Chunk, Stream } from "effect"
import { Parser } from "htmlparser2"

/** The elements of an entry that are read. Comments and tags are the person's own and are not. */
const elements = new Set([
  "series_animedb_id",
  "series_title",
  "series_type",
  "series_episodes",
  "my_watched_episodes",
  "my_finish_date",
  "my_score",
  "my_status",
  "my_times_watched"
])

/** Characters of an element's text. A longer one is no title. */
const maxTextLength = 2_000

/** An entry of the list: what is in its elements. Null for one without an end. */
export type ListEntry = { readonly kind: "anime" | "manga"; readonly values: ReadonlyMap<string, string> } | null

const makeReader = () => {
  let entries: Array<ListEntry> = []
  let values: Map<string, string> | null = null
  let field: string | null = null
  let isWhole = false
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (name === "anime" || name === "manga") values = new Map()
        field = values !== null && elements.has(name) ? name : null
        if (field !== null) values?.set(field, "")
      },
      // CDATA is text as well.
      ontext: (text) => {
        const before = field === null ? undefined : values?.get(field)
        if (field !== null && before !== undefined) values?.set(field, (before + text).slice(0, maxTextLength))
      },
      onclosetag: (name, isImplied) => {
        field = null
        if ((name === "anime" || name === "manga") && values !== null) {
          entries.push(isImplied ? null : { kind: name, values })
          values = null
        }
        isWhole ||= name === "myanimelist"
      }
    },
    { xmlMode: true }
  )
  return {
    feed: (part: string): Array<ListEntry> => {
      entries = []
      parser.write(part)
      return entries
    },
    isWhole: () => isWhole
  }
}

/** The entries of a streamed list, in bounded memory. Calls `cutShort` if it has no end. */
export const listEntries = <E, R>(
  text: Stream.Stream<string, E, R>,
  cutShort: () => void
): Stream.Stream<ListEntry, E, R> =>
  Stream.suspend(() => {
    const { feed, isWhole } = makeReader()
    return Stream.mapConcatChunk(text, (part) => Chunk.unsafeFromArray(feed(part))).pipe(
      Stream.concat(
        Stream.drain(
          Stream.sync(() => {
            if (!isWhole()) cutShort()
          })
        )
      )
    )
  })
