import { CollectingCorrections, isFilmNamed, isReleaseNamed, mediaTypes, namesMedium } from "@daybook/core/collecting"
import { type NewCorrection, type RecordKey, contradicts } from "@daybook/core/corrections"
import type { EntityRef } from "@daybook/core/shared"
import { Effect, Layer } from "effect"
import { sortName } from "../entities.js"
import { nullable, number, oneOf, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { matches } from "./albumMatches.js"
import { publishableOf } from "./changes.js"
import { correctItems, itemsNamed } from "./corrected.js"
import { isMovie, tallies } from "./filmMatches.js"
import { shownCopies, shownDiscs, shownWants } from "./rows.js"
import { correctionsOf } from "../corrections/correctionsOf.js"

const has = Effect.fn("collecting.hasRecord")(function* (type: string, key: RecordKey) {
  const isAny = (rows: ReadonlyArray<unknown>) => rows.length > 0
  if (type === "album")
    return isAny(
      yield* sql`
      SELECT FROM listening_artists AS artist JOIN listening_albums AS album ON album.artist_id = artist.id
      WHERE artist.sort_name = ${sortName(key["artist"] ?? "")} AND album.sort_name = ${sortName(key["album"] ?? "")}
        AND album.heard LIMIT 1`
    )
  if (type === "movie") return isAny(yield* sql`SELECT FROM watching_titles AS title WHERE ${isMovie(key)} LIMIT 1`)
  const { films, releases } = yield* itemsNamed([{ ...anyOf(type), subject: key }])
  if (type === "release") return isAny(releases)
  const discs = yield* sql({ mediaType: oneOf(mediaTypes) })`
    SELECT media_type FROM collecting_discs WHERE film_id = ANY(${films.map(({ id }) => id)}::int[])`
  return discs.some(({ mediaType }) => namesMedium(key, mediaType))
})

const anyOf = (type: string) =>
  ({ domain: "collecting", kind: "hide", type, object: null, value: null, reason: null }) as const

const stateColumns = {
  id: number,
  type: oneOf(["release", "media"]),
  name: text,
  of: nullable(text),
  count: number,
  /** What it is one with in another domain. */
  match: nullable(number)
}

/** Copies and wants with the plays of their albums, and discs with the viewings of their films. None is hidden. */
const statesOf = Effect.fn("collecting.statesOf")(function* (items: ReadonlyArray<EntityRef>) {
  const ids = (type: string) => items.flatMap((one) => (one.type === type ? [one.id] : []))
  const copiesAndWants = sql`(
    SELECT id, release_id FROM ${shownCopies} AS copy UNION ALL SELECT id, release_id FROM ${shownWants} AS want
  )`
  const releases = sql`SELECT release_id FROM ${copiesAndWants} AS held WHERE id = ANY(${ids("release")}::int[])`
  const films = sql`SELECT film_id FROM collecting_discs WHERE id = ANY(${ids("media")}::int[])`
  return yield* sql(stateColumns)`
    WITH ${yield* matches(releases)}, tally AS MATERIALIZED (
      ${tallies(sql`(SELECT * FROM collecting_films WHERE id IN (${films}))`)}
    )
    SELECT held.id, 'release' AS type, release.title AS name, (
        SELECT string_agg(shown, ', ' ORDER BY place) FROM collecting_credits WHERE release_id = release.id
      ) AS of, CASE WHEN matched.album_id IS NULL THEN 0 ELSE matched.plays END AS count, matched.album_id AS match
    FROM ${copiesAndWants} AS held JOIN collecting_releases AS release ON release.id = held.release_id
    LEFT JOIN matched ON matched.release_id = release.id
    WHERE held.id = ANY(${ids("release")}::int[])
    UNION ALL
    SELECT disc.id, 'media', film.title, NULL, coalesce(tally.watches, 0), NULL
    FROM ${shownDiscs} AS disc JOIN collecting_films AS film ON film.id = disc.film_id
    LEFT JOIN tally ON tally.film_id = film.id
    WHERE disc.id = ANY(${ids("media")}::int[])
    ORDER BY type, id`
})

const refColumns = { id: number, type: oneOf(["release", "media"]) }

const apply = Effect.fn("collecting.correct")(function* (concerned: ReadonlyArray<NewCorrection>) {
  const { films, releases } = yield* itemsNamed(concerned)
  const releaseIds = releases.map(({ id }) => id)
  const filmIds = films.map(({ id }) => id)
  const touched: ReadonlyArray<EntityRef> = yield* sql(refColumns)`
    SELECT id, 'release' AS type FROM collecting_copies WHERE release_id = ANY(${releaseIds}::int[])
    UNION ALL SELECT id, 'release' FROM collecting_wants WHERE release_id = ANY(${releaseIds}::int[])
    UNION ALL SELECT id, 'media' FROM collecting_discs WHERE film_id = ANY(${filmIds}::int[])`
  const keyOf = ({ id, type }: EntityRef) => `${type} ${id}`
  const states = Effect.map(
    statesOf(touched),
    (rows) => new Map(rows.map((row) => [keyOf(row), JSON.stringify([row.name, row.count, row.match])]))
  )
  const before = yield* states
  const { concealed } = yield* correctItems(releases, films, yield* correctionsOf("collecting"))
  const after = yield* states
  const changed = touched.filter((one) => before.get(keyOf(one)) !== after.get(keyOf(one)))
  const discs = touched.flatMap(({ id, type }) => (type === "media" ? [id] : []))
  return { changes: { ...(yield* publishableOf(releaseIds, discs)), concealed }, affected: changed.length, touched }
})

/** An item has one title, by whichever of its keys a correction gives it. */
const conflict = Effect.fn("collecting.conflict")(function* (added: NewCorrection) {
  if (added.kind !== "name") return null
  const { films, releases } = yield* itemsNamed([added])
  const earlier = (yield* correctionsOf("collecting")).find(
    (one) =>
      one.kind === "name" &&
      (releases.some((release) => isReleaseNamed([one], release)) || films.some((film) => isFilmNamed([one], film)))
  )
  return earlier === undefined ? null : contradicts(added, earlier, "remove that one first")
})

export const layer = Layer.effect(
  CollectingCorrections,
  implement(CollectingCorrections, {
    has,
    conflict,
    apply: (concerned) => domainLock("collecting")(apply(concerned)),
    size: Effect.map(
      sql({ records: number, wants: number, discs: number })`
        SELECT (SELECT count(*) FROM ${shownCopies} AS copy) AS records,
          (SELECT count(*) FROM ${shownWants} AS want) AS wants,
          (SELECT count(*) FROM ${shownDiscs} AS disc) AS discs`,
      ([row]) => ({ ...row! })
    ),
    summaries: (records) =>
      Effect.map(statesOf(records), (rows) =>
        rows.map(({ count, id, name, of, type }) => ({ type, id, name, of, count }))
      )
  })
)
