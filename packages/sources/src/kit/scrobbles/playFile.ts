import { type OptionalRow, hasDomain } from "@daybook/core/domain"
import { type Play, listeningWriter } from "@daybook/core/listening"
import { listeningSpoken } from "@daybook/core/spoken"
import type { Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"
import { exportPages } from "../exportFile/exportPages.js"
import type { OpenFile, Placed } from "../exportFile/Format.js"
import type { ToPages } from "../exportFile/importer.js"
import { textOf } from "../jsonValues.js"
import { cleanName, wholeNumber } from "../values.js"
import { isSpoken, makeSpokenTally, type SpokenTally } from "./spoken.js"

/** Why a readable row is no play. Part of the summary of an import: `60 short`. */
type LeftOut =
  | "short"
  | "private"
  | "not music"
  | "no artist"
  | "no title"
  | "advertisements"
  | "skipped"
  | "without a clock"
  | "not played"
  | "joined"
  | "removed"
  | "too close"

/** A play, the reason why a row is none, or null for a row that cannot be read. */
export type PlayRow = Play | LeftOut | null

/** Plays shorter than this do not count, in milliseconds: the rule of the scrobbling services. */
export const minPlayTime = 30_000

/** The start of scrobbling. Devices whose clock was never set write earlier times. */
export const earliestPlay = Date.UTC(2002, 9, 1)
/** Devices with a fast clock write times from the near future. */
const maxClockSkew = 86_400_000

/** Whether a time can be that of a play. */
export const isPlausible = (at: number, now: number): boolean => at >= earliestPlay && at <= now + maxClockSkew

/** Counts rows and passes on the plays, and podcasts and audiobooks where their domain is on. */
const countedPlays =
  (tally: OpenFile["tally"], spoken: SpokenTally) =>
  <Spoken extends OptionalRow, E, R>(
    rows: Stream.Stream<Placed<PlayRow | Spoken>, E, R>
  ): Stream.Stream<Play | Spoken, E, R> =>
    Stream.mapChunks(rows, (chunk) =>
      Chunk.filterMap(chunk, ({ place, row }): Option.Option<Play | Spoken> => {
        if (row === null) tally.leaveOut(place, "it is not a complete row of a play")
        else if (typeof row === "string") tally.skip(row, place)
        else if (isSpoken(row)) return spoken.count(row, place)
        else tally.readAt(row.playedAt)
        return row === null || typeof row === "string" ? Option.none() : Option.some(row)
      })
    )

/** Plays, podcasts and audiobooks of an export file, in pages. */
const mixedPages = <Spoken extends OptionalRow, R>(
  rows: Stream.Stream<Placed<PlayRow | Spoken>, SourceFailure, R>,
  { file, source, tally }: OpenFile
): Stream.Stream<Page<Play | Spoken>, SourceFailure, R> =>
  Stream.unwrap(
    Effect.map(hasDomain(listeningSpoken), (isOn) => {
      const spoken = makeSpokenTally(tally, isOn)
      return exportPages(Stream.concat(countedPlays(tally, spoken)(rows), spoken.end), tally.tally, { source, file })
    })
  )

/** The same, as the pages of a source whose files have all of them. */
export const spokenPages: ToPages<PlayRow | OptionalRow, Play | OptionalRow> = (rows, open) => mixedPages(rows, open)

const playPages: ToPages<PlayRow, Play> = <R>(rows: Stream.Stream<Placed<PlayRow>, SourceFailure, R>, open: OpenFile) =>
  mixedPages<never, R>(rows, open)

/** What sources have in common whose files hold plays. */
export const plays = { writer: listeningWriter, syncType: "plays", toPages: playPages }

interface PlayValues {
  /** Epoch milliseconds. */
  readonly at: number
  readonly title: string | null | undefined
  readonly artist: string | null | undefined
  readonly album?: string | null | undefined
  /** Milliseconds; 0 stands for an unknown one. */
  readonly duration?: number | null
  readonly url?: string | null
  readonly mbids?: { readonly artist?: string | null; readonly track?: string | null; readonly album?: string | null }
}

/** A play from what a row says of it, or what it lacks. */
export const playOf = ({ at, duration, mbids = {}, url = null, ...names }: PlayValues) => {
  const [artist, title, album] = [names.artist, names.title, names.album].map((name) => cleanName(name))
  if (title == null) return "no title"
  if (artist == null) return "no artist"
  const length = wholeNumber(duration)
  return {
    playedAt: at,
    precision: "second",
    artist: { name: artist, mbid: mbids.artist ?? null, url: null },
    track: { name: title, mbid: mbids.track ?? null, url },
    album: album == null ? null : { name: album, mbid: mbids.album ?? null, url: null },
    ...(length === null || length <= 0 ? {} : { duration: length })
  } satisfies Play
}

/** Epoch milliseconds of `YYYY-MM-DD hh:mm` or `YYYY-MM-DD hh:mm:ss`, read as UTC; null for anything else. */
export const wallTimeOf = (value: unknown): number | null => {
  const text = textOf(value)?.trim() ?? ""
  const at = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?$/.test(text) ? Date.parse(`${text.replace(" ", "T")}Z`) : NaN
  return Number.isNaN(at) ? null : at
}
