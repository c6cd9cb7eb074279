import { SqlClient } from "@effect/sql"
import {
  CollectingRecords,
  CollectingStore,
  type CollectingRecord,
  collectingRules,
  publishChanges
} from "@daybook/core/collecting"
import type { NewCorrection, RecordKey } from "@daybook/core/corrections"
import { ListeningRecords } from "@daybook/core/listening"
import { always } from "@daybook/core/shared"
import { Effect, FastCheck as fc } from "effect"
import { albums, discKeys, films, movies, plays, releaseKeys, releases } from "../collectingLinks.js"
import { historiesOf, withoutConflict } from "../correctionProperties.js"
import { wipe } from "../model/database.js"

const start = Date.UTC(2025, 2, 1, 9)
const day = 86_400_000

/** A copy or a want of a release, or a disc of a film. */
type Item =
  | { readonly of: "copy"; readonly release: number; readonly instance: number }
  | { readonly of: "want"; readonly release: number }
  | { readonly of: "disc"; readonly film: number; readonly mediaType: "dvd" | "bluray" }

const release = fc.nat({ max: releases.length - 1 })
export const item: fc.Arbitrary<Item> = fc.oneof(
  fc.record({ of: fc.constant("copy" as const), release, instance: fc.nat({ max: 1 }) }),
  fc.record({ of: fc.constant("want" as const), release }),
  fc.record({
    of: fc.constant("disc" as const),
    film: fc.nat({ max: films.length - 1 }),
    mediaType: fc.constantFrom("dvd" as const, "bluray" as const)
  })
)

export const keyOf = (one: Item) =>
  one.of === "disc"
    ? `disc ${one.film} ${one.mediaType}`
    : `${one.of} ${one.release} ${one.of === "copy" ? one.instance : 0}`

const recordOf = (one: Item): CollectingRecord => {
  if (one.of === "disc")
    return {
      _tag: "Disc",
      film: films[one.film]!,
      edition: { mediaType: one.mediaType, resolution: null, hdr: null, audio: null, audioChannels: null },
      collectedAt: start + one.film * day,
      filed: false
    }
  const care = { addedAt: start + one.release * day, rating: 0, notes: null }
  const pressing = releases[one.release]!
  if (one.of === "want") return { _tag: "Want", release: pressing, care }
  const instance = one.release * 10 + one.instance
  return { _tag: "Copy", instance, release: pressing, care: { ...care, mediaCondition: null, sleeveCondition: null } }
}

export const base = { domain: "collecting", object: null, value: null, reason: null } as const

const correctionsOf = (type: string, subjects: ReadonlyArray<RecordKey>, objects: ReadonlyArray<RecordKey>) =>
  fc
    .record({
      kind: fc.constantFrom("same" as const, "different" as const, "hide" as const, "name" as const),
      value: fc.constantFrom("Reed Hymns", "Rook Street"),
      subject: fc.constantFrom(...subjects),
      object: fc.constantFrom(...objects)
    })
    .map(({ kind, object, subject, value }): NewCorrection => ({
      ...{ ...base, type, kind, subject },
      object: kind === "hide" || kind === "name" ? null : object,
      value: kind === "name" ? value : null
    }))

export const corrections = withoutConflict(
  collectingRules,
  fc.oneof(
    correctionsOf(
      "release",
      releaseKeys.map(({ key }) => key),
      albums.flatMap(({ keys }) => keys)
    ),
    correctionsOf(
      "disc",
      discKeys.map(({ key }) => key),
      movies.flatMap(({ keys }) => keys)
    )
  )
)

const put = Effect.fn(function* (items: ReadonlyArray<Item>) {
  const records = yield* CollectingRecords
  const all = items.map(recordOf)
  const isDisc = ({ _tag }: CollectingRecord) => _tag === "Disc"
  yield* publishChanges(
    (yield* records.put(
      "discogs",
      all.filter((one) => !isDisc(one))
    )).changes
  )
  yield* publishChanges((yield* records.put("trakt", all.filter(isDisc))).changes)
})

const remove = Effect.fn(function* (one: Item) {
  const records = yield* CollectingRecords
  const sql = yield* SqlClient.SqlClient
  const rows =
    one.of === "copy"
      ? yield* sql<{ id: number }>`SELECT id FROM collecting_copies WHERE instance = ${one.release * 10 + one.instance}`
      : one.of === "want"
        ? yield* sql<{ id: number }>`
            SELECT id FROM collecting_wants WHERE release_id = ${releases[one.release]!.id}`
        : yield* sql<{ id: number }>`
            SELECT disc.id FROM collecting_discs AS disc JOIN collecting_films AS film ON film.id = film_id
            WHERE trakt_id = ${films[one.film]!.ids.trakt} AND media_type = ${one.mediaType}`
  const { changes } = yield* records.remove(
    one.of === "disc" ? "trakt" : "discogs",
    rows.map(({ id }) => `${one.of}:${id}`)
  )
  yield* publishChanges(changes)
})

/** Empties the collection, and stores what was heard and watched. */
const empty = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* wipe
  yield* sql`
    TRUNCATE collecting_copies, collecting_wants, collecting_discs, collecting_films, collecting_releases, watching_titles
    RESTART IDENTITY CASCADE`
  yield* sql`ALTER SEQUENCE collecting_ids RESTART`
  const name = (text: string) => ({ name: text, mbid: null, url: null })
  const listeningRecords = yield* ListeningRecords
  yield* listeningRecords.put(
    "lastfm",
    plays.map(({ album, artist }, index) => ({
      playedAt: start + index * 600_000,
      precision: "second" as const,
      ...{ artist: name(artist), track: name("Song"), album: name(album) }
    })),
    null
  )
  for (const [index, { match, title, tmdb, watches, year }] of movies.entries()) {
    const id = index + 1
    yield* sql`
      INSERT INTO watching_titles (id, kind, reported_title, reported_sort_title, match_title, year, named_by, described_by)
      OVERRIDING SYSTEM VALUE VALUES (${id}, 'movie', ${title}, ${match}, ${match}, ${year}, 0, 0)`
    if (tmdb !== null)
      yield* sql`INSERT INTO watching_ids (kind, scheme, value, title_id) VALUES ('movie', 'tmdb', ${tmdb}, ${id})`
    for (let time = 0; time < watches; time++)
      yield* sql`
        INSERT INTO watching_watches (id, title_id, source, at, date, dated, rewatch, reliable, source_id)
        VALUES (${id * 10 + time}, ${id}, 'plex', '2025-05-01', '2025-05-01', false, false, true, ${`${id}-${time}`})`
  }
})

export const { correct, histories, perform, performAll } = historiesOf({
  ...{ put, remove, empty, lost: item },
  items: fc.uniqueArray(item, { minLength: 1, maxLength: 6, selector: keyOf })
})

export const page = { page: 1, limit: 1000 }

export const visible = (store: typeof CollectingStore.Service) =>
  Effect.all({
    copies: store.copies({
      ...{ page, range: always, format: null, genre: null, artist: null, text: null },
      ...{ sort: "title" as const, order: "asc" as const }
    }),
    wants: store.wants({ page, range: always, sort: "title", order: "asc" }),
    discs: store.discs({
      ...{ page, range: always, mediaType: null, genre: null, title: null },
      ...{ sort: "title" as const, order: "asc" as const }
    }),
    totals: store.copyTotals(always),
    discTotals: store.discTotals(always),
    added: store.discsAdded(always),
    artists: store.artists(100),
    formats: store.formats(always),
    days: store.perDay([{ date: "2025-03-01", from: start, to: start + 100 * day }]),
    played: store.played({ page, sort: "plays", filter: "all" }),
    watched: store.watched({ page, filter: "all" }),
    unsureRecords: store.unsureRecords(page),
    unsureFilms: store.unsureFilms(page)
  })

/** What answers are made of, without ids. */
export const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { played, watched, ...answers } = yield* visible(yield* CollectingStore)
  const rows = yield* sql<{ line: string }>`
    SELECT concat_ws(' | ', 'copy', release_id, instance, hidden) AS line FROM collecting_copies
    UNION ALL SELECT concat_ws(' | ', 'want', release_id, hidden) FROM collecting_wants
    UNION ALL SELECT concat_ws(' | ', 'disc', trakt_id, media_type, hidden)
      FROM collecting_discs JOIN collecting_films AS film ON film.id = film_id
    UNION ALL SELECT concat_ws(' | ', 'link', release_id, same, sort_artist, sort_album) FROM collecting_album_links
    UNION ALL SELECT concat_ws(' | ', 'link', trakt_id, same, link.match_title, link.year, link.tmdb_id)
      FROM collecting_film_links AS link JOIN collecting_films AS film ON film.id = film_id
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, title, subtitle) FROM search_documents
      WHERE domain = 'collecting'
    UNION ALL SELECT concat_ws(' | ', 'feed', event_type, source_id, title, date) FROM feed_items
      WHERE domain = 'collecting'`
  return {
    rows: rows.map(({ line }) => line).sort(),
    played: played.rows.map(({ album, copy, plays }) => `${copy.releaseId} ${copy.title} ${album} ${plays}`).sort(),
    watched: watched.rows.map(({ mediaType, title, watches }) => `${title} ${mediaType} ${watches}`).sort(),
    counts: [answers.totals, answers.discTotals, answers.added, answers.formats, answers.days]
  }
})

/** Every row that answers are made of, with its ids, and the answers themselves. */
export const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat('release ', to_jsonb(release)) AS line FROM collecting_releases AS release
    UNION ALL SELECT concat('copy ', to_jsonb(copy)) FROM collecting_copies AS copy
    UNION ALL SELECT concat('want ', to_jsonb(want)) FROM collecting_wants AS want
    UNION ALL SELECT concat('film ', to_jsonb(film)) FROM collecting_films AS film
    UNION ALL SELECT concat('disc ', to_jsonb(disc)) FROM collecting_discs AS disc
    UNION ALL SELECT concat('album link ', to_jsonb(link)) FROM collecting_album_links AS link
    UNION ALL SELECT concat('film link ', to_jsonb(link)) FROM collecting_film_links AS link
    UNION ALL SELECT concat('feed ', to_jsonb(item)) FROM feed_items AS item
    UNION ALL SELECT concat('picture ', to_jsonb(image) - 'due_at') FROM images AS image
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, entity_id, title, subtitle) FROM search_documents`
  return { rows: rows.map(({ line }) => line).sort(), ...(yield* visible(yield* CollectingStore)) }
})
