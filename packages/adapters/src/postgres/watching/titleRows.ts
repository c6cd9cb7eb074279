import { type Director, type IdScheme, type TitleRecord, details, sortTitle } from "@daybook/core/watching"
import { type Column, type RowOf, json, nullable, number, text, texts } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { table } from "../kit/table.js"
import { titleKind } from "./rows.js"

/** Such as the ids of directors: `integer[]`. */
const integers: Column<ReadonlyArray<number>> = {
  holds: "an array of numbers",
  is: (value): value is ReadonlyArray<number> => Array.isArray(value),
  array: texts.array,
  encode: (value) => JSON.stringify(value),
  cast: (element) => `${texts.cast(element)}::int[]`
}

export const titles = table("watching_titles", {
  kind: titleKind,
  reportedTitle: text,
  matchTitle: text,
  year: nullable(number),
  namedBy: number,
  describedBy: number,
  ...columnsOf(details),
  directors: texts,
  /** A person without an id is stored under 0. */
  directorIds: integers
})
export const writtenTitles = table(titles.name, { ...titles.columns, reportedSortTitle: text })

export const storedTitleColumns = {
  ...titles.columns,
  id: number,
  ids: nullable(json<ReadonlyArray<readonly [IdScheme, string]>>())
}

export const toRecord = ({
  describedBy,
  directorIds,
  directors,
  id,
  ids,
  kind,
  matchTitle,
  namedBy,
  reportedTitle,
  year,
  ...details
}: RowOf<typeof storedTitleColumns>): TitleRecord => ({
  id,
  kind,
  title: reportedTitle,
  matchTitle,
  year,
  namedBy,
  describedBy,
  details: {
    ...details,
    directors: directors.map((name, place): Director => ({ name, id: directorIds[place] || null }))
  },
  ids: (ids ?? []).reduce(
    (all, [scheme, value]) => all.set(scheme, (all.get(scheme) ?? new Set()).add(value)),
    new Map<IdScheme, Set<string>>()
  ),
  newIds: [],
  changed: false
})

export const toRow = ({ details, title, ...record }: TitleRecord) => ({
  ...record,
  ...details,
  reportedTitle: title,
  reportedSortTitle: sortTitle(title),
  directors: details.directors.map(({ name }) => name),
  directorIds: details.directors.map(({ id }) => id ?? 0)
})
