import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { type Subject, type Title, type WatchingRecord, noonOf } from "@daybook/core/watching"
import { Clock, Effect, Option, Stream } from "effect"
import { columnName, csvRecords } from "../kit/exportFile/csvRecords.js"
import { badFile } from "../kit/exportFile/exportPages.js"
import { type FileSample, type Member, baseName } from "../kit/exportFile/members.js"
import { decodeText } from "../kit/exportFile/text.js"
import { importOption, wallTimeOf } from "../kit/scrobbles/playFile.js"
import * as Setting from "../kit/settings.js"
import { cleanName } from "../kit/values.js"
import { titleOf, watchedAt } from "../kit/watches/records.js"
import { type PlacedWatch, type WatchRow, type WatchTally, isPlausible, watchPages } from "../kit/watches/watchFile.js"
import { type DateOrder, dateOrders, dayOf, makeDateColumn } from "./dates.js"
import { type Session, type Stretch, isFinished, sessionsOf } from "../kit/watches/sessions.js"
import { type EpisodeTitle, type NetflixTitle, readTitle } from "./titles.js"

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
    "order of month, day and year in the short Netflix history, if its dates do not show it"
  )
)

export const settings = Setting.settings({ profiles: profilesSetting, dateOrder: orderSetting })

const isMember = (name: string): boolean => /^(?:viewingactivity|netflixviewinghistory)[^/]*\.csv$/.test(name)

const columnsOf = (head: string): ReadonlySet<string> =>
  new Set(
    (head.replace(/^\ufeff/, "").split(/\r\n|\r|\n/, 1)[0] ?? "")
      .split(/[,;\t]/)
      .map((cell) => columnName(cell.replace(/"/g, "")))
  )

/** The columns of the short history, in the language of the account. */
const titleWords =
  "title,titel,título,titre,titolo,tytuł,název,názov,cím,titlu,tittel,nimi,başlık,название,назва,τίτλος,タイトル,제목,标题,標題".split(
    ","
  )
const dateWords = "date,datum,fecha,data,dátum,dată,dato,päivämäärä,tarih,дата,ημερομηνία,日付,날짜,日期".split(",")

const fullColumns = [["profile name"], ["start time"], ["duration"], ["title"]]

/** Whether a file is a viewing activity of Netflix, or an archive with one. */
export const recogniseNetflix = ({ head, members }: FileSample): boolean => {
  const columns = columnsOf(head)
  return (
    members.some((name) => isMember(baseName(name))) ||
    fullColumns.every(([name]) => columns.has(name!)) ||
    (columns.size === 2 && titleWords.some((word) => columns.has(word)) && dateWords.some((word) => columns.has(word)))
  )
}

/** Milliseconds of `01:02:03`; null for anything else, such as `Not latest view`. */
const lengthOf = (text: string): number | null => {
  const [, hours, minutes, seconds] = /^(\d{1,3}):(\d{2}):(\d{2})$/.exec(text.trim()) ?? []
  return hours === undefined ? null : (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
}

type Value = (column: string) => string

const valueIn = (value: Value, words: ReadonlyArray<string>): string =>
  words.map(value).find((text) => text !== "") ?? ""

const shortest = 120_000

/** A stretch of the full activity, or why it is none. */
const readStretch = (value: Value, now: number): Stretch | Exclude<WatchRow, ReadonlyArray<unknown>> => {
  const title = value("title")
  if (value("supplemental video type").trim() !== "" || /_hook_|^(?:trailer|clip):/i.test(title)) return "trailers"
  if (/autoplayed:\s*user action:\s*none/i.test(value("attributes"))) return "played by itself"
  const start = wallTimeOf(value("start time"))
  const length = lengthOf(value("duration"))
  if (start === null || length === null || !isPlausible(start, now) || cleanName(title) === null) return null
  if (length < shortest) return "short"
  return {
    start,
    end: start + length,
    position: lengthOf(value("latest bookmark")) ?? lengthOf(value("bookmark")) ?? 0
  }
}

const subjectOf = (title: NetflixTitle): Subject | null =>
  title.kind === "movie"
    ? title.isCertain
      ? { kind: "movie", title: titleOf(title.title, null) }
      : null
    : title.season === null
      ? null
      : episodeOf(titleOf(title.show, null), title.season, title)

/** Without a number, the title says which episode it is. */
const episodeOf = (
  title: Title,
  season: number,
  { episode, episodeTitle }: Pick<EpisodeTitle, "episode" | "episodeTitle">
): Subject | null =>
  episode !== null
    ? { kind: "episode", title, season, episode, episodeTitle }
    : episodeTitle === null
      ? null
      : { kind: "unnumbered", title, season, episodeTitle }

const recordOf = (subject: Subject, report: WatchingRecord["report"]): ReadonlyArray<WatchingRecord> => [
  { subject, report, rating: null, tally: null }
]

const unnumbered = (title: string): string =>
  `"${title.slice(0, 100)}" does not say which season and episode it is: Daybook does not guess them`

/** The viewing of some stretches, or why it is none. */
const rowOf = (name: string, profile: string, session: Session, tally: WatchTally, place: string): WatchRow => {
  const title = readTitle(name)
  if (!isFinished(title.kind, session)) return "not watched"
  const subject = subjectOf(title)
  if (subject !== null)
    return recordOf(subject, watchedAt(`${session.start}:${profile}`, session.start, { endedAt: session.end }))
  tally.leaveOut(place, unnumbered(name))
  return []
}

interface TitleStretches {
  readonly name: string
  readonly profile: string
  readonly place: string
  readonly stretches: Array<Stretch>
}

/** Rows that are held at a time. Viewings of more, which no account has, are joined within each such part. */
const mostHeld = 500_000

/** The full activity. Stretches of one viewing may lie anywhere in the file. */
const fullRows = (
  members: Stream.Stream<Member, SourceFailure>,
  tally: WatchTally,
  { now, profiles }: { readonly now: number; readonly profiles: ReadonlySet<string> }
): Stream.Stream<PlacedWatch, SourceFailure> =>
  Stream.suspend(() => {
    let stretchesByTitle = new Map<string, TitleStretches>()
    let count = 0
    const flush = (): ReadonlyArray<PlacedWatch> => {
      const all = [...stretchesByTitle.values()]
      stretchesByTitle = new Map()
      count = 0
      return all.flatMap(({ name, place, profile, stretches }) => {
        const sessions = sessionsOf(stretches)
        tally.skip("joined", stretches.length - sessions.length)
        return sessions.map((session) => ({ place, row: rowOf(name, profile, session, tally, place) }))
      })
    }
    const take = (place: string, value: Value | null): ReadonlyArray<PlacedWatch> => {
      if (value === null) return [{ place, row: null }]
      const profile = value("profile name").trim()
      if (!profiles.has(profile)) return [{ place, row: "other profiles" }]
      const stretch = readStretch(value, now)
      if (stretch === null || typeof stretch === "string") return [{ place, row: stretch }]
      const name = cleanName(value("title")) ?? ""
      const key = `${profile}\n${name}`
      const before = stretchesByTitle.get(key)
      // The same row may be in two members of an archive.
      if (before?.stretches.some(({ end, start }) => start === stretch.start && end === stretch.end) === true)
        return [{ place, row: "joined" }]
      if (before === undefined) stretchesByTitle.set(key, { name, profile, place, stretches: [stretch] })
      else before.stretches.push(stretch)
      return ++count < mostHeld ? [] : flush()
    }
    return Stream.flatMap(members, (member) =>
      csvRecords(member, { source, needed: fullColumns, cutShort: tally.cutShort })
    ).pipe(
      Stream.mapConcat(({ place, value }) => take(place, value)),
      Stream.concat(Stream.suspend(() => Stream.fromIterable(flush())))
    )
  })

/** A row of the short history: a title and a day. */
const shortRow = (value: Value, order: DateOrder, tally: WatchTally, place: string): WatchRow => {
  const name = cleanName(valueIn(value, titleWords))
  const day = dayOf(valueIn(value, dateWords), order)
  if (name === null || day === null) return null
  if (/_hook_|^(?:trailer|clip):/i.test(name)) return "trailers"
  const subject = subjectOf(readTitle(name))
  if (subject !== null) return recordOf(subject, watchedAt(day, noonOf(day), { date: day }))
  tally.leaveOut(place, unnumbered(name))
  return []
}

interface Contents {
  readonly profiles: ReadonlySet<string>
  /** Null if the dates do not show it; "ymd" without a short history. */
  readonly order: DateOrder | null
}

const isFull = (value: Value): boolean => value("start time") !== ""

/** The profiles, and the order of dates, of a first reading. */
const contentsOf = (
  members: Stream.Stream<Member, SourceFailure>,
  now: number
): Effect.Effect<Contents, SourceFailure> =>
  Effect.gen(function* () {
    const profiles = new Set<string>()
    const column = makeDateColumn(now)
    let hasDates = false
    yield* Stream.runForEach(
      Stream.flatMap(members, (member) =>
        csvRecords(member, { source, needed: [titleWords, ["start time", ...dateWords]], cutShort: () => undefined })
      ),
      ({ value }) =>
        Effect.sync(() => {
          if (value === null) return
          if (isFull(value)) {
            if (profiles.size < 50) profiles.add(value("profile name").trim())
          } else if (valueIn(value, dateWords).trim() !== "") {
            hasDates = true
            column.add(valueIn(value, dateWords))
          }
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
export const exportFile = (file: ImportFile): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const chosen = Option.getOrElse(yield* importOption(source, profilesSetting), (): ReadonlyArray<string> => [])
      const order = yield* importOption(source, orderSetting)
      return watchPages(file, {
        source,
        title: "a viewing activity of Netflix",
        expected: "give ViewingActivity.csv or NetflixViewingHistory.csv, or the zip file that Netflix sent",
        recognise: recogniseNetflix,
        isMember,
        rows: (members, tally) =>
          Stream.unwrap(
            Effect.gen(function* () {
              const contents = yield* contentsOf(members, now)
              const dates = Option.getOrElse(order, () => contents.order)
              if (dates === null) return yield* ambiguous(file)
              const profiles = yield* chosenProfiles(file, contents, chosen)
              return Stream.flatMap(members, (member) =>
                Stream.unwrap(
                  Effect.map(isFullMember(member), (full) =>
                    full
                      ? fullRows(Stream.succeed(member), tally, { now, profiles })
                      : Stream.map(
                          csvRecords(member, { source, needed: [titleWords, dateWords], cutShort: tally.cutShort }),
                          ({ place, value }): PlacedWatch => ({
                            place,
                            row: value === null ? null : shortRow(value, dates, tally, place)
                          })
                        )
                  )
                )
              )
            })
          )
      })
    })
  )

/** Whether a member has the columns of the full activity. */
const isFullMember = (member: Member) =>
  Effect.map(Stream.mkString(Stream.takeUntil(decodeText(member.bytes), (text) => /[\r\n]/.test(text))), (head) =>
    columnsOf(head).has("start time")
  )
