import * as Daybook from "@daybook/adapters"
import { Effect, Either, Option } from "effect"
import { Usage } from "../failures.js"
import * as print from "../print.js"
import { columnsOf, showsBlocks } from "../text.js"
import { unitsInUse } from "../unitsInUse.js"
import { asciiCharacters, blockCharacters } from "../year/layout.js"
import { isEmpty, page } from "../year/page.js"
import { yearsWithData, thisYear, yearReview } from "../year/yearReview.js"

const [firstYear, lastYear] = [1900, 2999]
const [narrowest, widest] = [60, 80]

const yearNamed = (text: string) =>
  Either.mapLeft(
    Daybook.Setting.readWholeNumber("YEAR", text, firstYear, lastYear),
    () => new Usage({ message: `"${text}" is not a year: give one such as 2025` })
  )

/** The note for an empty year. */
const emptyYearNote = (year: number, years: ReadonlyArray<number>) =>
  years.length === 0
    ? "nothing is stored yet: `daybook sources` lists what can be read, `daybook demo` runs on sample data"
    : `nothing is stored of ${year}; these years have data: ${years.slice(0, 12).join(", ")}`

const printYear = Effect.fn("year.printYear")(function* (year: number, json: boolean) {
  const review = yield* yearReview(year, yield* unitsInUse)
  const style = {
    characters: showsBlocks(process.env) ? blockCharacters : asciiCharacters,
    width: Math.max(narrowest, Math.min(widest, columnsOf(process.stdout)))
  }
  const { chapters, ...days } = review
  const answers = Object.fromEntries(chapters.map(({ name, review }) => [name, review?.answer ?? null]))
  yield* print.answer(json, { ...days, ...answers }, () =>
    isEmpty(review) ? Effect.void : Effect.forEach(page(style, review), print.line, { discard: true })
  )
  if (isEmpty(review)) yield* print.note(emptyYearNote(year, yield* yearsWithData))
})

interface YearOptions {
  readonly year: Option.Option<string>
  readonly json: boolean
}

export const year = ({ json, year: text }: YearOptions) =>
  Effect.gen(function* () {
    const requested = Option.isSome(text) ? yield* yearNamed(text.value) : null
    yield* Effect.provide(
      Effect.flatMap(requested === null ? thisYear : Effect.succeed(requested), (year) => printYear(year, json)),
      Daybook.layer
    )
  })
