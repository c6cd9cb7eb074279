import type { FileBeginning, FileSample, ImportFile, Recognise, SourceFailure } from "@daybook/core/sync"
import { Chunk, Data, Effect, Stream, identity } from "effect"
import type { makeTally } from "./exportPages.js"
import { mapInSlices } from "../slices.js"
import { unpackedMember } from "./gzip.js"
import { type ArchiveLimits, type Member, baseName, isSystemFile, membersOf } from "./members.js"
import type { Archive } from "./zipEntries.js"

/** A row that cannot be read, and why: `it has no time`. */
export class Unreadable extends Data.TaggedClass("Unreadable")<{ readonly reason: string }> {}

/** A row as a format gives it. Null cannot be read, for the reason that its domain states. */
export type Parsed<Row> = Row | Unreadable | null

export const isUnreadable = (row: unknown): row is Unreadable | null => row === null || row instanceof Unreadable

/** A row and its place in the file: `plays.csv, line 12`. */
export interface Placed<Row> {
  readonly row: Row
  readonly place: string
}

/** An export file that is being read. `Values` are those of the source's settings. */
export interface OpenFile<Values = unknown> {
  readonly source: string
  readonly file: ImportFile
  readonly sample: FileSample
  /** The files of a zip archive; null if the file is none. */
  readonly archive: Archive | null
  /** Epoch milliseconds. */
  readonly now: number
  readonly values: Values
  readonly tally: ReturnType<typeof makeTally>
}

/** How an export file is recognised, and how it gives rows. One declaration says both, so that they never differ. */
export interface Format<Row, R = never, Values = unknown> {
  readonly recognise: Recognise
  /** What a file lacks that is not recognised: `it has no column title`. */
  readonly lacks?: (sample: FileSample) => string
  /** Further files that are read if somebody names the source: nothing at their beginning tells what they are. */
  readonly mayHold?: Recognise
  readonly rows: (open: OpenFile<Values>) => Stream.Stream<Placed<Parsed<Row>>, SourceFailure, R>
}

/** By the name without folders and by the whole name, both in lower case. */
type IsMember = (name: string, path: string) => boolean

export interface MemberNames {
  /** The files of an archive that are read, and by which it is recognised. */
  readonly member?: RegExp | IsMember
  /** Further files that are read if they begin as this format does: their names may be any. */
  readonly candidate?: RegExp | IsMember
  /** Archives in the archive that are opened too, by name without folders. */
  readonly archives?: (name: string) => boolean
  readonly limits?: ArchiveLimits
}

interface FilesOptions<Row, R, Values> extends MemberNames, Pick<Format<Row>, "lacks"> {
  /** Whether a text begins as a file of this format. */
  readonly begins: (beginning: FileBeginning) => boolean
  /** The rows of the file or of the members of an archive, which can be read several times. */
  readonly rows: (
    members: Stream.Stream<Member, SourceFailure>,
    open: OpenFile<Values>
  ) => Stream.Stream<Placed<Parsed<Row>>, SourceFailure, R>
}

const isNamed = (names: RegExp | IsMember | undefined, path: string): boolean => {
  if (names === undefined) return false
  const name = baseName(path)
  return names instanceof RegExp ? names.test(name) : names(name, path.toLowerCase())
}

const recogniseFiles =
  ({ archives, begins, candidate, member }: Omit<FilesOptions<never, never, never>, "rows">): Recognise =>
  (sample) => {
    const { entries, members = [] } = sample
    if (entries === null) return begins(sample)
    return (
      entries.some((name) => !isSystemFile(name) && (isNamed(member, name) || archives?.(baseName(name)) === true)) ||
      (sample.text !== "" && begins(sample)) ||
      members.some((one) => isNamed(candidate, one.name) && begins(one))
    )
  }

/** A file, or the files of an archive, whose rows are read together. */
export const files = <Row, R = never, Values = unknown>(
  options: FilesOptions<Row, R, Values>
): Format<Row, R, Values> => ({
  recognise: recogniseFiles(options),
  ...(options.lacks === undefined ? {} : { lacks: options.lacks }),
  rows: (open) => options.rows(Stream.map(openMembers(options, open), unpackedMember(open.source)), open)
})

/** The members to read, at any depth. */
export const openMembers = (
  {
    archives,
    begins,
    candidate,
    limits,
    member
  }: MemberNames & { readonly begins?: (beginning: FileBeginning) => boolean },
  { archive, file, sample, source, tally }: OpenFile
): Stream.Stream<Member, SourceFailure> =>
  membersOf(file, {
    source,
    archive,
    cutShort: tally.cutShort,
    isMember: (_, path) => isNamed(member, path) || isNamed(candidate, path),
    ...(archives === undefined ? {} : { archives }),
    ...(limits === undefined ? {} : { limits })
  }).pipe(
    candidate === undefined || begins === undefined
      ? (members) => members
      : Stream.filterEffect((one) =>
          one.beginning === undefined || sample.text !== "" || isNamed(member, one.name)
            ? Effect.succeed(true)
            : Effect.map(one.beginning, begins)
        )
  )

/** The file itself, if it is no archive. */
export const fileAlone = (open: OpenFile): Stream.Stream<Member, SourceFailure> =>
  open.archive === null ? Stream.map(openMembers({}, open), unpackedMember(open.source)) : Stream.empty

interface EachOptions<Row, R, Values> extends MemberNames, Pick<Format<Row>, "lacks"> {
  readonly begins: (beginning: FileBeginning) => boolean
  readonly rows: (member: Member, open: OpenFile<Values>) => Stream.Stream<Placed<Parsed<Row>>, SourceFailure, R>
}

/** A format whose files are read one by one. */
export interface EachFormat<Row, R = never, Values = unknown> extends Format<Row, R, Values> {
  readonly each: EachOptions<Row, R, Values>
}

/** A file, or the files of an archive, one by one. */
export const eachFile = <Row, R = never, Values = unknown>(
  each: EachOptions<Row, R, Values>
): EachFormat<Row, R, Values> => ({
  each,
  ...files<Row, R, Values>({
    ...each,
    rows: (members, open) => Stream.flatMap(members, (member) => each.rows(member, open))
  })
})

/** The same files with other rows. */
export const mapRows = <A, B, R, Values>(
  { each }: EachFormat<A, R, Values>,
  change: (row: A) => Parsed<B>
): EachFormat<B, R, Values> =>
  eachFile<B, R, Values>({
    ...each,
    rows: (member, open) =>
      Stream.map(each.rows(member, open), ({ place, row }) => ({ place, row: isUnreadable(row) ? row : change(row) }))
  })

/** The same files, in which a row holds several. */
export const flatRows = <A, B, R, Values>(
  { each }: EachFormat<A, R, Values>,
  change: (row: A, place: string) => Iterable<Placed<Parsed<B>>>
): EachFormat<B, R, Values> => {
  function* flattened(rows: Iterable<Placed<Parsed<A>>>): Generator<Placed<Parsed<B>>> {
    for (const { place, row } of rows) {
      if (isUnreadable(row)) yield { place, row }
      else yield* change(row, place)
    }
  }
  return eachFile<B, R, Values>({
    ...each,
    rows: (member, open) =>
      Stream.mapChunksEffect(each.rows(member, open), (rows) =>
        Effect.map(mapInSlices(flattened(rows), identity), Chunk.unsafeFromArray)
      )
  })
}

/** Each file in the first of these formats whose names it has, else the first as which it begins. */
export const oneOf = <Row, R = never, Values = unknown>(
  ...formats: ReadonlyArray<EachFormat<Row, R, Values>>
): EachFormat<Row, R, Values> => {
  const all = formats.map(({ each }) => each)
  return eachFile<Row, R, Values>({
    member: (_, path) => all.some(({ member }) => isNamed(member, path)),
    candidate: (_, path) => all.some(({ candidate }) => isNamed(candidate, path)),
    archives: (name) => all.some(({ archives }) => archives?.(name) === true),
    begins: (beginning) => all.some(({ begins }) => begins(beginning)),
    rows: (one, open) =>
      Stream.unwrap(
        Effect.map(one.beginning ?? Effect.succeed(open.sample), (beginning) => {
          const named = one.beginning === undefined ? undefined : all.find(({ member }) => isNamed(member, one.name))
          const format = named ?? all.find(({ begins }) => begins(beginning)) ?? all[0]!
          return format.rows(one, open)
        })
      )
  })
}
