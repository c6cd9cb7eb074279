import type { CollectingRecord } from "@daybook/core/collecting"
import { Effect, Option, Schema, Stream } from "effect"
import { Unreadable, eachFile, files } from "../kit/exportFile/Format.js"
import { jsonRows } from "../kit/exportFile/formats.js"
import { someFieldsOf } from "../kit/jsonValues.js"
import { CollectedMovie, toDisc } from "./wire.js"

const decode = Schema.decodeUnknownOption(CollectedMovie)

const films = eachFile({
  // Possibly split: collection-movies.json, collection-movies-1.json.
  ...jsonRows({ member: /^collection[-_]movies.*\.json$/, has: [] }).each,
  begins: ({ objects }) => objects.map(someFieldsOf).some((one) => "collected_at" in one && "movie" in one)
})

/** The account export: a zip with collection-movies.json, or that file alone. */
export const format = files<CollectingRecord | string>({
  ...films.each,
  rows: (members, open) =>
    Stream.suspend(() => {
      const unknown = new Set<string>()
      let digital = 0
      const discs = Stream.flatMap(members, (member) => films.each.rows(member, open)).pipe(
        Stream.map(({ place, row }) => {
          const disc = Option.getOrNull(
            Option.flatMapNullable(decode(row), (film) => toDisc(film, true, (word) => unknown.add(word)))
          )
          if (disc === null)
            return { place, row: new Unreadable({ reason: "it has no title or no date of collection" }) }
          if (disc.edition.mediaType !== "digital") return { place, row: disc }
          digital++
          return { place, row: "owned as a digital copy" }
        })
      )
      const end = Effect.suspend(() => {
        if (digital > 0) open.tally.remark(digitalOnlyRemark(digital))
        return warnUnknownWords(unknown)
      })
      return Stream.concat(discs, Stream.drain(Stream.fromEffect(end)))
    })
})

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
