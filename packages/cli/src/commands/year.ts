import * as Daybook from "@daybook/adapters"
import { Args, Command } from "@effect/cli"
import { Effect, Either, Option } from "effect"
import { Usage } from "../Failure.js"
import { units, wholeNumber } from "../HostSettings.js"
import { described } from "../manual.js"
import * as Options from "../options.js"
import * as print from "../print.js"
import { columnsOf, showsBlocks } from "../screen.js"
import { blocks, letters } from "../year/charts.js"
import { isEmpty, page } from "../year/page.js"
import { knownYears, thisYear, yearOfLife } from "../year/YearOfLife.js"

const [firstYear, lastYear] = [1900, 2999]
const [narrowest, widest] = [60, 80]

const yearNamed = (text: string) =>
  Either.mapLeft(wholeNumber("YEAR", text, firstYear, lastYear), () => new Usage({ message: `"${text}" is no year: give one such as 2025` }))

/** What to do where a year is empty. */
const emptiness = (year: number, known: ReadonlyArray<number>) =>
  known.length === 0
    ? "nothing is stored yet: `daybook sources` shows what can be read, `daybook demo` a made-up life"
    : `nothing is stored of ${year}; there is something of ${known.slice(0, 12).join(", ")}`

const draw = Effect.fn("year.draw")(function*(year: number, json: boolean) {
  const life = yield* yearOfLife(year, yield* units)
  const paper = { ink: showsBlocks(process.env) ? blocks : letters, width: Math.max(narrowest, Math.min(widest, columnsOf(process.stdout))) }
  yield* print.answer(json, life, () =>
    isEmpty(life) ? Effect.void : Effect.forEach(page(paper, life), print.line, { discard: true }))
  if (isEmpty(life)) yield* print.note(emptiness(year, yield* knownYears))
})

const asked = Args.text({ name: "year" }).pipe(Args.withDescription("This year when none is given"), Args.optional)

export const year = Command.make("year", { asked, json: Options.json }, ({ asked, json }) =>
  Effect.gen(function*() {
    const given = Option.isSome(asked) ? yield* yearNamed(asked.value) : null
    yield* Effect.provide(Effect.flatMap(given === null ? thisYear : Effect.succeed(given), (year) => draw(year, json)), Daybook.layer)
  })
).pipe(Command.withDescription(described("A year of your life on one screen", "daybook year 2025")))
