import { type ChangeOp, logRecords } from "@daybook/core/changes"
import {
  type CollectingChanges,
  type PublishableDisc,
  type PublishableRelease,
  mediaTypes
} from "@daybook/core/collecting"
import { noChanges } from "@daybook/core/publishing"
import type { PageResult } from "@daybook/core/sync"
import { Effect } from "effect"
import { number, text, texts, nullable, instant, boolean, oneOf, type ColumnsOf } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { discsWithFilms, shownCopies, shownWants } from "./rows.js"

/** The result of a write: counts, sync keys, and the releases to publish. */
export interface CopyChanges extends PageResult {
  /** Releases that are new or changed, or that have a new or changed copy or want. */
  readonly releases: ReadonlyArray<number>
  readonly discs: ReadonlyArray<number>
}

export const nothing: CopyChanges = { added: 0, changed: 0, present: [], missing: [], releases: [], discs: [] }

export const sum = (parts: ReadonlyArray<CopyChanges>): CopyChanges =>
  parts.reduce(
    (all, part) => ({
      added: all.added + part.added,
      changed: all.changed + part.changed,
      present: [...all.present, ...part.present],
      missing: [...all.missing, ...part.missing],
      releases: [...all.releases, ...part.releases],
      discs: [...all.discs, ...part.discs]
    }),
    nothing
  )

/** Sync keys of rows: the table and the id. */
export const keyOf = {
  copy: (id: number) => `copy:${id}`,
  want: (id: number) => `want:${id}`,
  disc: (id: number) => `disc:${id}`
}

/** The ids of the keys of one kind. */
export const idsOf = (kind: keyof typeof keyOf, keys: ReadonlyArray<string>): ReadonlyArray<number> =>
  keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [Number(key.slice(kind.length + 1))] : []))

const publishableReleaseColumns: ColumnsOf<Omit<PublishableRelease, "type">> = {
  id: number,
  releaseId: number,
  title: text,
  artists: texts,
  artist: text,
  year: nullable(number),
  genres: texts,
  labels: texts,
  picture: nullable(text),
  addedAt: nullable(instant),
  owned: boolean,
  first: boolean
}

const publishableDiscColumns: ColumnsOf<Omit<PublishableDisc, "type">> = {
  id: number,
  title: text,
  year: nullable(number),
  mediaType: oneOf(mediaTypes),
  tmdbId: nullable(number),
  imdbId: nullable(text),
  genres: texts,
  summary: nullable(text),
  poster: nullable(text)
}

type HeldRows = ReadonlyArray<{ readonly id: number }>

/** Logs changes of copies, wants and discs. */
export const logHeld = (
  op: ChangeOp,
  rowsOf: { readonly release: HeldRows; readonly want: HeldRows; readonly disc: HeldRows }
) =>
  logRecords(
    Object.entries<HeldRows>(rowsOf).flatMap(([type, rows]) =>
      rows.map(({ id }) => ({ domain: "collecting", type, id: String(id), op }))
    )
  )

/** Copies and wants of some releases, and some discs, for publication. They count as changed. */
export const publishableOf = Effect.fn("collecting.publishableOf")(function* (
  releaseIds: ReadonlyArray<number>,
  discIds: ReadonlyArray<number>
) {
  const releases =
    releaseIds.length === 0
      ? []
      : yield* sql(publishableReleaseColumns)`
          SELECT held.id, release.id AS release_id, title, year, genres, picture, held.added_at, held.owned, held.first,
            ARRAY(SELECT shown FROM collecting_credits WHERE release_id = release.id ORDER BY place) AS artists,
            coalesce(
              (SELECT name FROM collecting_credits WHERE release_id = release.id AND NOT nobody ORDER BY place LIMIT 1),
              (SELECT name FROM collecting_credits WHERE release_id = release.id ORDER BY place LIMIT 1), ''
            ) AS artist,
            ARRAY(SELECT label ->> 'name' FROM jsonb_array_elements(labels) AS label) AS labels
          FROM (
            SELECT id, release_id, added_at, true AS owned,
              row_number() OVER (PARTITION BY release_id ORDER BY added_at NULLS LAST, id) = 1 AS first
            FROM ${shownCopies} AS copy WHERE release_id = ANY(${releaseIds}::int[])
            UNION ALL SELECT id, release_id, added_at, false, false
            FROM ${shownWants} AS want WHERE release_id = ANY(${releaseIds}::int[])
          ) AS held
          JOIN collecting_releases AS release ON release.id = held.release_id
          ORDER BY held.added_at NULLS FIRST, held.id`
  const discs =
    discIds.length === 0
      ? []
      : yield* sql(publishableDiscColumns)`
          SELECT disc.id, title, year, media_type, tmdb_id, imdb_id, genres, summary, poster
          FROM ${discsWithFilms}
          WHERE disc.id = ANY(${discIds}::int[]) ORDER BY disc.id`
  yield* logHeld("upsert", {
    release: releases.filter(({ owned }) => owned),
    want: releases.filter(({ owned }) => !owned),
    disc: discs
  })
  return {
    ...noChanges,
    upserted: [
      ...releases.map((release) => ({ type: "release", ...release }) as const),
      ...discs.map((disc) => ({ type: "media", ...disc }) as const)
    ]
  } satisfies CollectingChanges
})
