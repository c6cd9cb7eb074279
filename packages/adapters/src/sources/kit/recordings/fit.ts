import { bothFeet, countedSteps } from "./cadence.js"
import { type Track, type TrackSample, type TrackTotals, fromZero } from "./track.js"

/** One message of a FIT file: its global number and its integer fields by number. */
interface FitMessage {
  readonly type: number
  readonly fields: ReadonlyMap<number, number>
}

interface Definition {
  readonly type: number
  readonly little: boolean
  readonly fields: ReadonlyArray<{ readonly number: number; readonly size: number; readonly base: number }>
  /** Bytes of the developer fields that follow. */
  readonly foreign: number
}

const timestampField = 253

/**
 * Messages of a FIT file (Garmin's Flexible and Interoperable Data Transfer protocol, version 2), in order, up to the
 * first unreadable one. Yields single integer values only; other types are not needed. Throws a RangeError for a
 * truncated file.
 */
const fitMessages = function* (bytes: Uint8Array): Generator<FitMessage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12 || new TextDecoder("latin1").decode(bytes.subarray(8, 12)) !== ".FIT") return
  const definitions = new Map<number, Definition>()
  const end = Math.min(bytes.length, view.getUint8(0) + view.getUint32(4, true))
  let clock = 0
  for (let at = view.getUint8(0); at < end;) {
    const header = view.getUint8(at++)
    const isCompressed = (header & 0x80) !== 0
    const local = isCompressed ? (header >> 5) & 3 : header & 15
    if (!isCompressed && (header & 0x40) !== 0) {
      const definition = definitionAt(view, at, (header & 0x20) !== 0)
      definitions.set(local, definition)
      at = definition.end
      continue
    }
    const definition = definitions.get(local)
    if (definition === undefined) return
    const fields = new Map<number, number>()
    for (const field of definition.fields) {
      const value = valueAt(view, at, field, definition.little)
      if (value !== null) fields.set(field.number, value)
      at += field.size
    }
    at += definition.foreign
    if (isCompressed) fields.set(timestampField, clock + (((header & 31) - clock) & 31))
    clock = fields.get(timestampField) ?? clock
    yield { type: definition.type, fields }
  }
}

const definitionAt = (view: DataView, start: number, hasForeign: boolean): Definition & { readonly end: number } => {
  const little = view.getUint8(start + 1) === 0
  const count = view.getUint8(start + 4)
  const fields = Array.from({ length: count }, (_, index) => {
    const at = start + 5 + index * 3
    return { number: view.getUint8(at), size: view.getUint8(at + 1), base: view.getUint8(at + 2) }
  })
  let end = start + 5 + count * 3
  let foreign = 0
  if (hasForeign) {
    const more = view.getUint8(end++)
    for (let index = 0; index < more; index++) foreign += view.getUint8(end + index * 3 + 1)
    end += more * 3
  }
  return { type: view.getUint16(start + 2, little), little, fields, foreign, end }
}

/** Null for the protocol's invalid values, and for texts, fractions and lists. */
const valueAt = (
  view: DataView,
  at: number,
  { base, size }: { readonly base: number; readonly size: number },
  little: boolean
): number | null => {
  switch (base) {
    case 0x00:
    case 0x02:
      return size === 1 ? unless(view.getUint8(at), 0xff) : null
    case 0x0a:
      return size === 1 ? unless(view.getUint8(at), 0) : null
    case 0x01:
      return size === 1 ? unless(view.getInt8(at), 0x7f) : null
    case 0x83:
      return size === 2 ? unless(view.getInt16(at, little), 0x7fff) : null
    case 0x84:
      return size === 2 ? unless(view.getUint16(at, little), 0xffff) : null
    case 0x85:
      return size === 4 ? unless(view.getInt32(at, little), 0x7fffffff) : null
    case 0x8b:
      return size === 2 ? unless(view.getUint16(at, little), 0) : null
    case 0x8c:
      return size === 4 ? unless(view.getUint32(at, little), 0) : null
    case 0x86:
      return size === 4 ? unless(view.getUint32(at, little), 0xffffffff) : null
    default:
      return null
  }
}

const unless = (value: number, invalid: number) => (value === invalid ? null : value)

/** Global numbers of messages and of their fields (Garmin's FIT profile). */
const messages = { fileId: 0, session: 18, record: 20, activity: 34 }
const timestamp = 253
const fileId = { type: 0, serialNumber: 3, timeCreated: 4 }
/** The type of files that hold an activity. Watches also write days, sleep and settings. */
const activityFile = 4
const session = {
  start: 2,
  sport: 5,
  subSport: 6,
  elapsed: 7,
  timer: 8,
  distance: 9,
  calories: 11,
  heartrateAvg: 16,
  heartrateMax: 17,
  cadence: 18,
  ascent: 22
}
const record = { latitude: 0, longitude: 1, altitude: 2, heartrate: 3, cadence: 4, distance: 5, fineAltitude: 78 }
const activity = { localTimestamp: 5 }

/** Sports of the profile that matter here. */
const sports: Readonly<Record<number, string>> = { 0: "generic", 1: "running" }

/** Kinds of runs that matter here. */
const subSports: Readonly<Record<number, string>> = { 3: "trail_running", 58: "virtual_run" }

/** FIT counts seconds from 31 December 1989. */
const epoch = 631_065_600
const instant = (seconds: number) => (seconds + epoch) * 1000
/** Smaller counts are seconds since a watch without a clock was turned on. */
const firstInstant = instant(0x1000_0000)
const degrees = 180 / 2 ** 31
const quarterHour = 900

/** Whether a FIT file says that it holds something else than an activity, such as a day or sleep. */
export const isOtherFit = (bytes: Uint8Array): boolean => {
  try {
    for (const { fields, type } of fitMessages(bytes))
      if (type === messages.fileId) return (fields.get(fileId.type) ?? activityFile) !== activityFile
  } catch {
    return false
  }
  return false
}

/** What a device sums up at the end of an activity, or of a part of a multisport activity. */
interface Session {
  readonly sport: string | null
  readonly startedAt: number | null
  readonly calories: number | null
  readonly totals: TrackTotals
}

/** The activities of a FIT file: one, or the parts of a multisport activity. None if it holds none with a time. */
export const fit = (bytes: Uint8Array): ReadonlyArray<Track> => {
  const points: Array<TrackSample> = []
  const sessions: Array<Session> = []
  let offset: number | null = null
  let identity: string | null = null
  for (const { fields, type } of fitMessages(bytes)) {
    if (type === messages.fileId) {
      if ((fields.get(fileId.type) ?? activityFile) !== activityFile) return []
      identity = identityOf(fields)
    }
    if (type === messages.record) points.push(...pointOf(fields))
    if (type === messages.session) sessions.push(sessionOf(fields))
    if (type === messages.activity) offset = offsetOf(fields)
  }
  const sorted = points.sort((a, b) => a.at - b.at)
  const parts = sessions.length > 1 ? partsOf(sessions, sorted) : [{ session: sessions[0], points: sorted }]
  return parts.flatMap(({ points, session }, index): ReadonlyArray<Track> => {
    const startedAt = session?.startedAt ?? points[0]?.at
    if (startedAt === undefined || startedAt < firstInstant) return []
    return [
      {
        sport: session?.sport ?? null,
        startedAt,
        offset,
        calories: session?.calories ?? null,
        points,
        ...(session && { totals: session.totals }),
        // Parts of one file are different recordings.
        identity: identity === null || index === 0 ? identity : `${identity}#${index + 1}`
      }
    ]
  })
}

const sessionOf = (fields: FitMessage["fields"]): Session => {
  const start = fields.get(session.start)
  return {
    sport: sportOf(fields),
    startedAt: start === undefined ? null : instant(start),
    calories: fields.get(session.calories) ?? null,
    totals: totalsOf(fields)
  }
}

/** Each part has the samples from its start up to the next one. */
const partsOf = (sessions: ReadonlyArray<Session>, points: ReadonlyArray<TrackSample>) => {
  const ordered = [...sessions].sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))
  return ordered.map((session, index) => {
    const [from, to] = [index === 0 ? 0 : (session.startedAt ?? 0), ordered[index + 1]?.startedAt ?? Infinity]
    return { session, points: fromZero(points.filter(({ at }) => at >= from && at < to)) }
  })
}

const sportOf = (fields: FitMessage["fields"]): string | null => {
  const sport = fields.get(session.sport)
  if (sport === undefined) return null
  const name = sports[sport] ?? "other"
  return name === "running" ? (subSports[fields.get(session.subSport) ?? 0] ?? name) : name
}

const identityOf = (fields: FitMessage["fields"]): string | null => {
  const [serial, created] = [fields.get(fileId.serialNumber), fields.get(fileId.timeCreated)]
  return serial === undefined || created === undefined ? null : `fit:${serial}:${created}`
}

/** Totals of a session. Its times are in milliseconds, its distance in centimetres. */
const totalsOf = (fields: FitMessage["fields"]): TrackTotals => {
  const value = (field: number, scale: number) => {
    const raw = fields.get(field)
    return raw === undefined ? null : raw / scale
  }
  return {
    distance: value(session.distance, 100),
    movingTime: value(session.timer, 1000),
    elapsedTime: value(session.elapsed, 1000),
    elevation: value(session.ascent, 1),
    heartrateAvg: value(session.heartrateAvg, 1),
    heartrateMax: value(session.heartrateMax, 1),
    cadence: bothFeet(countedSteps(fields.get(session.cadence)))
  }
}

/** UTC offsets are whole quarters of an hour. A device without a set clock writes nonsense. */
const offsetOf = (fields: FitMessage["fields"]): number | null => {
  const utc = fields.get(timestamp)
  const local = fields.get(activity.localTimestamp)
  if (utc === undefined || local === undefined) return null
  const seconds = Math.round((local - utc) / quarterHour) * quarterHour
  return Math.abs(seconds) <= 14 * 3600 ? seconds * 1000 : null
}

const pointOf = (fields: FitMessage["fields"]): ReadonlyArray<TrackSample> => {
  const at = fields.get(timestamp)
  if (at === undefined) return []
  const [latitude, longitude] = [fields.get(record.latitude), fields.get(record.longitude)]
  const altitude = fields.get(record.fineAltitude) ?? fields.get(record.altitude)
  const distance = fields.get(record.distance)
  return [
    {
      at: instant(at),
      place: latitude === undefined || longitude === undefined ? null : [latitude * degrees, longitude * degrees],
      distance: distance === undefined ? null : distance / 100,
      elevation: altitude === undefined ? null : altitude / 5 - 500,
      heartrate: fields.get(record.heartrate) ?? null,
      cadence: countedSteps(fields.get(record.cadence))
    }
  ]
}
