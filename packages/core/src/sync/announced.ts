import type { LocalDate } from "../shared/LocalDate.js"

/** A change that a provider has announced. */
export interface AnnouncedChange {
  /** The sources that it concerns. */
  readonly sources: ReadonlyArray<string>
  /** The day from which it holds. */
  readonly date: LocalDate
  /** What changes, as a sentence. */
  readonly change: string
  /** What the owner can do, as an instruction. */
  readonly action: string
  readonly link: string
}

/** Every announced change, by its date. A change that Daybook follows by itself does not belong here. */
export const announcedChanges: ReadonlyArray<AnnouncedChange> = [
  {
    sources: ["trakt"],
    date: "2026-07-31",
    change: "Trakt removes the applications of accounts without VIP",
    action: "if the sync is refused, export your data at Trakt and run `daybook import trakt FILE`",
    link: "https://github.com/trakt/trakt-api/issues/897"
  },
  {
    sources: ["espn"],
    date: "2026-08-04",
    change: "ESPN refuses programs on some networks that give no address of their own",
    action: "set DAYBOOK_PUBLIC_URL, so that requests name your host",
    link: "https://github.com/pseudo-r/Public-ESPN-API/issues/23"
  },
  {
    sources: ["strava"],
    date: "2027-01-04",
    change: "Strava moves its API to api-v3.strava.com",
    action: "once that name answers, set DAYBOOK_STRAVA_API_BASE_URL=https://www.api-v3.strava.com",
    link: "https://github.com/stravalib/stravalib/issues/737"
  },
  {
    sources: ["strava"],
    date: "2027-06-01",
    change: "Strava ends its former API address and the former way to revoke access",
    action: "set DAYBOOK_STRAVA_API_BASE_URL=https://www.api-v3.strava.com, and upgrade Daybook before you disconnect",
    link: "https://developers.strava.com/docs/changelog/"
  }
]

const dayMillis = 86_400_000
/** How long before its date a change is announced, and how long after it. */
const daysAhead = 60
const daysAfter = 60

/**
 * The changes from 60 days ahead to 60 days after their date, for sources that are set up, each once. `now` is in epoch
 * milliseconds.
 */
export const currentChanges = (
  changes: ReadonlyArray<AnnouncedChange>,
  now: number,
  isSetUp: (source: string) => boolean
): ReadonlyArray<AnnouncedChange> =>
  changes.filter(({ date, sources }) => {
    const ahead = Date.parse(date) - now
    return sources.some(isSetUp) && ahead <= daysAhead * dayMillis && -ahead <= daysAfter * dayMillis
  })

/** One line about a change. */
export const announcedText = ({ action, change, date, link }: Omit<AnnouncedChange, "sources">): string =>
  `from ${date}: ${change}; ${action} (${link})`
