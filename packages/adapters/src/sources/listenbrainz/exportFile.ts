import type { Play } from "@daybook/core/listening"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Stream } from "effect"
import { badFile, exportPages, makeTally } from "../archive/exportPages.js"
import { jsonObjects } from "../archive/jsonObjects.js"
import { lines } from "../archive/lines.js"
import { textOf } from "../archive/text.js"
import * as Zip from "../archive/Zip.js"
import { toRow } from "./toRecords.js"

const id = "listenbrainz"

/**
 * ListenBrainz' own export: a zip with `user.json` and `listens/YYYY/M.jsonl`, one listen a line; or one of those files by
 * itself; or the JSON array of listens that the site gave in former years.
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play>, SourceFailure> =>
  Stream.suspend(() => {
    const tally = makeTally()
    const plays = texts(file, () => tally.cutShort("the list has no end")).pipe(
      Stream.filterMap(({ isLast, text, where }) => {
        const play = Option.flatMap(Option.flatMap(parse(text), toRow), (row) => Option.fromNullable(row.play))
        if (Option.isSome(play)) tally.read()
        else if (isLast && Option.isNone(parse(text))) tally.cutShort(`it ends within ${where}`)
        else tally.leaveOut(where)
        return play
      })
    )
    return exportPages(plays, tally.tally, { source: id, file })
  })

const parse = (text: string): Option.Option<unknown> => Option.liftThrowable(JSON.parse)(text)

/** One listen as JSON, and where it stands. */
interface Listen {
  readonly text: string
  readonly where: string
  readonly isLast: boolean
}

const texts = (file: ImportFile, cutShort: () => void): Stream.Stream<Listen, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const head = yield* file.slice(0, Math.min(file.size, 4_096))
    if (head[0] === 0x50 && head[1] === 0x4b) return archived(file)
    const start = (yield* Stream.runCollect(textOf(Stream.succeed(head)))).pipe(Chunk.join("")).trimStart()
    if (start.startsWith("[")) {
      return jsonObjects(textOf(file.stream), cutShort).pipe(Stream.zipWithIndex, Stream.map(([text, index]) => ({ text, where: `listen ${index + 1}`, isLast: false })))
    }
    return start.startsWith("{") ? listensOf(file.stream, "") : Stream.fail(foreign(file))
  }))

/** Lines of one file. Only what stands on its last line may have been cut. */
const listensOf = (bytes: Stream.Stream<Uint8Array, SourceFailure>, name: string): Stream.Stream<Listen, SourceFailure> =>
  lines(textOf(bytes)).pipe(
    Stream.zipWithIndex,
    Stream.filter(([text]) => text.trim() !== ""),
    Stream.zipWithNext,
    Stream.map(([[text, index], next]) => ({ text, where: `${name}line ${index + 1}`, isLast: Option.isNone(next) }))
  )

const monthFile = /(?:^|\/)listens\/(\d{4})\/(\d{1,2})\.jsonl$/

const archived = (file: ImportFile): Stream.Stream<Listen, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const entries = yield* Zip.entries(file, id)
    const months = entries.filter(({ name }) => monthFile.test(name))
    if (months.length === 0 && !entries.some(({ name }) => /(?:^|\/)user\.json$/.test(name))) return yield* foreign(file)
    return Stream.flatMap(Stream.fromIterable(months), (entry) => listensOf(Zip.open(file, id, entry), `${entry.name}, `))
  }))

const foreign = (file: ImportFile): SourceFailure =>
  badFile(id, `${file.name} is not a ListenBrainz export`, "give the zip that ListenBrainz made, or one of its .jsonl files")
