import { type OptionalRow, hasDomain } from "@daybook/core/domain"
import type { Play } from "@daybook/core/listening"
import { listeningSpoken } from "@daybook/core/spoken"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"
import { badFile, exportPages, makeTally } from "../exportFile/exportPages.js"
import { type Member, membersOf } from "../exportFile/members.js"
import { sampleOf } from "../exportFile/sample.js"
import { textOf } from "../jsonValues.js"
import type { Setting } from "../settings.js"
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

export type PlayTally = ReturnType<typeof makeTally>

/** Plays shorter than this do not count, in milliseconds: the rule of the scrobbling services. */
export const leastPlayTime = 30_000

/** The start of scrobbling. Devices whose clock was never set write earlier times. */
export const earliestPlay = Date.UTC(2002, 9, 1)
/** Devices with a fast clock write times from the near future. */
const maxClockSkew = 86_400_000

/** Whether a time can be that of a play. */
export const isPlausible = (at: number, now: number): boolean => at >= earliestPlay && at <= now + maxClockSkew

/** A row and its place in the file: `row 12`. `Spoken` are the podcasts and audiobooks of a file that has them. */
export interface PlacedRow<Spoken extends OptionalRow = never> {
  readonly row: PlayRow | Spoken
  readonly place: string
}

/** Counts rows and passes on the plays, and podcasts and audiobooks where their domain is on. */
const countedPlays =
  (tally: PlayTally, spoken: SpokenTally) =>
  <Spoken extends OptionalRow, E, R>(
    rows: Stream.Stream<PlacedRow<Spoken>, E, R>
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

/** The value of a setting that an import reads. */
export const importOption = <A>(source: string, setting: Setting<A>): Effect.Effect<A, SourceFailure> =>
  Effect.mapError(setting.config, (error) =>
    badFile(source, `the settings are not valid: ${String(error)}`, "correct the setting")
  )

interface PlayFileOptions<Spoken extends OptionalRow, R> {
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
  ) => Stream.Stream<PlacedRow<Spoken>, SourceFailure, R>
}

/** Plays, podcasts and audiobooks of an export file, in pages: of the file, or of the wanted members of an archive. */
export const mixedPages = <Spoken extends OptionalRow, R>(
  file: ImportFile,
  options: PlayFileOptions<Spoken, R>
): Stream.Stream<Page<Play | Spoken>, SourceFailure, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { source } = options
      if (!options.recognise(yield* sampleOf(file, source)))
        return yield* badFile(source, `${file.name} is not ${options.title}`, options.expected)
      const tally = makeTally()
      const spoken = makeSpokenTally(tally, yield* hasDomain(listeningSpoken))
      const members = membersOf(file, { ...options, cutShort: tally.cutShort })
      const plays = countedPlays(tally, spoken)(options.rows(members, tally))
      return exportPages(Stream.concat(plays, spoken.end), tally.tally, { source, file })
    })
  )

/** The same of a file that holds plays alone. */
export const playPages = <R>(
  file: ImportFile,
  options: PlayFileOptions<never, R>
): Stream.Stream<Page<Play>, SourceFailure, R> => mixedPages<never, R>(file, options)

/** Epoch milliseconds of `YYYY-MM-DD hh:mm` or `YYYY-MM-DD hh:mm:ss`, read as UTC; null for anything else. */
export const wallTimeOf = (value: unknown): number | null => {
  const text = textOf(value)?.trim() ?? ""
  const at = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?$/.test(text) ? Date.parse(`${text.replace(" ", "T")}Z`) : NaN
  return Number.isNaN(at) ? null : at
}
