import {
  type Kind,
  type LibraryName,
  ListeningCorrections,
  type Named,
  type Play,
  artistsOf,
  foldOf,
  kinds,
  reachOf
} from "@daybook/core/listening"
import type { NewCorrection } from "@daybook/core/corrections"
import { Calendar, type EntityRef } from "@daybook/core/shared"
import { Effect, Layer, Option } from "effect"
import { domainLock } from "../../kit/domainLock.js"
import { type ColumnsOf, instant, number, oneOf, text } from "../../kit/columns.js"
import { every } from "../../kit/query.js"
import { sql } from "../../kit/sql.js"
import { implement } from "../../kit/store.js"
import { nameArtists } from "../artists.js"
import { completeBuckets } from "../completeBuckets.js"
import { countMoved } from "../countMoved.js"
import { keepDiscoveries } from "../discoveries.js"
import { storeSpellings } from "../spellings.js"
import { type Corrected, applyCorrections, touchedRecords } from "./applyCorrections.js"
import { correctionsOf } from "../../corrections/correctionsOf.js"
import { advance, deferPlays, endWaiting, nextPlays, waitingPlays } from "./waitingPlays.js"

const libraryColumns: ColumnsOf<LibraryName> = {
  kind: oneOf(kinds),
  id: number,
  name: text,
  artist: text,
  plays: number,
  firstPlayedAt: instant
}

const playsOf = (kind: Kind, id: string) => sql`(
  SELECT count(*) FROM listening_plays AS play WHERE play.visible AND play.${sql.literal(kind)}_id = ${sql.literal(id)})`

const firstOf = (kind: Kind, id: string) => sql`(
  SELECT min(played_at) FROM listening_plays AS play
  WHERE play.visible AND play.${sql.literal(kind)}_id = ${sql.literal(id)})`

/** Rows of the library with their plays. */
const namesWhere = (kind: Kind, where: ReturnType<typeof every>) => {
  const artistId = sql.literal(kind === "artist" ? "named.id" : "named.artist_id")
  return sql(libraryColumns)`
    SELECT ${kind}::text AS kind, named.id, named.name, artist.name AS artist, ${playsOf(kind, "named.id")} AS plays,
      ${firstOf(kind, "named.id")} AS first_played_at
    FROM ${sql(`listening_${kind}s`)} AS named JOIN listening_artists AS artist ON artist.id = ${artistId}
    WHERE named.heard AND ${where} ORDER BY named.id`
}

const alike = (kind: "album" | "track") => {
  const title = sql.literal(kind === "track" ? "split_part(one.match_name, '|', -1)" : "one.match_name")
  return namesWhere(
    kind,
    sql`named.id IN (
      SELECT unnest(array_agg(one.id)) FROM ${sql(`listening_${kind}s`)} AS one WHERE one.heard
      GROUP BY one.artist_id, ${title} HAVING count(*) > 1)`
  )
}

const named = (name: string): Named => ({ name, mbid: null, url: null })

/**
 * An artist that a correction names belongs to the library without plays until a source reports it. So whether it was
 * named by another correction before decides nothing.
 */
const storeNamed = (corrections: ReadonlyArray<NewCorrection>) => {
  const names = corrections.flatMap(({ object, subject }) =>
    [subject, object].flatMap((key) => (key === null || key["artist_mbid"] !== undefined ? [] : [key["artist"]!]))
  )
  const plays = names.map((name): Play => ({
    ...{ playedAt: 0, precision: "second", artist: named(name), track: named(name), album: null }
  }))
  return storeSpellings(plays)
}

/** Names artists after their plays moved, and keeps the feed's entries of what left the library. */
const concluded = Effect.fn(function* (
  corrected: Corrected,
  played: ReadonlyArray<number>,
  spelled: ReadonlySet<number> = new Set()
) {
  const touched = new Set([...corrected.touched.artist, ...played])
  const changes = yield* nameArtists({ played: touched, spelled }, corrected.changes)
  yield* keepDiscoveries({
    hidden: changes.deleted,
    visible: changes.upserted.map(({ id, kind }) => ({ type: kind, id }))
  })
  return { changes, affected: corrected.plays, touched: touchedRecords(corrected) }
})

const apply = Effect.fn("listening.correct")(function* (concerned: ReadonlyArray<NewCorrection>, atMost?: number) {
  const corrections = yield* correctionsOf("listening")
  const spellings = yield* storeNamed(corrections)
  const fresh = Array.from(spellings.of.values()).flatMap((one) => (one.fresh === null ? [] : [one.artistId]))
  // Nobody played them: what corrections credit to them brings them into the library, and is published.
  if (fresh.length > 0) yield* sql`UPDATE listening_artists SET heard = false WHERE id = ANY(${fresh}::int[])`
  const names = reachOf([...corrections, ...concerned], concerned.flatMap(artistsOf))
  const corrected = yield* applyCorrections(corrections, names, countMoved, { atMost })
  const waiting = corrected.isDeferred ? yield* deferPlays(names) : 0
  const spelled = new Set(Array.from(spellings.of.values(), ({ artistId }) => artistId))
  return { ...(yield* concluded(corrected, [], spelled)), waiting }
})

/** Corrects the next plays that wait. */
const applyNext = Effect.fn("listening.correctNext")(function* (maxPlays: number) {
  const waiting = yield* waitingPlays
  if (Option.isNone(waiting)) return null
  const next = yield* nextPlays(waiting.value, maxPlays)
  if (Option.isNone(next)) {
    yield* endWaiting
    return null
  }
  const { plays, span } = next.value
  const corrections = yield* correctionsOf("listening")
  const names = new Set([...waiting.value.names, ...reachOf(corrections, waiting.value.names)])
  const corrected = yield* applyCorrections(corrections, names, countMoved, { span })
  yield* advance(waiting.value, plays, span)
  const { done, total } = waiting.value
  return { ...(yield* concluded(corrected, corrected.artists)), progress: { done: done + plays, total } }
})

/** How many plays one transaction corrects where the owner need not wait for all of them. */
const playsOfPage = 10_000

/** Corrections with pages of some plays. */
export const layerOf = (maxPlays: number) =>
  Layer.effect(
    ListeningCorrections,
    Effect.gen(function* () {
      const calendar = yield* Calendar
      return yield* implement(ListeningCorrections, {
        has: (kind, key) =>
          Effect.map(
            sql`
            SELECT FROM listening_spellings AS spelling
            WHERE spelling.fold = ${foldOf(key["artist"]!)} AND ${every([
              key["artist_mbid"] === undefined ? null : sql`spelling.mbid = ${key["artist_mbid"].toLowerCase()}`,
              kind === "artist" ? isReported : hasTitle(kind, foldOf(key[kind]!))
            ])} LIMIT 1`,
            (rows) => rows.length > 0
          ),
        apply: (concerned) => domainLock("listening")(apply(concerned)),
        begin: (concerned) => domainLock("listening")(apply(concerned, maxPlays)),
        next: domainLock("listening")(applyNext(maxPlays)),
        areWaiting: Effect.map(waitingPlays, Option.isSome),
        size: Effect.map(
          sql({ artists: number, albums: number, tracks: number, plays: number })`
          SELECT (SELECT count(*) FROM listening_artists WHERE heard) AS artists,
            (SELECT count(*) FROM listening_albums WHERE heard) AS albums,
            (SELECT count(*) FROM listening_tracks WHERE heard) AS tracks,
            (SELECT count(*) FROM listening_plays WHERE visible) AS plays`,
          ([row]) => ({ ...row! })
        ),
        summaries: (records) =>
          Effect.map(
            Effect.forEach(kinds, (kind) => {
              const ids = idsOf(records, kind)
              return ids.length === 0 ? Effect.succeed([]) : namesWhere(kind, sql`named.id = ANY(${ids}::int[])`)
            }),
            (rows) =>
              rows
                .flat()
                .map(({ artist, id, kind, name, plays }) => ({
                  ...{ type: kind, id, name, of: kind === "artist" ? null : artist, count: plays }
                }))
          ),
        artists: sql(libraryColumns)`
        SELECT 'artist' AS kind, artist.id, artist.name, artist.name AS artist, heard.plays, heard.first_played_at
        FROM (
          SELECT artist_id, count(*) AS plays, min(played_at) AS first_played_at
          FROM listening_plays WHERE visible GROUP BY artist_id
        ) AS heard JOIN listening_artists AS artist ON artist.id = heard.artist_id ORDER BY artist.id`,
        alikeTitles: Effect.map(Effect.all([alike("album"), alike("track")]), (rows) => rows.flat()),
        completeCounts: Effect.flatMap(calendar.today, (today) => completeBuckets(today))
      })
    })
  )

export const layer = layerOf(playsOfPage)

const idsOf = (records: ReadonlyArray<EntityRef>, kind: Kind) =>
  records.flatMap(({ id, type }) => (type === kind ? [id] : []))

const isOfArtist = sql`title.reported_artist_id = spelling.artist_id OR title.artist_id = spelling.artist_id`

/** Whether the artist of a spelling has a title. One that only a correction named, also a removed one, has none. */
const isReported = sql`(
  EXISTS (SELECT FROM listening_tracks AS title WHERE ${isOfArtist})
  OR EXISTS (SELECT FROM listening_albums AS title WHERE ${isOfArtist}))`

/**
 * Whether the artist of a spelling, or one that corrections make one with it, has a reported title. The owner names
 * titles as they are shown.
 */
const hasTitle = (kind: "album" | "track", fold: string) => sql`EXISTS (
  SELECT FROM listening_artists AS artist
  JOIN listening_artists AS one ON coalesce(one.stand_in, one.id) = coalesce(artist.stand_in, artist.id)
  JOIN ${sql(`listening_${kind}s`)} AS title
    ON title.fold = ${fold} AND (title.reported_artist_id = one.id OR title.artist_id = one.id)
  WHERE artist.id = spelling.artist_id)`
