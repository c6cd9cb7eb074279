import type { Play } from "@daybook/core/listening"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { badFile, exportPages } from "../archive/exportPages.js"
import { jsonObjects } from "../archive/jsonObjects.js"
import { lines } from "../archive/lines.js"
import * as Zip from "../archive/Zip.js"
import { toRow } from "./toRecords.js"

const id = "listenbrainz"

/**
 * ListenBrainz' own export: a zip with `user.json` and `listens/YYYY/M.jsonl`, one listen a line; or one of those files by
 * itself; or the JSON array of listens that the site gave in former years.
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play>, SourceFailure> =>
  Stream.suspend(() => {
    const tally = { good: 0, broken: 0 }
    const plays = texts(file).pipe(
      Stream.filter((text) => text.trim() !== ""),
      Stream.filterMap((text) => {
        const play = Option.flatMap(Option.flatMap(parse(text), toRow), (row) => Option.fromNullable(row.play))
        if (Option.isSome(play)) tally.good++
        else tally.broken++
        return play
      })
    )
    return exportPages(plays, () => tally, { source: id, file })
  })

const parse = (text: string): Option.Option<unknown> => Option.liftThrowable(JSON.parse)(text)

/** The listens, each as a JSON text. */
const texts = (file: ImportFile): Stream.Stream<string, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const head = yield* file.slice(0, Math.min(file.size, 1024))
    if (head[0] === 0x50 && head[1] === 0x4b) return archived(file)
    const start = new TextDecoder().decode(head).trimStart()
    if (start.startsWith("[")) return jsonObjects(Stream.decodeText(file.stream))
    return start.startsWith("{") ? lines(file.stream) : Stream.fail(foreign(file))
  }))

const monthFile = /(?:^|\/)listens\/(\d{4})\/(\d{1,2})\.jsonl$/

const archived = (file: ImportFile): Stream.Stream<string, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const entries = yield* Zip.entries(file, id)
    const months = entries.filter(({ name }) => monthFile.test(name))
    if (months.length === 0 && !entries.some(({ name }) => /(?:^|\/)user\.json$/.test(name))) return yield* foreign(file)
    return Stream.flatMap(Stream.fromIterable(months), (entry) => lines(Zip.open(file, id, entry)))
  }))

const foreign = (file: ImportFile): SourceFailure =>
  badFile(id, `${file.name} is not a ListenBrainz export`, "give the zip that ListenBrainz made, or one of its .jsonl files")
