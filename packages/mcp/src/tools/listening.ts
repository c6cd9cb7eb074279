import { Effect } from "effect"
import { ask } from "../Ask.js"
import type { Place } from "../kit/cursor.js"
import { idOf, readId } from "../kit/ids.js"
import { amount, listWith, words } from "../kit/output.js"
import { fields, oneOf, optional, paged, text, when } from "../kit/params.js"
import { datesOf, everyRow, itemsOf, listPart, partOf, rangeOf, readTool, rowsFrom, wordsOf } from "../Tool.js"
import type { WhenRange } from "../kit/when.js"
import { badArgument, ToolError } from "../ToolError.js"
import { Home } from "../Home.js"

const domains = ["listening"] as const
/** Maximum page sizes of the API. */
const maxPageSize = { top: 50, history: 200, list: 100 }

interface NamedArtist {
  readonly id: number
  readonly name: string
}

/** Artists whose name has this part, and the one with exactly this name. */
const artistsLike = (name: string) =>
  Effect.map(
    // A short name is a part of many others, which may all have more plays.
    everyRow(maxPageSize.list, (page) => ask("listening.artists", { search: name.trim(), ...page })),
    ({ rows }) => ({
      rows,
      exact:
        rows.find((artist) => artist.name === name.trim()) ??
        rows.find((artist) => artist.name.toLowerCase() === name.trim().toLowerCase())
    })
  )

/** The artist that a name or an id means. Several are an error that lists them. */
const artistNamed = (name: string) =>
  Effect.gen(function* () {
    const ref = readId(name)
    if (ref?.type === "artist") {
      const { id, name } = yield* Effect.catchIf(
        ask("listening.artist", { id: ref.id }),
        ({ status }) => status === 404,
        () => unknownArtist(idOf("listening", "artist", ref.id))
      )
      return { id, name } satisfies NamedArtist
    }
    const { exact, rows: data } = yield* artistsLike(name)
    const [first, ...others] = data
    if (exact !== undefined) return { id: exact.id, name: exact.name } satisfies NamedArtist
    if (first === undefined) return yield* unknownArtist(name)
    if (others.length > 0) {
      const matches = data.slice(0, 5).map((one) => `${idOf("listening", "artist", one.id)} ${one.name}`)
      return yield* new ToolError({
        code: "ambiguous",
        message: `${data.length} artists match "${name}": ${matches.join(", ")}.`,
        next: `Call again with an id, such as artist="${idOf("listening", "artist", first.id)}".`
      })
    }
    return { id: first.id, name: first.name } satisfies NamedArtist
  })

const unknownArtist = (name: string) =>
  new ToolError({
    code: "not_found",
    message: `No artist "${name}".`,
    next: `Call search with {"query": ${JSON.stringify(name)}, "domain": "listening"}, or top with {"kind": "artist", "when": "all"}.`
  })

/**
 * The plays of an artist. The API filters by a part of the name, so the plays of artists with longer names are left out
 * here if the name is exactly one artist's.
 */
const playsOf = (
  name: string | undefined,
  filters: Readonly<Record<string, string | null | undefined>>,
  place: Place,
  limit: number
) =>
  Effect.gen(function* () {
    const named = name !== undefined && readId(name) !== undefined ? yield* artistNamed(name) : undefined
    const artist = named?.name ?? name
    const load = (page: object) => ask("listening.history", { ...filters, artist, ...page })
    const { exact, rows: artists } = artist === undefined ? { exact: undefined, rows: [] } : yield* artistsLike(artist)
    const own = named ?? exact
    if (own === undefined || artists.length < 2)
      return { ...(yield* rowsFrom(place, limit, maxPageSize.history, load)), isComplete: true }
    const { isComplete, rows } = yield* everyRow(maxPageSize.history, load)
    const all = rows.filter((play) => play.artist.id === own.id)
    return { rows: all.slice(place.skip, place.skip + limit), total: all.length, isComplete }
  })

const notAll = (isComplete: boolean): ReadonlyArray<string> =>
  isComplete ? [] : ["Only the newest 40,000 plays were counted; narrow `when`."]

export const plays = readTool({
  name: "plays",
  title: "Plays",
  description:
    "Single plays of songs (scrobbles), newest first, with their times. Use for what was heard on a day or what was " +
    "played last. For counts and rankings use top or stats.",
  domains,
  example: { when: "yesterday" },
  input: { artist: optional(text("name or id")), album: optional(text("name")), ...when("all"), ...paged, ...fields },
  output: listWith({ at: words, track: words, artist: words, album: words }),
  run: ({ album, artist, fields, limit = 20, when }, { place }) =>
    Effect.gen(function* () {
      const { local } = yield* Home
      const range = yield* rangeOf(when, "all")
      const { isComplete, rows, total } = yield* playsOf(artist, { ...datesOf(range), album }, place, limit)
      const items = itemsOf(
        rows,
        ({ album, artist, scrobbled_at, track }) => ({
          id: idOf("listening", "track", track.id),
          at: local(scrobbled_at),
          track: track.name,
          artist: artist.name,
          album: album.name
        }),
        fields
      )
      return {
        heading: `plays, ${wordsOf(range)} (${total} in all)`,
        domains,
        range,
        list: listPart(items, total, place),
        notes: notAll(isComplete)
      }
    })
})

const kinds = ["artist", "album", "track"] as const

/** A row of a ranking before it has its share. */
interface Ranked {
  readonly id: string
  readonly rank: number
  readonly name: string
  readonly artist?: string
  readonly album?: string | null
  readonly plays: number
}

type Ranking = Effect.Effect.Success<ReturnType<typeof rankedByApi>>

const period = ({ from }: WhenRange) => (from === null ? { period: "overall" } : {})

/** The API's own ranking. */
const rankedByApi = (
  kind: (typeof kinds)[number],
  range: WhenRange,
  artistId: number | undefined,
  place: { skip: number },
  limit: number
) => {
  const filters = { ...datesOf(range), ...period(range) }
  const operation = (
    { artist: "listening.topArtists", album: "listening.topAlbums", track: "listening.topTracks" } as const
  )[kind]
  return Effect.map(
    rowsFrom(place, limit, maxPageSize.top, (page) => ask(operation, { ...filters, ...page, artist_id: artistId })),
    ({ rows, total }) => ({
      total,
      isComplete: true,
      rows: rows.map((row): Ranked & { readonly raw: object } => ({
        id: idOf("listening", kind, row.id),
        rank: row.rank,
        name: row.name,
        ...(kind === "artist" ? {} : { artist: row.detail }),
        ...("album_name" in row ? { album: String(row.album_name ?? "") } : {}),
        plays: row.playcount,
        raw: row
      }))
    })
  )
}

/** Albums of one artist: the API has no such ranking for a period, so the plays are counted here. */
const albumsOfArtist = (artist: NamedArtist, range: WhenRange) =>
  Effect.map(
    everyRow(maxPageSize.history, (page) =>
      ask("listening.history", { ...datesOf(range), ...page, artist: artist.name })
    ),
    ({ isComplete, rows }) => {
      const counts = new Map<number, { name: string | null; plays: number }>()
      for (const { album, artist: by } of rows) {
        if (by.id !== artist.id || album.id === null) continue
        const count = counts.get(album.id) ?? { name: album.name, plays: 0 }
        counts.set(album.id, { ...count, plays: count.plays + 1 })
      }
      const ranked = [...counts].sort(([, a], [, b]) => b.plays - a.plays || ((a.name ?? "") < (b.name ?? "") ? -1 : 1))
      const all = ranked.map(([id, { name, plays }], index): Ranked => ({
        id: idOf("listening", "album", id),
        rank: index + 1,
        name: name ?? "",
        artist: artist.name,
        plays
      }))
      return { all, isComplete }
    }
  )

export const top = readTool({
  name: "top",
  title: "Most played",
  description:
    "Artists, albums or tracks ranked by number of plays in a period. Use for favourites, 'most listened', 'top N'. " +
    "For one artist's tracks give kind=track and artist.",
  domains,
  example: { kind: "artist", when: "this-month" },
  input: {
    kind: oneOf(kinds),
    artist: optional(text("name or id; for albums and tracks")),
    ...when("last-30-days"),
    ...paged,
    ...fields
  },
  output: listWith({ rank: amount, name: words, artist: words, plays: amount, share: amount }),
  run: ({ artist: name, fields, kind, limit = 20, when }, { place }) =>
    Effect.gen(function* () {
      if (name !== undefined && kind === "artist")
        return yield* badArgument(
          "`artist` is for albums and tracks.",
          `Call top with ${JSON.stringify({ kind: "track", artist: name, when: when ?? "all" })}.`
        )
      const range = yield* rangeOf(when, "last-30-days")
      const artist = name === undefined ? undefined : yield* artistNamed(name)
      const { total_scrobbles: allPlays } = yield* ask("listening.stats", datesOf(range))
      const withShare = ({ plays, ...row }: Ranked) => ({
        ...row,
        plays,
        share: allPlays === 0 ? 0 : Math.round((plays / allPlays) * 1000) / 1000
      })
      const heading = (total: number) =>
        `top ${kind}s${artist === undefined ? "" : ` of ${artist.name}`}, ${wordsOf(range)} (${total} in all)`
      if (artist !== undefined && kind === "album") {
        const { all, isComplete } = yield* albumsOfArtist(artist, range)
        const list = partOf(all, place, limit, (part) => itemsOf(part, withShare, fields))
        return { heading: heading(all.length), domains, range, list, notes: notAll(isComplete) }
      }
      const { rows, total }: Ranking = yield* rankedByApi(kind, range, artist?.id, place, limit)
      const items = itemsOf(
        rows.map(({ raw, ...row }) => ({ ...raw, ...withShare(row), item: withShare(row) })),
        ({ item }) => item,
        fields
      )
      return { heading: heading(total), domains, range, list: listPart(items, total, place) }
    })
})
