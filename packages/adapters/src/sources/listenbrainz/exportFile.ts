import type { Play } from "@daybook/core/listening"
import type { ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"
import { badFile, exportPages, makeTally } from "../kit/exportFile/exportPages.js"
import { jsonObjects, lines } from "../kit/exportFile/json.js"
import { decodeText } from "../kit/exportFile/text.js"
import { isZip, membersOf } from "../kit/exportFile/sample.js"
import * as Zip from "../kit/exportFile/Zip.js"
import { toRow } from "./wire.js"

const id = "listenbrainz"

/**
 * ListenBrainz' own export: a zip with `user.json` and `listens/YYYY/M.jsonl`, one listen per line. Also a single file
 * of those, or the JSON array of earlier years.
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play>, SourceFailure> =>
  Stream.suspend(() => {
    const tally = makeTally()
    const plays = texts(file, tally.cutShort).pipe(
      Stream.filterMap(({ isLast, text, where }) => {
        const play = Option.flatMap(Option.flatMap(parse(text), toRow), (row) => Option.fromNullable(row.play))
        if (Option.isSome(play)) tally.read()
        else if (isLast && Option.isNone(parse(text))) tally.cutShort(`it ends within ${where}`)
        else
          tally.leaveOut(where, Option.isNone(parse(text)) ? "it is not valid JSON" : "it has no time, artist or title")
        return play
      })
    )
    return exportPages(plays, tally.tally, { source: id, file })
  })

/** Recognises listens, and archives with months of them. */
export const recognise: Recognise = ({ entries, objects }) =>
  entries === null
    ? objects.some((object) => "listened_at" in membersOf(object) && "track_metadata" in membersOf(object))
    : entries.some((name) => monthFile.test(name))

const parse = (text: string): Option.Option<unknown> => Option.liftThrowable(JSON.parse)(text)

/** One listen as JSON, and its place in the file. */
interface Listen {
  readonly text: string
  readonly where: string
  readonly isLast: boolean
}

const texts = (file: ImportFile, cutShort: (where: string) => void): Stream.Stream<Listen, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const head = yield* file.slice(0, Math.min(file.size, 4_096))
      if (isZip(head)) return archived(file, cutShort)
      const start = (yield* Stream.runCollect(decodeText(Stream.succeed(head)))).pipe(Chunk.join("")).trimStart()
      if (start.startsWith("[")) {
        return jsonObjects(decodeText(file.stream), () => cutShort("the list has no end")).pipe(
          Stream.zipWithIndex,
          Stream.map(([text, index]) => ({ text, where: `listen ${index + 1}`, isLast: false }))
        )
      }
      return start.startsWith("{") ? listensOf(file.stream, "") : Stream.fail(notAnExport(file))
    })
  )

/** The lines of one file. Only the last line may be truncated. */
const listensOf = (
  bytes: Stream.Stream<Uint8Array, SourceFailure>,
  name: string
): Stream.Stream<Listen, SourceFailure> =>
  lines(decodeText(bytes)).pipe(
    Stream.zipWithIndex,
    Stream.filter(([text]) => text.trim() !== ""),
    Stream.zipWithNext,
    Stream.map(([[text, index], next]) => ({ text, where: `${name}line ${index + 1}`, isLast: Option.isNone(next) }))
  )

const monthFile = /(?:^|\/)listens\/(\d{4})\/(\d{1,2})\.jsonl$/

const archived = (file: ImportFile, cutShort: (where: string) => void): Stream.Stream<Listen, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { cut, files } = yield* Zip.contents(file, id)
      if (cut !== null) cutShort(cut)
      const months = files.filter(({ name }) => monthFile.test(name))
      if (months.length === 0 && !files.some(({ name }) => /(?:^|\/)user\.json$/.test(name)))
        return yield* cut === null ? notAnExport(file) : Zip.cutShort(file, id, cut)
      return Stream.flatMap(Stream.fromIterable(months), (entry) =>
        listensOf(Zip.open(file, id, entry), `${entry.name}, `)
      )
    })
  )

const notAnExport = (file: ImportFile): SourceFailure =>
  badFile(
    id,
    `${file.name} is not a ListenBrainz export`,
    "give the zip that ListenBrainz made, or one of its .jsonl files"
  )
