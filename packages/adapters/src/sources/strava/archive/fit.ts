import { type FitMessage, fitMessages } from "./fitMessages.js"
import type { Recorded, Track } from "./Track.js"

/** Global numbers of messages and of their fields (Garmin's FIT profile). */
const messages = { session: 18, record: 20, activity: 34 }
const timestamp = 253
const session = { start: 2, sport: 5, calories: 11 }
const record = { latitude: 0, longitude: 1, altitude: 2, heartrate: 3, distance: 5, fineAltitude: 78 }
const activity = { localTimestamp: 5 }

/** The profile's sports, as far as they are told apart here. */
const sports: Readonly<Record<number, string>> = { 0: "generic", 1: "running" }

/** FIT counts seconds from the last day of 1989. */
const epoch = 631_065_600
const instant = (seconds: number) => (seconds + epoch) * 1000
const degrees = 180 / 2 ** 31
const quarterHour = 900

/** What a FIT file recorded; null where it holds no moment. */
export const fit = (bytes: Uint8Array): Track | null => {
  const points: Array<Recorded> = []
  let sport: string | null = null
  let startedAt: number | null = null
  let offset: number | null = null
  let calories: number | null = null
  for (const { fields, type } of fitMessages(bytes)) {
    if (type === messages.record) points.push(...pointOf(fields))
    if (type === messages.session) {
      sport ??= fields.has(session.sport) ? sports[fields.get(session.sport)!] ?? "other" : null
      startedAt ??= fields.has(session.start) ? instant(fields.get(session.start)!) : null
      calories = fields.has(session.calories) ? (calories ?? 0) + fields.get(session.calories)! : calories
    }
    if (type === messages.activity) offset = offsetOf(fields)
  }
  const sorted = points.sort((a, b) => a.at - b.at)
  const first = sorted[0]
  return first === undefined ? null : { sport, startedAt: startedAt ?? first.at, offset, calories, points: sorted }
}

/** Clocks are ahead of UTC by whole quarters of an hour; a device that is not set says nonsense. */
const offsetOf = (fields: FitMessage["fields"]): number | null => {
  const utc = fields.get(timestamp)
  const local = fields.get(activity.localTimestamp)
  if (utc === undefined || local === undefined) return null
  const seconds = Math.round((local - utc) / quarterHour) * quarterHour
  return Math.abs(seconds) <= 14 * 3600 ? seconds * 1000 : null
}

const pointOf = (fields: FitMessage["fields"]): ReadonlyArray<Recorded> => {
  const at = fields.get(timestamp)
  if (at === undefined) return []
  const [latitude, longitude] = [fields.get(record.latitude), fields.get(record.longitude)]
  const altitude = fields.get(record.fineAltitude) ?? fields.get(record.altitude)
  const distance = fields.get(record.distance)
  return [{
    at: instant(at),
    place: latitude === undefined || longitude === undefined ? null : [latitude * degrees, longitude * degrees],
    distance: distance === undefined ? null : distance / 100,
    elevation: altitude === undefined ? null : altitude / 5 - 500,
    heartrate: fields.get(record.heartrate) ?? null
  }]
}
