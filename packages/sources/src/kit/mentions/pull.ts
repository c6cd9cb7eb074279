import type { Mention } from "@daybook/core/attending"
import { addDays, type Days } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Option, Stream } from "effect"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import { dateOf } from "../WallClock.js"

const perPage = 500

/** Whether a mention is, or may be, within some days. An instant alone does not determine its local day. */
export const isWithin =
  ({ from, to }: Days) =>
  ({ at, date, lastDate }: Mention): boolean => {
    const day = date ?? (at === null ? null : dateOf(at))
    if (day === null) return false
    const around = date === null ? 1 : 0
    return (from === null || addDays(lastDate ?? day, around) >= from) && (to === null || addDays(day, -around) <= to)
  }

/** Mentions in pages. The last page has the deleted keys and the cursor. */
export const pagesOf = (
  mentions: ReadonlyArray<Mention>,
  deletedKeys: ReadonlyArray<string>,
  cursor: string | null
): Stream.Stream<Page<Mention>> => {
  const count = Math.max(1, Math.ceil(mentions.length / perPage))
  return Stream.fromIterable(
    Array.from({ length: count }, (_, index): Page<Mention> => ({
      records: mentions.slice(index * perPage, (index + 1) * perPage),
      deleted: index === count - 1 ? deletedKeys : [],
      covers: Option.none(),
      cursor: index === count - 1 ? Option.fromNullable(cursor) : Option.none(),
      total: Option.some(mentions.length)
    }))
  )
}

/** Pulls mentions: changes or everything, or only some days. */
export interface Pull {
  readonly pull: (request: PullRequest) => Stream.Stream<Page<Mention>, SourceFailure, DocumentParser>
  readonly pullDays: (days: Days) => Stream.Stream<Page<Mention>, SourceFailure, DocumentParser>
  readonly mayListNothing?: boolean
}
