import type { CollectingRecord } from "@daybook/core/collecting"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Schema, Stream } from "effect"
import { badFile, exportPages, makeTally } from "../archive/exportPages.js"
import { jsonObjects } from "../archive/jsonObjects.js"
import { textOf } from "../archive/text.js"
import * as Zip from "../archive/Zip.js"
import { toDisc } from "./toRecords.js"
import { CollectedMovie } from "./wire.js"

const decode = Schema.decodeUnknownOption(Schema.parseJson(CollectedMovie))

/** Perhaps in parts: collection-movies.json, collection-movies-1.json. */
const isCollection = (name: string) => /(^|\/)collection[-_]movies[^/]*\.json$/i.test(name)

/** The account export: a zip with collection-movies.json, or that file by itself. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<CollectingRecord>, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const tally = makeTally()
    const unknown = new Set<string>()
    let files = 0
    const discs = jsonOf(yield* collection(file), tally.cutShort).pipe(
      Stream.mapConcat(([text, index]): ReadonlyArray<CollectingRecord> => {
        const disc = Option.getOrNull(Option.flatMapNullable(decode(text), (row) => toDisc(row, true, (word) => unknown.add(word))))
        if (disc === null) tally.leaveOut(`film ${index + 1}`)
        else tally.read()
        if (disc?.edition.mediaType === "digital") files++
        return disc === null || disc.edition.mediaType === "digital" ? [] : [disc]
      })
    )
    const counted = Stream.concat(discs, Stream.drain(Stream.sync(() => {
      if (files > 0) tally.remark(onlyFiles(files))
    })))
    return exportPages(counted, tally.tally, { source: "trakt", file }).pipe(Stream.concat(Stream.drain(Stream.fromEffect(Effect.suspend(() => remark(unknown))))))
  }))

type Part = readonly [name: string, bytes: Stream.Stream<Uint8Array, SourceFailure>]

/** The films of all parts, each with its place among them. */
const jsonOf = (parts: ReadonlyArray<Part>, cutShort: (where: string) => void) =>
  Stream.fromIterable(parts).pipe(
    Stream.flatMap(([name, bytes]) => jsonObjects(textOf(bytes), () => cutShort(`the list in ${name} has no end`))),
    Stream.zipWithIndex
  )

/** Says that films were left out, since they are owned as files alone. */
export const onlyFiles = (count: number): string =>
  `${count} ${count === 1 ? "film is" : "films are"} owned as ${count === 1 ? "a digital copy" : "digital copies"} and left out: the collection is of discs and tapes`

/** Words that nobody here knows are left out, not the discs. */
export const remark = (unknown: ReadonlySet<string>) =>
  unknown.size === 0 ? Effect.void : Effect.logWarning(`Trakt says ${[...unknown].slice(0, 5).map((word) => `"${word.slice(0, 40)}"`).join(", ")} of some discs, which is not known here and left out`)

const collection = (file: ImportFile) =>
  Effect.gen(function*() {
    if (/\.json$/i.test(file.name)) return [[file.name, file.stream]] satisfies ReadonlyArray<Part>
    const entries = (yield* Zip.entries(file, "trakt")).filter(({ name }) => isCollection(name))
    if (entries.length === 0) {
      return yield* badFile("trakt", `${file.name} holds no collection of films`, "give the zip file that Trakt makes under Settings, Data, with collection-movies.json in it")
    }
    return entries.map((entry): Part => [entry.name, Zip.open(file, "trakt", entry)])
  })
