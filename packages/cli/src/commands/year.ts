import * as Daybook from "@daybook/adapters"
import { Args, Command } from "@effect/cli"
import { Effect, Either, Option } from "effect"
import { Usage } from "../failures.js"
import { describeCommand } from "../help.js"
import { units } from "../host.js"
import * as commonOptions from "../options.js"
import * as print from "../print.js"
import { columnsOf, showsBlocks } from "../text.js"
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
  const review = yield* yearReview(year, yield* units.config)
  const style = {
    characters: showsBlocks(process.env) ? blockCharacters : asciiCharacters,
    width: Math.max(narrowest, Math.min(widest, columnsOf(process.stdout)))
  }
  yield* print.answer(json, review, () =>
    isEmpty(review) ? Effect.void : Effect.forEach(page(style, review), print.line, { discard: true })
  )
  if (isEmpty(review)) yield* print.note(emptyYearNote(year, yield* yearsWithData))
})

const yearArg = Args.text({ name: "year" }).pipe(
  Args.withDescription("The year; the current one by default"),
  Args.optional
)

export const year = Command.make("year", { yearArg, json: commonOptions.json }, ({ json, yearArg }) =>
  Effect.gen(function* () {
    const requested = Option.isSome(yearArg) ? yield* yearNamed(yearArg.value) : null
    yield* Effect.provide(
      Effect.flatMap(requested === null ? thisYear : Effect.succeed(requested), (year) => printYear(year, json)),
      Daybook.layer
    )
  })
).pipe(Command.withDescription(describeCommand("Show a year of your data on one screen", "daybook year 2025")))
