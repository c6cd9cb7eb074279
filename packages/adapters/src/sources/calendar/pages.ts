import type { Mention } from "@daybook/core/attending"
import { addDays, type Days } from "@daybook/core/shared"
import type { Page } from "@daybook/core/sync"
import { Option, Stream } from "effect"
import { dateOf } from "../clocks/WallClock.js"

const perPage = 500

/** True of what takes place on one of some days, or may do so: of an instant alone nobody can say here on which day it is. */
export const isWithin = ({ from, to }: Days) => ({ at, date, lastDate }: Mention): boolean => {
  const day = date ?? (at === null ? null : dateOf(at))
  if (day === null) return false
  const around = date === null ? 1 : 0
  return (from === null || addDays(lastDate ?? day, around) >= from) && (to === null || addDays(day, -around) <= to)
}

/** Mentions in pages; the last one tells what is gone and where to go on. */
export const pagesOf = (mentions: ReadonlyArray<Mention>, gone: ReadonlyArray<string>, cursor: string | null): Stream.Stream<Page<Mention>> => {
  const count = Math.max(1, Math.ceil(mentions.length / perPage))
  return Stream.fromIterable(Array.from({ length: count }, (_, index): Page<Mention> => ({
    records: mentions.slice(index * perPage, (index + 1) * perPage),
    gone: index === count - 1 ? gone : [],
    covers: Option.none(),
    cursor: index === count - 1 ? Option.fromNullable(cursor) : Option.none(),
    total: Option.some(mentions.length)
  })))
}
