import type { Track, TrackSample, TrackTotals } from "./track.js"

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
const record = { latitude: 0, longitude: 1, altitude: 2, heartrate: 3, distance: 5, fineAltitude: 78 }
const activity = { localTimestamp: 5 }

/** Sports of the profile that matter here. */
const sports: Readonly<Record<number, string>> = { 0: "generic", 1: "running" }

/** Kinds of runs that matter here. */
const subSports: Readonly<Record<number, string>> = { 3: "trail_running", 58: "virtual_run" }

/** FIT counts seconds from 31 December 1989. */
const epoch = 631_065_600
const instant = (seconds: number) => (seconds + epoch) * 1000
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

/** Reads a FIT file; null when it has neither samples nor totals, or holds no activity. */
export const fit = (bytes: Uint8Array): Track | null => {
  const points: Array<TrackSample> = []
  let sport: string | null = null
  let startedAt: number | null = null
  let offset: number | null = null
  let calories: number | null = null
  let identity: string | null = null
  let totals: TrackTotals | undefined
  for (const { fields, type } of fitMessages(bytes)) {
    if (type === messages.fileId) {
      if ((fields.get(fileId.type) ?? activityFile) !== activityFile) return null
      identity = identityOf(fields)
    }
    if (type === messages.record) points.push(...pointOf(fields))
    if (type === messages.session) {
      sport ??= sportOf(fields)
      totals ??= totalsOf(fields)
      startedAt ??= fields.has(session.start) ? instant(fields.get(session.start)!) : null
      calories = fields.has(session.calories) ? (calories ?? 0) + fields.get(session.calories)! : calories
    }
    if (type === messages.activity) offset = offsetOf(fields)
  }
  const sorted = points.sort((a, b) => a.at - b.at)
  const first = sorted[0]
  const start = startedAt ?? first?.at
  if (start === undefined || (first === undefined && totals === undefined)) return null
  return { sport, startedAt: start, offset, calories, points: sorted, ...(totals && { totals }), identity }
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

/** Totals of the first session. Its times are in milliseconds, its distance in centimetres, its cadence of one foot. */
const totalsOf = (fields: FitMessage["fields"]): TrackTotals => {
  const value = (field: number, scale: number) => {
    const raw = fields.get(field)
    return raw === undefined ? null : raw / scale
  }
  const cadence = value(session.cadence, 1)
  return {
    distance: value(session.distance, 100),
    movingTime: value(session.timer, 1000),
    elapsedTime: value(session.elapsed, 1000),
    elevation: value(session.ascent, 1),
    heartrateAvg: value(session.heartrateAvg, 1),
    heartrateMax: value(session.heartrateMax, 1),
    cadence: cadence === null ? null : cadence * 2
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
      heartrate: fields.get(record.heartrate) ?? null
    }
  ]
}
