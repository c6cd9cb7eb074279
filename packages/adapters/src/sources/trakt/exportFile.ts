import type { CollectingRecord } from "@daybook/core/collecting"
import type { ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Schema, Stream } from "effect"
import { badFile, exportPages, makeTally } from "../kit/exportFile/exportPages.js"
import { jsonObjects } from "../kit/exportFile/json.js"
import { decodeText } from "../kit/exportFile/text.js"
import { isZipFile, membersOf } from "../kit/exportFile/sample.js"
import * as Zip from "../kit/exportFile/Zip.js"
import { CollectedMovie, toDisc } from "./wire.js"

const decode = Schema.decodeUnknownOption(Schema.parseJson(CollectedMovie))

/** Possibly split: collection-movies.json, collection-movies-1.json. */
const isCollection = (name: string) => /(^|\/)collection[-_]movies[^/]*\.json$/i.test(name)

/** The account export: a zip with collection-movies.json, or that file alone. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<CollectingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const tally = makeTally()
      const unknown = new Set<string>()
      let files = 0
      const discs = jsonOf(yield* collection(file, tally.cutShort), tally.cutShort).pipe(
        Stream.mapConcat(([text, index]): ReadonlyArray<CollectingRecord> => {
          const disc = Option.getOrNull(
            Option.flatMapNullable(decode(text), (row) => toDisc(row, true, (word) => unknown.add(word)))
          )
          const place = `film ${index + 1}`
          const isDigital = disc?.edition.mediaType === "digital"
          if (disc === null) tally.leaveOut(place, "it has no title or no date of collection")
          else if (isDigital) tally.skip("owned as a digital copy", place)
          else tally.read()
          if (isDigital) files++
          return disc === null || isDigital ? [] : [disc]
        })
      )
      const withDigitalRemark = Stream.concat(
        discs,
        Stream.drain(
          Stream.sync(() => {
            if (files > 0) tally.remark(digitalOnlyRemark(files))
          })
        )
      )
      return exportPages(withDigitalRemark, tally.tally, { source: "trakt", file }).pipe(
        Stream.concat(Stream.drain(Stream.fromEffect(Effect.suspend(() => warnUnknownWords(unknown)))))
      )
    })
  )

/** Recognises collected films, and archives with a list of them. */
export const recognise: Recognise = ({ entries, objects }) =>
  entries === null
    ? objects.some((object) => "collected_at" in membersOf(object) && "movie" in membersOf(object))
    : entries.some(isCollection)

type Part = readonly [name: string, bytes: Stream.Stream<Uint8Array, SourceFailure>]

/** The films of all parts, with their index. */
const jsonOf = (parts: ReadonlyArray<Part>, cutShort: (where: string) => void) =>
  Stream.fromIterable(parts).pipe(
    Stream.flatMap(([name, bytes]) => jsonObjects(decodeText(bytes), () => cutShort(`the list in ${name} has no end`))),
    Stream.zipWithIndex
  )

/** States that films were left out because they are owned only as digital copies. */
export const digitalOnlyRemark = (count: number): string =>
  (count === 1 ? "1 film is owned as a digital copy" : `${count} films are owned as digital copies`) +
  " and left out: the collection is of discs and tapes"

/** Warns about unknown words. The discs are kept without them. */
export const warnUnknownWords = (unknown: ReadonlySet<string>) =>
  unknown.size === 0
    ? Effect.void
    : Effect.logWarning(
        `Trakt says ${[...unknown]
          .slice(0, 5)
          .map((word) => `"${word.slice(0, 40)}"`)
          .join(", ")} of some discs, which is not known here and left out`
      )

const collection = (file: ImportFile, cutShort: (where: string) => void) =>
  Effect.gen(function* () {
    if (!(yield* isZipFile(file))) return [[file.name, file.stream]] satisfies ReadonlyArray<Part>
    const { cut, files } = yield* Zip.contents(file, "trakt")
    if (cut !== null) cutShort(cut)
    const entries = files.filter(({ name }) => isCollection(name))
    if (entries.length === 0 && cut !== null) return yield* Zip.cutShort(file, "trakt", cut)
    if (entries.length === 0) {
      return yield* badFile(
        "trakt",
        `${file.name} holds no collection of films`,
        "give the zip file that Trakt makes under Settings, Data, with collection-movies.json in it"
      )
    }
    return entries.map((entry): Part => [entry.name, Zip.open(file, "trakt", entry)])
  })
