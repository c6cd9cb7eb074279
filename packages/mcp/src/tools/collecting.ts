import { Effect } from "effect"
import { ask } from "../Ask.js"
import { Home } from "../Home.js"
import { idOf } from "../kit/ids.js"
import { amount, listWith, truth, words } from "../kit/output.js"
import { fields, oneOf, optional, paged, sorted, text, when } from "../kit/params.js"
import { datesOf, everyRow, itemsOf, partOf, rangeOf, readTool, wordsOf } from "../Tool.js"
import type { WhenRange } from "../kit/when.js"

const domains = ["collecting"] as const
const maxPageSize = 100
const kinds = ["vinyl", "disc", "wanted"] as const

/** What is owned or wanted, in one form for all three kinds. */
interface Piece {
  readonly id: string
  readonly title: string
  readonly artist?: string
  readonly year: number | null
  readonly format: string
  readonly genres: ReadonlyArray<string>
  /** An instant in UTC; local only in an answer. */
  readonly added: string | null
  readonly plays?: number
  readonly watched?: boolean
  readonly times_watched?: number
  /** The API's own row, for members that are left out. */
  readonly row: object
}

const records = (range: WhenRange) =>
  Effect.gen(function* () {
    const { local } = yield* Home
    const comparison = yield* everyRow(maxPageSize, (page) => ask("collecting.heard", { ...page, sort: "added" }))
    return comparison.rows
      .filter(({ collection }) => range.from === null || isIn(local(collection.date_added), range))
      .map(({ collection, listening }): Piece => ({
        id: idOf("collecting", "release", collection.id),
        title: collection.title,
        artist: collection.artists.join(", "),
        year: collection.year,
        format: collection.format,
        genres: collection.genres,
        added: collection.date_added,
        // Plays of the artist alone are no plays of the record.
        plays: listening.match_type === "artist_only" ? 0 : listening.play_count,
        row: collection
      }))
  })

const discs = (range: WhenRange, genre: string | undefined) =>
  Effect.gen(function* () {
    const [all, watched] = yield* Effect.all(
      [
        everyRow(maxPageSize, (page) => ask("collecting.discs", { ...datesOf(range), genre, ...page })),
        everyRow(maxPageSize, (page) => ask("collecting.watched", page))
      ],
      { concurrency: 2 }
    )
    const viewings = new Map(watched.rows.map(({ collection, watching }) => [collection.id, watching]))
    return all.rows.map((disc): Piece => ({
      id: idOf("collecting", "media", disc.id),
      title: disc.title,
      year: disc.year,
      format: disc.media_type,
      // The API has filtered them by genre; its answer does not say which.
      genres: genre === undefined ? [] : [genre],
      added: disc.collected_at,
      watched: viewings.get(disc.id)?.watched ?? false,
      times_watched: viewings.get(disc.id)?.watch_count ?? 0,
      row: disc
    }))
  })

const wants = (range: WhenRange) =>
  Effect.gen(function* () {
    const { rows } = yield* everyRow(maxPageSize, (page) => ask("collecting.wants", { ...datesOf(range), ...page }))
    return rows.map((want): Piece => ({
      id: idOf("collecting", "release", want.id),
      title: want.title,
      artist: want.artists.join(", "),
      year: want.year,
      format: want.formats.join(", "),
      genres: want.genres,
      added: want.date_added,
      row: want
    }))
  })

const isIn = (day: string | null, { from, to }: WhenRange) =>
  from === null || to === null || (day !== null && day.slice(0, 10) >= from && day.slice(0, 10) <= to)

const contains = (text: string, part: string | undefined) =>
  part === undefined || text.toLowerCase().includes(part.trim().toLowerCase())

const wasUsed = ({ plays = 0, times_watched = 0 }: Piece) => plays > 0 || times_watched > 0

const by = (sort: "added" | "title" | "year" | "plays", order: string | undefined) => {
  const sign = (order ?? (sort === "title" ? "asc" : "desc")) === "asc" ? 1 : -1
  return (a: Piece, b: Piece): number => {
    const valueOf = (piece: Piece) => (sort === "plays" ? (piece.plays ?? piece.times_watched) : piece[sort])
    const [x, y] = [valueOf(a) ?? null, valueOf(b) ?? null]
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
    return x === y ? 0 : x < y ? -sign : sign
  }
}

export const collection = readTool({
  name: "collection",
  title: "Collection",
  description:
    "What is owned or wanted: vinyl (all records; see format), films on disc, the want list, and whether it was played " +
    "or watched. played=no lists what was never played.",
  domains,
  example: { kind: "vinyl", played: "no" },
  input: {
    kind: oneOf(kinds),
    q: optional(text("part of title or artist")),
    genre: optional(text()),
    format: optional(text("such as Vinyl, CD, uhd_bluray")),
    artist: optional(text()),
    played: optional(oneOf(["yes", "no"])),
    ...when("all"),
    ...paged,
    ...fields,
    ...sorted(["added", "title", "year", "plays"])
  },
  output: listWith({ title: words, artist: words, year: amount, format: words, plays: amount, watched: truth }),
  run: ({ artist, fields, format, genre, kind, limit = 20, order, played, q, sort, when }, { place }) =>
    Effect.gen(function* () {
      const range = yield* rangeOf(when, "all")
      const all: ReadonlyArray<Piece> = yield* { vinyl: records, disc: discs, wanted: wants }[kind](range, genre)
      const own = all.filter(
        (piece) =>
          contains(`${piece.title} ${piece.artist ?? ""}`, q) &&
          contains(piece.artist ?? "", artist) &&
          contains(piece.format, format) &&
          (genre === undefined || piece.genres.some((one) => contains(one, genre))) &&
          (played === undefined || wasUsed(piece) === (played === "yes"))
      )
      const ordered = sort === undefined && order === undefined ? own : own.toSorted(by(sort ?? "added", order))
      const { local } = yield* Home
      const list = partOf(ordered, place, limit, (pieces) =>
        itemsOf(
          pieces.map((piece) => ({ ...piece.row, ...piece, piece })),
          ({ piece: { genres: _, row: _row, ...item } }) => ({ ...item, added: local(item.added) }),
          fields
        )
      )
      const of = played === undefined ? "" : played === "yes" ? " played or watched" : " never played or watched"
      const heading = `${kind}${of}, ${wordsOf(range)} (${own.length} in all)`
      return { heading, domains, range, list }
    })
})
