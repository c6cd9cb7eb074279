import { type CollectingRecord, CollectingRecords, type Disc, type FilmDetail, type Release, type ReleaseDetail } from "@daybook/core/collecting"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Number } from "effect"
import { storage } from "../storage.js"
import { putCopies, putFiled, putWants } from "./copies.js"
import { dropFilms, heldDiscs, putDiscs } from "./discs.js"
import { locked } from "./locked.js"
import * as Lookups from "./lookups.js"
import { dropUnheld, roads, writeReleases } from "./releases.js"
import { nothingShown, shownOf } from "./shown.js"
import { missingFrom } from "./whole.js"
import { idsOf, nothing, sum, type Written } from "./Written.js"

type Tagged<Tag extends CollectingRecord["_tag"]> = Extract<CollectingRecord, { readonly _tag: Tag }>

const only = <Tag extends CollectingRecord["_tag"]>(records: ReadonlyArray<CollectingRecord>, tag: Tag): ReadonlyArray<Tagged<Tag>> =>
  records.filter((record): record is Tagged<Tag> => record._tag === tag)

export const layer = Layer.effect(CollectingRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const writing = <A, E, R>(operation: string, effect: Effect.Effect<A, E, R>) => storage(`CollectingRecords.${operation}`)(locked(sql)(effect))

  const answer = Effect.fn(function*({ discs, releases, ...applied }: Written) {
    return { ...applied, shown: yield* shownOf(sql, releases, discs) }
  })

  const writeValue = (source: string, cents: number | null) => sql`
    INSERT INTO collecting_values (source, cents) VALUES (${source}, ${cents}) ON CONFLICT (source) DO UPDATE SET cents = excluded.cents
    WHERE collecting_values.cents IS DISTINCT FROM excluded.cents RETURNING source`

  const put = Effect.fn(function*(source: string, records: ReadonlyArray<CollectingRecord>) {
    const copies = yield* putCopies(sql, only(records, "Copy"))
    const filed = yield* putFiled(sql, only(records, "FiledCopy"))
    const wants = yield* putWants(sql, only(records, "Want"))
    const discs = yield* putDiscs(sql, source, only(records, "Disc"))
    const values = yield* Effect.forEach(only(records, "Value"), ({ cents }) => writeValue(source, cents))
    // Last, so that what the same page brought counts as stored.
    const missing = yield* Effect.forEach(only(records, "Whole"), (whole) => missingFrom(sql, source, whole))
    return { ...(yield* answer(sum([copies, filed, wants, discs, { ...nothing, missing: missing.flat() }]))), valued: values.flat().length > 0 }
  })

  const remove = Effect.fn(function*(source: string | null, keys: ReadonlyArray<string>) {
    const held = (table: "collecting_copies" | "collecting_wants", ids: ReadonlyArray<number>) =>
      ids.length === 0
        ? Effect.succeed([])
        : sql<{ id: number; releaseId: number }>`DELETE FROM ${sql(table)} WHERE id = ANY(${ids}::int[]) RETURNING id, release_id`
    const releases = [...yield* held("collecting_copies", idsOf("copy", keys)), ...yield* held("collecting_wants", idsOf("want", keys))]
    const discs = yield* sql<{ id: number; filmId: number }>`
      DELETE FROM collecting_discs WHERE id = ANY(${idsOf("disc", keys)}::int[]) AND (${source}::text IS NULL OR source = ${source}) RETURNING id, film_id`
    const left = [...new Set(releases.map(({ releaseId }) => releaseId))]
    yield* dropUnheld(sql, left)
    yield* dropFilms(sql, discs.map(({ filmId }) => filmId))
    const goneReleases = releases.map(({ id }) => id)
    const goneDiscs = discs.map(({ id }) => id)
    // A second copy takes the place of the first in the feed.
    return { removed: releases.length + discs.length, shown: { ...(yield* shownOf(sql, left, [])), goneReleases, goneDiscs } }
  })

  const describeRelease = Effect.fn(function*(release: Release, detail: ReleaseDetail) {
    const stored = yield* sql`
      UPDATE collecting_releases SET tracklist = ${JSON.stringify(detail.tracklist)}::jsonb, country = ${detail.country}, have = ${detail.have},
        want = ${detail.want}, lowest_price = ${detail.lowestPrice}, for_sale = ${detail.forSale}, notes = ${detail.notes}
      WHERE id = ${release.id} RETURNING id`
    if (stored.length === 0) return nothingShown
    return yield* shownOf(sql, yield* writeReleases(sql, [release], roads.described), [])
  })

  const describeFilm = Effect.fn(function*(id: number, detail: FilmDetail) {
    yield* sql`
      UPDATE collecting_films SET runtime = ${detail.runtime}, tmdb_rating = ${detail.tmdbRating}, tagline = ${detail.tagline}, summary = ${detail.summary},
        content_rating = ${detail.contentRating}, poster = ${detail.poster},
        genres = ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(detail.genres)}::jsonb))
      WHERE id = ${id}`
    const discs = yield* sql<{ id: number }>`SELECT id FROM collecting_discs WHERE film_id = ${id}`
    return yield* shownOf(sql, [], discs.map((disc) => disc.id))
  })

  const lists = (source: string) =>
    Effect.map(
      source === "discogs"
        ? sql<{ list: string; count: number }>`
            SELECT 'copy' AS list, count(*) AS count FROM collecting_copies UNION ALL SELECT 'want', count(*) FROM collecting_wants`
        : sql<{ list: string; count: number }>`SELECT 'disc' AS list, count(*) AS count FROM collecting_discs WHERE source = ${source}`,
      (rows) => new Map(rows.map(({ count, list }) => [list, count]))
    )

  return {
    put: (source, records) => writing("put", put(source, records)),
    remove: (source, keys) => writing("remove", remove(source, keys)),
    count: (source) => storage("CollectingRecords.count")(Effect.map(lists(source), (counts) => Number.sumAll(counts.values()))),
    lists: (source) => storage("CollectingRecords.lists")(lists(source)),
    keepDisc: (disc: Disc) => writing("keepDisc", Effect.flatMap(putDiscs(sql, "manual", [disc]), answer)),
    removeDisc: (id) => writing("removeDisc", Effect.map(remove(null, [`disc:${id}`]), ({ shown }) => shown)),
    heldDisc: (id) => storage("CollectingRecords.heldDisc")(Effect.map(heldDiscs(sql, { id }), ([disc]) => disc ?? null)),
    discsOf: (film) => storage("CollectingRecords.discsOf")(heldDiscs(sql, { film })),
    instancesOf: (releaseId) =>
      storage("CollectingRecords.instancesOf")(Effect.map(
        sql<{ instance: number }>`SELECT instance FROM collecting_copies WHERE release_id = ${releaseId} AND instance IS NOT NULL ORDER BY instance`,
        (rows) => rows.map(({ instance }) => instance)
      )),
    due: (lookUp, limit) => storage("CollectingRecords.due")(Lookups.due(sql, lookUp, limit)),
    dueCount: (lookUp) => storage("CollectingRecords.dueCount")(Lookups.dueCount(sql, lookUp)),
    settleLookUp: (lookUp, subject, until, found) => storage("CollectingRecords.settleLookUp")(Lookups.settle(sql, lookUp, subject, until, found)),
    describeRelease: (release, detail) => writing("describeRelease", describeRelease(release, detail)),
    describeFilm: (id, detail) => writing("describeFilm", describeFilm(id, detail))
  }
}))
