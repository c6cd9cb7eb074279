import type { Mention } from "@daybook/core/attending"
import type { Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { wholeList } from "../lists/wholeList.js"
import { readable, type SetListFm } from "./SetListFm.js"
import { toMention } from "./toConcert.js"

/** All time there is, for a list that is read as a whole. */
const ever = { from: Date.parse("0001-01-01T00:00:00Z"), to: Date.parse("9999-12-31T00:00:00Z") }

type Row = { readonly mention: Mention } | { readonly keys: ReadonlyArray<string> }

/**
 * The concerts that the person marked as attended. They are stored as they come; only once the whole list was seen
 * unmoved, the last page says it again as all there is, so that marks that were taken back go.
 */
export const attended = (setlistfm: SetListFm, username: string): Stream.Stream<Page<Mention>, SourceFailure> =>
  Stream.suspend(() => {
    const seen = new Map<string, Mention>()
    return wholeList<Row>({
      name: "setlist.fm's list of attended concerts",
      part: (page) => setlistfm.attended(username, page),
      read: (row) => {
        const mention = Option.match(readable(row), { onNone: () => null, onSome: toMention })
        return mention === null ? null : { name: mention.key, key: mention.key, records: [{ mention }] }
      },
      whole: (keys) => ({ keys })
    }).pipe(Stream.mapEffect((page) => Effect.sync(() => pageOf(page, seen))))
  })

const pageOf = (page: Page<Row>, seen: Map<string, Mention>): Page<Mention> => {
  const records = page.records.flatMap((row) => "mention" in row ? [row.mention] : [])
  for (const mention of records) seen.set(mention.key, mention)
  const whole = page.records.flatMap((row) => "keys" in row ? [row.keys] : [])[0]
  if (whole === undefined) return { ...page, records }
  return { ...page, records: whole.flatMap((key) => seen.get(key) ?? []), covers: Option.some(ever) }
}
