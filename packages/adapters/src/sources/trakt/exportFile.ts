import type { CollectingRecord } from "@daybook/core/collecting"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Schema, Stream } from "effect"
import { badFile, exportPages } from "../archive/exportPages.js"
import { jsonObjects } from "../archive/jsonObjects.js"
import * as Zip from "../archive/Zip.js"
import { toDisc } from "./toRecords.js"
import { CollectedMovie } from "./wire.js"

const decode = Schema.decodeUnknownOption(Schema.parseJson(CollectedMovie))

/** Perhaps in parts: collection-movies.json, collection-movies-1.json. */
const isCollection = (name: string) => /(^|\/)collection[-_]movies[^/]*\.json$/i.test(name)

/** The account export: a zip with collection-movies.json, or that file by itself. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<CollectingRecord>, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const bytes = yield* collection(file)
    const tally = { good: 0, broken: 0 }
    const unknown = new Set<string>()
    const discs = jsonObjects(Stream.decodeText(bytes)).pipe(
      Stream.mapConcat((text): ReadonlyArray<CollectingRecord> => {
        const disc = Option.getOrNull(Option.flatMapNullable(decode(text), (row) => toDisc(row, true, (word) => unknown.add(word))))
        if (disc === null) tally.broken++
        else tally.good++
        return disc === null || disc.edition.mediaType === "digital" ? [] : [disc]
      })
    )
    return exportPages(discs, () => tally, { source: "trakt", file }).pipe(Stream.concat(Stream.drain(Stream.fromEffect(Effect.suspend(() => remark(unknown))))))
  }))

/** Words that nobody here knows are left out, not the discs. */
export const remark = (unknown: ReadonlySet<string>) =>
  unknown.size === 0 ? Effect.void : Effect.logWarning(`Trakt says ${[...unknown].slice(0, 5).map((word) => `"${word.slice(0, 40)}"`).join(", ")} of some discs, which is not known here and left out`)

const collection = (file: ImportFile) =>
  Effect.gen(function*() {
    if (/\.json$/i.test(file.name)) return file.stream
    const entries = (yield* Zip.entries(file, "trakt")).filter(({ name }) => isCollection(name))
    if (entries.length === 0) {
      return yield* badFile("trakt", `${file.name} holds no collection of films`, "give the zip file that Trakt makes under Settings, Data, with collection-movies.json in it")
    }
    return entries.map((entry) => Zip.open(file, "trakt", entry)).reduce((all, one) => Stream.concat(all, one))
  })
