import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import type { Viewing } from "../sampleOwner/watching.js"

const header =
  "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,Country"

const clockOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 19)
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** A title as Netflix writes it. */
const titleOf = ({ watching }: SampleOwner, { what }: Viewing, isFull: boolean): string =>
  what.kind === "film"
    ? watching.films[what.film]!.title
    : `${watching.series[what.series]!.title}: Season ${what.season}: Chapter ${what.episode}` +
      (isFull ? ` (Episode ${what.episode})` : "")

const minutesOf = ({ watching }: SampleOwner, { what }: Viewing) =>
  what.kind === "film" ? watching.films[what.film]!.minutes : watching.series[what.series]!.minutes

/**
 * `ViewingActivity.csv` of an account export, newest first, with the times of starts in UTC. Every fifth viewing has a
 * pause; previews and trailers stand between them.
 */
export const netflixActivity = (owner: SampleOwner, viewings: ReadonlyArray<Viewing>, profile = "Ada"): string => {
  const row = (start: number, seconds: number, title: string, attributes = "", type = "") =>
    [
      profile,
      new Date(start * 1_000).toISOString().slice(0, 19).replace("T", " "),
      clockOf(seconds),
      attributes,
      quoted(title),
      type,
      "Television",
      clockOf(seconds),
      "Not latest view",
      "PT (Portugal)"
    ].join(",")
  const rows = viewings.toReversed().flatMap((viewing, index) => {
    const title = titleOf(owner, viewing, true)
    const seconds = minutesOf(owner, viewing) * 60
    const start = viewing.at - seconds
    const half = Math.floor(seconds / 2)
    const plays =
      index % 5 === 0
        ? [row(start + half, seconds - half, title), row(start - 600, half, title)]
        : [row(start, seconds, title)]
    return [
      ...plays,
      ...(index % 7 === 0 ? [row(start - 700, 31, title, "Autoplayed: user action: None; ")] : []),
      ...(index % 11 === 0 ? [row(start - 800, 70, `Season 2 Trailer: ${title}`, "", "TRAILER")] : [])
    ]
  })
  return `${[header, ...rows].join("\r\n")}\r\n`
}

/** `NetflixViewingHistory.csv` of a profile, with the days of ends, the month first. It has no numbers of episodes. */
export const netflixHistory = (owner: SampleOwner, viewings: ReadonlyArray<Viewing>): string => {
  const rows = viewings.toReversed().map((viewing) => {
    const start = new Date((viewing.at - minutesOf(owner, viewing) * 60) * 1_000)
    const day = `${start.getUTCMonth() + 1}/${start.getUTCDate()}/${String(start.getUTCFullYear()).slice(2)}`
    return `${quoted(titleOf(owner, viewing, false))},"${day}"`
  })
  return `${["Title,Date", ...rows].join("\n")}\n`
}
