import type { ImportFile, SourceFailure } from "@daybook/core/sync"
import { noonOf } from "@daybook/core/watching"
import { Effect, Option, Stream } from "effect"
import { csvRecords } from "../kit/exportFile/csvRecords.js"
import { badFile } from "../kit/exportFile/exportPages.js"
import { type OpenFile, files } from "../kit/exportFile/Format.js"
import { columnsOf } from "../kit/exportFile/formats.js"
import type { Member } from "../kit/exportFile/members.js"
import * as Setting from "../kit/settings.js"
import { cleanName } from "../kit/values.js"
import { watchedAt } from "../kit/watches/records.js"
import type { PlacedWatch, WatchRow } from "../kit/watches/watchFile.js"
import { type Value, fullColumns, fullRows, isTrailer } from "./activity.js"
import { type DateOrder, dateOrders, makeDateColumn } from "../kit/exportFile/writtenDates.js"
import { dayOf, savedDateOf } from "./dates.js"
import { namedSubject } from "./subjects.js"

const source = "netflix"

const profilesSetting = Setting.optional(
  Setting.list(
    "DAYBOOK_NETFLIX_PROFILES",
    () => true,
    "names of profiles",
    "names of the Netflix profiles whose viewings are imported, required for a file with several"
  ),
  "the only one of a file"
)
const orderSetting = Setting.optional(
  Setting.oneOf(
    "DAYBOOK_NETFLIX_DATE_ORDER",
    dateOrders,
    "order of month, day and year in files of Netflix, if their dates do not show it"
  )
)

export const settings = Setting.settings({ profiles: profilesSetting, dateOrder: orderSetting })

type Values = Effect.Effect.Success<typeof settings.config>

/** The columns of the short history, in the language of the account. */
const titleWords =
  "title,titel,título,titre,titolo,tytuł,název,názov,cím,titlu,tittel,nimi,başlık,название,назва,τίτλος,タイトル,제목,标题,標題".split(
    ","
  )
const dateWords = "date,datum,fecha,data,dátum,dată,dato,päivämäärä,tarih,дата,ημερομηνία,日付,날짜,日期".split(",")

const valueIn = (value: Value, words: ReadonlyArray<string>): string =>
  words.map(value).find((text) => text !== "") ?? ""

/** A row of the short history: a title and a day. */
const shortRow = (value: Value, order: DateOrder): WatchRow => {
  const name = cleanName(valueIn(value, titleWords))
  const day = dayOf(valueIn(value, dateWords), order)
  if (name === null || day === null) return null
  if (isTrailer(name)) return "trailers"
  return [
    { subject: namedSubject(name), report: watchedAt(day, noonOf(day), { date: day }), rating: null, tally: null }
  ]
}

interface Contents {
  readonly profiles: ReadonlySet<string>
  /** Null if the dates do not show it; "ymd" if all times are as Netflix writes them. */
  readonly order: DateOrder | null
}

const isFull = (value: Value): boolean => value("start time") !== ""

/** The first year of viewings at Netflix. */
const firstYear = 2007

/** The profiles, and the order of dates, of a first reading. */
const contentsOf = (
  members: Stream.Stream<Member, SourceFailure>,
  now: number
): Effect.Effect<Contents, SourceFailure> =>
  Effect.gen(function* () {
    const profiles = new Set<string>()
    const column = makeDateColumn(now, firstYear)
    let hasDates = false
    yield* Stream.runForEach(
      Stream.flatMap(members, (member) =>
        csvRecords(member, { source, needed: [titleWords, ["start time", ...dateWords]], cutShort: () => undefined })
      ),
      ({ value }) =>
        Effect.sync(() => {
          if (value === null) return
          if (isFull(value) && profiles.size < 50) profiles.add(value("profile name").trim())
          const date = isFull(value) ? savedDateOf(value("start time")) : valueIn(value, dateWords).trim()
          if (date === null || date === "") return
          hasDates = true
          column.add(date)
        })
    )
    return { profiles, order: hasDates ? column.order() : "ymd" }
  })

/** The chosen profiles. Of a file with several, the person must say which are theirs. */
const chosenProfiles = (file: ImportFile, { profiles }: Contents, chosen: ReadonlyArray<string>) => {
  const names = [...profiles].sort()
  const matches = names.filter((name) => chosen.some((one) => one.toLowerCase() === name.toLowerCase()))
  if (chosen.length === 0 && names.length <= 1) return Effect.succeed(profiles)
  if (matches.length > 0 || names.length === 0) return Effect.succeed(new Set(matches))
  const several = chosen.length === 0 ? `has the profiles ${names.join(", ")}` : `has none of these profiles`
  return badFile(source, `${file.name} ${several}`, `set DAYBOOK_NETFLIX_PROFILES to some of ${names.join(", ")}`)
}

const ambiguous = (file: ImportFile) =>
  badFile(
    source,
    `the dates in ${file.name} do not show whether the day or the month comes first`,
    "set DAYBOOK_NETFLIX_DATE_ORDER to mdy, dmy or ymd"
  )

/** The full viewing activity of an account export, or the short history of a profile. It is read twice. */
export const format = files<WatchRow, never, Values>({
  member: /^(?:viewingactivity|netflixviewinghistory)[^/]*\.csv$/,
  begins: (beginning) => {
    const columns = columnsOf(beginning)
    const has = (words: ReadonlyArray<string>) => words.some((word) => columns.has(word))
    return fullColumns.every(has) || (columns.size === 2 && has(titleWords) && has(dateWords))
  },
  rows: (members, open) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const { file, now, tally, values } = open
        const contents = yield* contentsOf(members, now)
        const order = Option.getOrElse(values.dateOrder, () => contents.order)
        if (order === null) return yield* ambiguous(file)
        const chosen = Option.getOrElse(values.profiles, (): ReadonlyArray<string> => [])
        const profiles = yield* chosenProfiles(file, contents, chosen)
        return Stream.flatMap(members, (member) =>
          Stream.unwrap(
            Effect.map(isFullMember(member, open), (isFull) =>
              isFull
                ? fullRows(Stream.succeed(member), source, tally, { now, order, profiles })
                : Stream.map(
                    csvRecords(member, { source, needed: [titleWords, dateWords], cutShort: tally.cutShort }),
                    ({ place, value }): PlacedWatch => ({ place, row: value === null ? null : shortRow(value, order) })
                  )
            )
          )
        )
      })
    )
})

/** Whether a member has the columns of the full activity. */
const isFullMember = ({ beginning }: Member, { sample }: OpenFile<Values>) =>
  Effect.map(beginning ?? Effect.succeed(sample), (one) => columnsOf(one).has("start time"))
