import type { Raw, Row } from "./raw.js"

/** The home zone of the sample's owner. */
const zone = "America/Los_Angeles"
const localDay = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" })
export const dayOf = (instant: string | number): string => localDay.format(new Date(instant))

const mile = 1609.344
const miles = (metres: number) => Math.round((metres / mile) * 100) / 100

const groupCount = (keys: ReadonlyArray<string>): ReadonlyArray<readonly [string, number]> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

const listOf = (text: string | null): ReadonlyArray<string> =>
  (text ?? "{}")
    .slice(1, -1)
    .split(",")
    .map((part) => part.replace(/^"|"$/g, ""))
    .filter((part) => part !== "")

const sum = (values: ReadonlyArray<number>) => values.reduce((all, value) => all + value, 0)

const dayMs = 86_400_000
const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Facts of the sample, computed from its rows with plain array code. */
export const factsOf = (raw: Raw) => {
  const now = raw.madeAt
  const today = dayOf(now)
  const plays = raw
    .rows("listening_plays")
    .filter(({ visible }) => visible === "true")
    .map(
      (row) =>
        ({ ...row, at: Date.parse(String(row["played_at"]).replace(" ", "T").replace(/\+00$/, "Z")) }) as Row & {
          readonly at: number
        }
    )
    .map((row) => ({
      at: row.at,
      day: dayOf(row.at),
      artist: String(row["artist_id"]),
      album: row["album_id"] ?? null,
      track: String(row["track_id"])
    }))
    .sort((a, b) => b.at - a.at)
  const nameIn = (table: string) => {
    const names = new Map(raw.rows(table).map((row) => [String(row["id"]), String(row["name"])]))
    return (id: string) => names.get(id) ?? ""
  }
  const [artistName, albumName, trackName] = [
    nameIn("listening_artists"),
    nameIn("listening_albums"),
    nameIn("listening_tracks")
  ]
  const within = (from: string, to: string) => plays.filter(({ day }) => day >= from && day <= to)
  const playDays = [...new Set(plays.map(({ day }) => day))].sort()
  const streak = () => {
    const days = new Set(playDays)
    let day = days.has(today) ? today : shifted(today, -1)
    let length = 0
    for (; days.has(day); day = shifted(day, -1)) length++
    return length
  }
  const runs = raw
    .rows("running_activities")
    .map((row) => ({
      id: String(row["id"]),
      name: String(row["name"]),
      day: String(row["day"]),
      start: String(row["local_start"]),
      metres: Number(row["distance"]),
      seconds: Number(row["moving_time"]),
      type: String(row["workout_type"]),
      gear: row["gear_id"] ?? null
    }))
    .sort((a, b) => (a.start < b.start ? 1 : -1))
  const runsIn = (from: string, to: string) => runs.filter(({ day }) => day >= from && day <= to)
  const eddington = () => {
    const byDay = new Map<string, number>()
    for (const { day, metres } of runs) byDay.set(day, (byDay.get(day) ?? 0) + metres)
    const full = [...byDay.values()].map((metres) => Math.floor(metres / mile))
    let number = 0
    while (full.filter((one) => one >= number + 1).length >= number + 1) number++
    return number
  }
  const titles = new Map(
    raw
      .rows("watching_titles")
      .map((row) => [
        String(row["id"]),
        {
          title: String(row["title"]),
          kind: String(row["kind"]),
          year: Number(row["year"]),
          directors: listOf(row["directors"] ?? null)
        }
      ])
  )
  const watches = raw
    .rows("watching_watches")
    .filter(({ episode_id }) => episode_id === null)
    .map((row) => ({
      title: String(row["title_id"]),
      day: String(row["date"]),
      at: Date.parse(String(row["at"]).replace(" ", "T").replace(/\+00$/, "Z")),
      rating: row["rating"] === null ? null : Number(row["rating"]),
      review: row["review"] ?? null
    }))
    .filter(({ title }) => titles.get(title)?.kind === "movie")
    .sort((a, b) => b.at - a.at)
  const articles = raw.rows("reading_articles").map((row) => ({
    id: String(row["id"]),
    title: String(row["title"]),
    site: row["domain"] ?? null,
    status: String(row["status"]),
    savedOn: String(row["saved_on"]),
    // One that is finished when it is saved was archived unread.
    finishedOn: row["finished_at"] === row["saved_at"] ? null : (row["finished_on"] ?? null)
  }))
  const events = raw.rows("attending_events")
  return {
    now,
    today,
    plays,
    within,
    artistName,
    albumName,
    trackName,
    streak,
    runs,
    runsIn,
    eddington,
    titles,
    watches,
    articles,
    events,
    miles,
    groupCount,
    sum,
    shifted,
    raw
  }
}
export type Facts = ReturnType<typeof factsOf>
