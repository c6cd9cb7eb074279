import type { Context } from "effect"
import { type RowOf, boolean, instant, integer, text } from "../kit/record.js"
import type { Calendar } from "../shared/Calendar.js"
import { isOutdated } from "../sync/fullListing.js"
import { type Report, type WatchingRecord, noonOf, reported } from "./model.js"

/** The stored film or episode that a report is about. */
export const subjectFields = {
  titleId: integer(),
  /** Null for a film. */
  episodeId: integer({ nullable: true })
}
export type SubjectId = RowOf<typeof subjectFields>

export const subjectKey = ({ episodeId, titleId }: SubjectId): string =>
  episodeId === null ? `movie:${titleId}` : `episode:${episodeId}`

/** A report of a stored film or episode, with its resolved day. */
export const placedFields = {
  ...subjectFields,
  ...reported,
  /** Whether the source reports the day. */
  dated: boolean(),
  address: text({ nullable: true }),
  /** When the viewing ended; null if unknown. */
  endedAt: instant({ nullable: true }),
  /** Somebody marked it as watched. */
  marked: boolean(),
  /** Without a time: how often it was watched. */
  plays: integer({ nullable: true }),
  /** When the source listed it, in epoch milliseconds; null if no older listing can follow. */
  asOf: instant({ nullable: true }),
  /** The naming of the title that the source used; null if unknown. */
  namingId: integer({ nullable: true }),
  /** The name without a number that the source used; null if it used a number. */
  unnumberedId: integer({ nullable: true })
}

export interface PlacedReport extends RowOf<typeof placedFields>, Pick<Report, "isPartial"> {}

/** A stored report. */
export interface ExistingReport extends RowOf<typeof placedFields> {
  readonly id: number
  /** Whether time, rating or rewatch were edited by hand. */
  readonly edited: boolean
  /** Whether the review was edited by hand. */
  readonly reviewEdited: boolean
}

/** What a report is about, and how the source named it. */
type ReportedSubject = SubjectId & Partial<Pick<PlacedReport, "namingId" | "unnumberedId">>

/** A report with its subject, and with its day in the home time zone unless the source reports the day. */
export const placeReport =
  (calendar: Context.Tag.Service<Calendar>) =>
  (
    { endedAt = null, isDayOnly = false, isMarked = false, plays = null, ...report }: Report,
    { episodeId, namingId = null, titleId, unnumberedId = null }: ReportedSubject,
    asOf: number | null
  ): PlacedReport => {
    const date = report.at === null ? null : (report.date ?? calendar.dateOf(report.at))
    return {
      ...report,
      ...{ titleId, episodeId, namingId, unnumberedId },
      address: report.address ?? null,
      at: isDayOnly && date !== null ? noonOf(date) : report.at,
      date,
      dated: report.at === null || report.date !== null || isDayOnly,
      endedAt,
      marked: isMarked,
      plays,
      asOf
    }
  }

/** A play that the source counts without listing it: it was marked as watched by hand. */
export const markedAt = (lastAt: number): Report => ({
  key: String(lastAt),
  at: lastAt,
  date: null,
  rating: null,
  rewatch: null,
  review: null,
  reviewUrl: null,
  alias: null,
  loggedAt: null
})

/** The lists of a source: viewings, films watched at an unknown time, and film ratings. */
export const listNames = ["viewings", "seen", "ratings"] as const
export type ListName = (typeof listNames)[number]

const prefixes: Readonly<Record<ListName, string>> = { viewings: "", seen: "seen:", ratings: "rating:" }

/** The list that a record belongs to. */
export const listOfRecord = ({ report }: WatchingRecord): ListName =>
  report === null ? "ratings" : report.at === null ? "seen" : "viewings"

/** The sync key of a stored record: its list, and the report's id or the rated film's. */
export const syncKey = (list: ListName, id: number): string => `${prefixes[list]}${id}`

export const listOfKey = (key: string): ListName =>
  listNames.find((list) => prefixes[list] !== "" && key.startsWith(prefixes[list])) ?? "viewings"

/** The ids in the sync keys of some lists. */
export const idsOfKeys = (keys: ReadonlyArray<string>, lists: ReadonlyArray<ListName>): ReadonlyArray<number> =>
  keys.flatMap((key) => {
    const list = listOfKey(key)
    return lists.includes(list) ? [Number(key.slice(prefixes[list].length))] : []
  })

/** The stored report that matches a given one, and a second stored one that turned out to be the same. */
export interface ReportPair<Existing> {
  readonly known: Existing | null
  readonly twin: Existing | null
}

/** The values that identify a report. */
type NamedReport = SubjectId & Pick<PlacedReport, "key" | "address" | "alias" | "rating" | "review">

const nameOf = (report: NamedReport): string => `${subjectKey(report)} ${report.key}`

/** Two URLs are two reports. */
const mayBeOne = (a: NamedReport, b: NamedReport): boolean =>
  a.address === null || b.address === null || a.address === b.address

const isEqual = (a: NamedReport, b: NamedReport): boolean => a.rating === b.rating && a.review === b.review

/**
 * Matches each given report with a stored one: by URL, else by alias, else by film and key. A report with the same
 * rating and review takes precedence. Each stored report matches at most once.
 */
export const pairReports = <Existing extends NamedReport>(
  incoming: ReadonlyArray<NamedReport>,
  existing: ReadonlyArray<Existing>
): ReadonlyArray<ReportPair<Existing>> => {
  const free = new Set(existing)
  const matches = incoming.map((): Existing | null => null)
  const groupedBy = (key: (one: NamedReport) => string | null) => {
    const groups = new Map<string, Array<Existing>>()
    for (const one of existing) {
      const name = key(one)
      if (name !== null) groups.set(name, [...(groups.get(name) ?? []), one])
    }
    return groups
  }
  const pass = (key: (one: NamedReport) => string | null, fits: (a: NamedReport, b: NamedReport) => boolean) => {
    const groups = groupedBy(key)
    for (const [index, one] of incoming.entries()) {
      const name = key(one)
      if (matches[index] !== null || name === null) continue
      const match = groups.get(name)?.find((other) => free.has(other) && fits(one, other))
      if (match === undefined) continue
      matches[index] = match
      free.delete(match)
    }
  }
  pass(
    ({ address }) => address,
    () => true
  )
  pass(({ alias }) => alias, mayBeOne)
  pass(nameOf, (a, b) => mayBeOne(a, b) && isEqual(a, b))
  pass(nameOf, mayBeOne)
  const left = new Map([...free].filter(({ address }) => address === null).map((one) => [nameOf(one), one]))
  return incoming.map((one, index) => {
    const match = matches[index]!
    const twin = match !== null && one.address !== null && match.alias === null ? (left.get(nameOf(one)) ?? null) : null
    if (twin !== null) left.delete(nameOf(one))
    return { known: match, twin }
  })
}

/** The last of the reports with the same URL, or with the same film and key if they have none. */
export const distinctReports = (reports: ReadonlyArray<PlacedReport>): ReadonlyArray<PlacedReport> => [
  ...new Map(reports.map((report) => [report.address ?? nameOf(report), report])).values()
]

/** A stored report before and after a write. `isChanged` ignores the time of the listing. */
export interface ReportUpdate {
  readonly known: ExistingReport
  readonly next: ExistingReport
  readonly isChanged: boolean
}

/** What a page of distinct reports does to the stored ones. */
export interface ReportChanges {
  readonly fresh: ReadonlyArray<PlacedReport>
  /** All stored reports that the page reports again. */
  readonly updates: ReadonlyArray<ReportUpdate>
  /** Stored reports that are the same as another one: to be deleted. */
  readonly twins: ReadonlyArray<ExistingReport>
}

export const reconcileReports = (
  incoming: ReadonlyArray<PlacedReport>,
  existing: ReadonlyArray<ExistingReport>
): ReportChanges => {
  const pairs = pairReports(incoming, existing)
  return {
    fresh: incoming.filter((_, index) => pairs[index]!.known === null),
    twins: pairs.flatMap(({ twin }) => twin ?? []),
    updates: incoming.flatMap((report, index): ReadonlyArray<ReportUpdate> => {
      const { known, twin } = pairs[index]!
      if (known === null) return []
      const next = mergeReport(known, {
        ...report,
        alias: report.alias ?? twin?.alias ?? null,
        loggedAt: report.loggedAt ?? twin?.loggedAt ?? null
      })
      return [{ known, next, isChanged: !isSame(known, next) }]
    })
  }
}

/**
 * Merges a report into the stored one. A list older than the last one only fills in missing names. An export has only
 * short links, which do not replace the links of a feed.
 */
export const mergeReport = (row: ExistingReport, { isPartial, ...report }: PlacedReport): ExistingReport => {
  const names = {
    address: report.address ?? row.address,
    alias: report.alias ?? row.alias,
    loggedAt: report.loggedAt ?? row.loggedAt,
    namingId: report.namingId ?? row.namingId,
    // Once a source gave the number itself, that counts.
    unnumberedId: row.unnumberedId === null ? null : report.unnumberedId,
    asOf: report.asOf === null || row.asOf === null ? (report.asOf ?? row.asOf) : Math.max(report.asOf, row.asOf)
  }
  if (isOutdated(report.asOf, row.asOf)) return { ...row, ...names }
  const own = row.edited
    ? { at: row.at, date: row.date, dated: row.dated, endedAt: row.endedAt, rating: row.rating, rewatch: row.rewatch }
    : {}
  const ownReview = row.reviewEdited ? { review: row.review, reviewUrl: row.reviewUrl } : {}
  const unknown = isPartial === true ? { rating: report.rating ?? row.rating, review: report.review ?? row.review } : {}
  const keepsLink = isShort(report.reviewUrl) && row.reviewUrl !== null && report.review !== null
  const reviewUrl = keepsLink || (isPartial === true && report.review === null) ? row.reviewUrl : report.reviewUrl
  const { edited, id, reviewEdited } = row
  return { ...report, ...unknown, ...own, ...names, reviewUrl, ...ownReview, id, edited, reviewEdited }
}

const isShort = (url: string | null): boolean => url === null || /^https?:\/\/boxd\.it\//.test(url)

const { asOf: _, namingId: __, unnumberedId: ___, ...compared } = placedFields
const fields = Object.keys(compared) as ReadonlyArray<keyof typeof compared>
const isSame = (row: ExistingReport, next: ExistingReport): boolean =>
  fields.every((field) => row[field] === next[field])
