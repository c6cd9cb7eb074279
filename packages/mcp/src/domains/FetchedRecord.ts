import { withoutImages } from "../kit/project.js"

/** One record whole, as `fetch` tells it. */
export interface FetchedRecord {
  readonly title: string
  readonly url: string | null
  readonly facts: Readonly<Record<string, unknown>>
  /** What other people wrote: it stands between marks, and long text comes by the piece. */
  readonly foreign?: string | null
}

export const includes = [
  "splits",
  "tracks",
  "albums",
  "similar",
  "viewings",
  "seasons",
  "highlights",
  "box_score",
  "setlist",
  "games"
] as const
type Include = (typeof includes)[number]

export type Included = (part: Include) => boolean

/** Facts of a record. Its id is the one of the answer. */
export const plain = (value: object): Readonly<Record<string, unknown>> => {
  const { id: _, ...facts } = withoutImages(value) as Record<string, unknown>
  return facts
}

export const names = (id: string, rows: ReadonlyArray<{ readonly id: number }>) =>
  rows.map((row) => ({ ...plain(row), id: `${id}/${row.id}` }))
