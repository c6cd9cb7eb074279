import type { Play } from "@daybook/core/listening"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"
import { badFile, exportPages, makeTally } from "../exportFile/exportPages.js"
import { type FileSample, type Member, membersOf, sampleOf } from "../exportFile/members.js"
import { textOf } from "../jsonValues.js"
import type { Setting } from "../settings.js"

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

export type PlayTally = ReturnType<typeof makeTally>

/** Plays shorter than this do not count, in milliseconds: the rule of the scrobbling services. */
export const leastPlayTime = 30_000

/** The start of scrobbling. Devices whose clock was never set write earlier times. */
export const earliestPlay = Date.UTC(2002, 9, 1)
/** Devices with a fast clock write times from the near future. */
const maxClockSkew = 86_400_000

/** Whether a time can be that of a play. */
export const isPlausible = (at: number, now: number): boolean => at >= earliestPlay && at <= now + maxClockSkew

/** A row and its place in the file: `row 12`. */
export interface PlacedRow {
  readonly row: PlayRow
  readonly place: string
}

/** Counts rows and passes on the plays. */
const countedPlays =
  (tally: PlayTally) =>
  <E, R>(rows: Stream.Stream<PlacedRow, E, R>): Stream.Stream<Play, E, R> =>
    Stream.mapChunks(rows, (chunk) =>
      Chunk.filterMap(chunk, ({ place, row }) => {
        if (row === null) tally.leaveOut(place, "it is not a complete row of a play")
        else if (typeof row === "string") tally.skip(row, place)
        else tally.readAt(row.playedAt)
        return row === null || typeof row === "string" ? Option.none() : Option.some(row)
      })
    )

/** The value of a setting that an import reads. */
export const importOption = <A>(source: string, setting: Setting<A>): Effect.Effect<A, SourceFailure> =>
  Effect.mapError(setting.config, (error) =>
    badFile(source, `the settings are not valid: ${String(error)}`, "correct the setting")
  )

interface PlayFileOptions<R> {
  readonly source: string
  /** Whether a file is of this format. */
  readonly recognise: (sample: FileSample) => boolean
  /** What to give instead of another file. */
  readonly expected: string
  /** What the format is called: `a Spotify export`. */
  readonly title: string
  readonly isMember: (name: string, path: string) => boolean
  readonly archives?: (name: string) => boolean
  readonly rows: (
    members: Stream.Stream<Member, SourceFailure>,
    tally: PlayTally
  ) => Stream.Stream<PlacedRow, SourceFailure, R>
}

/** The plays of an export file, in pages: of the file, or of the wanted members of an archive. */
export const playPages = <R>(
  file: ImportFile,
  options: PlayFileOptions<R>
): Stream.Stream<Page<Play>, SourceFailure, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { source } = options
      if (!options.recognise(yield* sampleOf(file, source)))
        return yield* badFile(source, `${file.name} is not ${options.title}`, options.expected)
      const tally = makeTally()
      const members = membersOf(file, { ...options, cutShort: tally.cutShort })
      return exportPages(countedPlays(tally)(options.rows(members, tally)), tally.tally, { source, file })
    })
  )

/** Epoch milliseconds of `YYYY-MM-DD hh:mm` or `YYYY-MM-DD hh:mm:ss`, read as UTC; null for anything else. */
export const wallTimeOf = (value: unknown): number | null => {
  const text = textOf(value)?.trim() ?? ""
  const at = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?$/.test(text) ? Date.parse(`${text.replace(" ", "T")}Z`) : NaN
  return Number.isNaN(at) ? null : at
}
