import { addDays, daysIn, fromOrdinal, isLocalDate, type LocalDate } from "@daybook/core/shared"
import type { PlayedLeague } from "../sampleOwner/attending/clubs.js"
import type { Fixture } from "../sampleOwner/attending/fixtures.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import { wholeNumber } from "../shared/Simulator.js"

/** Without its group a college scoreboard lists the best teams only, which are not the person's. */
const groups: Readonly<Partial<Record<PlayedLeague, string>>> = { ncaaf: "80", ncaab: "50" }

const usualLimit = 100
/** From here on the provider cuts the list without a word. */
const cutsFrom = 600
const cutTo = 25

/** The days that `dates` names: a day, a month, a year, or today without it. Null for a range or anything else. */
const daysOf = (dates: string | undefined, today: LocalDate): ReadonlyArray<LocalDate> | null => {
  if (dates === undefined || dates === "") return [today]
  const [, year, month, day] = /^(\d{4})(\d{2})?(\d{2})?$/.exec(dates) ?? []
  const from = `${year}-${month ?? "01"}-${day ?? "01"}`
  if (year === undefined || !isLocalDate(from)) return null
  if (day !== undefined) return [from]
  const end = month === undefined ? `${Number(year) + 1}-01-01` : nextMonth(from)
  return daysIn(from, end)
}

const nextMonth = (first: LocalDate): LocalDate => `${addDays(first, 31).slice(0, 7)}-01`

/** Soccer's scoreboard of a single day is empty beyond tomorrow; that of a month is not. */
const isListed = (league: PlayedLeague, days: ReadonlyArray<LocalDate>, today: LocalDate) => (date: LocalDate) =>
  league !== "mls" || days.length > 1 || date <= addDays(today, 1)

/** The day at the league's office, in winter. */
const dayOf = (now: number): LocalDate => fromOrdinal(Math.floor((now - 5 * 3_600_000) / 86_400_000))

/**
 * The games of a scoreboard since 15 September 2026. Null where the provider answers 400: ranges of days are refused
 * for every team sport, past ones too. Days are those of the league's office: late games of the west belong to the day
 * on which they began there.
 */
export const scoreboard = (
  sampleOwner: SampleOwner,
  league: PlayedLeague,
  now: number,
  params: Readonly<Record<string, string>>
): ReadonlyArray<Fixture> | null => {
  const today = dayOf(now)
  const days = daysOf(params["dates"], today)
  if (days === null) return null
  if (league === "mlb" || (groups[league] !== undefined && params["groups"] !== groups[league])) return []
  const limit = wholeNumber(params["limit"], usualLimit)
  return days
    .filter(isListed(league, days, today))
    .flatMap((date) => sampleOwner.attending.fixturesOn(league, date))
    .slice(0, Number.isNaN(limit) ? usualLimit : limit >= cutsFrom ? cutTo : limit)
}

/** Whether a `User-Agent` names a program without an address, which is refused since August 2026. */
export const isAnonymousProgram = (userAgent: string | undefined): boolean =>
  userAgent !== undefined &&
  !/^Mozilla\//.test(userAgent) &&
  /^[\w.-]+\/\d/.test(userAgent) &&
  !/https?:\/\/\S|\S@\S/.test(userAgent)

/** A team's season: of soccer only the games that were played. */
export const isOnSchedule =
  (league: PlayedLeague, now: number) =>
  ({ date }: Fixture): boolean =>
    league !== "mls" || date <= dayOf(now)
