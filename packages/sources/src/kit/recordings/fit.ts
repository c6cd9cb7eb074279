import { bothFeet, countedSteps } from "./cadence.js"
import { type FitMessage, readFit, timestampField } from "./fitMessages.js"
import { anySport, soundSamples, startOf } from "./samples.js"
import { type Track, type TrackSample, type TrackTotals, fromZero, numbered } from "./track.js"

/** Global numbers of messages and of their fields (Garmin's FIT profile). */
const messages = { fileId: 0, sport: 12, session: 18, record: 20, event: 21, activity: 34 }
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
/** Most devices write it before the samples. */
const sportMessage = { sport: 0, subSport: 1 }
const event = { event: 0, type: 1 }
const timer = 0
const timerStart = 0

/** Sports of the profile, by number. */
const sports: ReadonlyArray<string> = (
  "generic,running,cycling,transition,fitness_equipment,swimming,basketball,soccer,tennis,american_football," +
  "training,walking,cross_country_skiing,alpine_skiing,snowboarding,rowing,mountaineering,hiking,multisport,paddling," +
  "flying,e_biking,motorcycling,boating,driving,golf,hang_gliding,horseback_riding,hunting,fishing," +
  "inline_skating,rock_climbing,sailing,ice_skating,sky_diving,snowshoeing,snowmobiling,stand_up_paddleboarding," +
  "surfing,wakeboarding,water_skiing,kayaking,rafting,windsurfing,kitesurfing,tactical,jumpmaster,boxing," +
  "floor_climbing,baseball"
).split(",")

/** Kinds of training that the profile distinguishes. */
const trainings: Readonly<Record<number, string>> = {
  14: "indoor_rowing",
  15: "elliptical",
  16: "stair_climbing",
  20: "strength_training",
  26: "cardio_training",
  43: "yoga",
  44: "pilates",
  68: "indoor_climbing",
  69: "bouldering",
  70: "hiit"
}

/** Sports of the profile from 50 on. */
const laterSports: Readonly<Record<number, string>> = {
  53: "diving",
  62: "hiit",
  64: "racket",
  65: "wheelchair_push_walk",
  66: "wheelchair_push_run",
  67: "meditation",
  69: "disc_golf",
  71: "cricket",
  72: "rugby",
  73: "hockey",
  74: "lacrosse",
  75: "volleyball",
  76: "water_tubing",
  77: "wakesurfing",
  80: "mixed_martial_arts",
  82: "snorkeling",
  83: "dance",
  84: "jump_rope"
}

/** Kinds of runs that matter here. */
const subSports: Readonly<Record<number, string>> = { 3: "trail_running", 58: "virtual_run" }

/** FIT counts seconds from 31 December 1989. */
export const fitEpoch = 631_065_600
/** Smaller counts are seconds since a watch without a clock was turned on. */
const firstInstant = 0x1000_0000
/** Epoch milliseconds; null if the watch did not know the time. */
const instantOf = (seconds: number | undefined): number | null =>
  seconds === undefined || seconds < firstInstant ? null : (seconds + fitEpoch) * 1000
const degrees = 180 / 2 ** 31
const quarterHour = 900

/** What a device sums up at the end of an activity, or of a part of a multisport activity. */
interface Session {
  readonly sport: string | null
  readonly startedAt: number | null
  readonly calories: number | null
  readonly totals: TrackTotals
}

/** What the messages of a file say. */
interface FitContent {
  id: FitMessage["fields"] | null
  sport: string | null
  offset: number | null
  /** The number of the part of the recording that the next sample belongs to. */
  segment: number
  readonly samples: Array<TrackSample>
  readonly sessions: Array<Session>
}

const emptyContent = (): FitContent => ({ id: null, sport: null, offset: null, segment: 0, samples: [], sessions: [] })

const addMessage = (content: FitContent, { fields, type }: FitMessage) => {
  switch (type) {
    case messages.fileId:
      content.id ??= fields
      break
    case messages.sport:
      content.sport ??= sportOf(fields, sportMessage)
      break
    case messages.record:
      content.samples.push(...sampleOf(fields, content.segment))
      break
    case messages.session:
      content.sessions.push(sessionOf(fields))
      break
    case messages.activity:
      content.offset = offsetOf(fields)
      break
    case messages.event:
      if (fields.get(event.event) === timer && fields.get(event.type) === timerStart) content.segment++
  }
}

const isActivity = ({ id }: FitContent): boolean => (id?.get(fileId.type) ?? activityFile) === activityFile

/** Whether a FIT file says that it holds something else than an activity, such as a day or sleep. */
export const isOtherFit = (bytes: Uint8Array): boolean =>
  readFit(bytes, emptyContent, addMessage).some(({ content }) => !isActivity(content))

/** The activities of the FIT files in a file: of each one, or the parts of a multisport activity. */
export const fit = (bytes: Uint8Array): ReadonlyArray<Track> =>
  numbered(
    readFit(bytes, emptyContent, addMessage).flatMap(({ content, isWhole }) =>
      isActivity(content) ? tracksOf(content, isWhole) : []
    )
  )

const tracksOf = ({ id, offset, samples, sessions, sport }: FitContent, isWhole: boolean): ReadonlyArray<Track> => {
  const identity = id === null ? null : identityOf(id)
  const points = soundSamples(samples)
  const isMultisport = sessions.length > 1
  const parts = isMultisport ? partsOf(sessions, points) : [{ session: sessions[0], points }]
  const fastPointsOf = (index: number) => {
    const fast = soundSamples(samples, anySport)
    return isMultisport ? partsOf(sessions, fast)[index]!.points : fast
  }
  return parts.flatMap(({ points, session }, index): ReadonlyArray<Track> => {
    const claimed = session?.startedAt ?? null
    const startedAt = startOf(claimed, points)
    // One sample of a truncated file is no recording.
    if (startedAt === null || (session === undefined && points.length < 2)) return []
    return [
      {
        sport: session?.sport ?? sport,
        startedAt,
        ...(claimed !== null && claimed !== startedAt && { claimedStart: claimed }),
        offset,
        calories: session?.calories ?? null,
        points,
        fastPoints: () => fastPointsOf(index),
        ...(session && { totals: session.totals }),
        // Parts of one file are different recordings.
        identity: identity === null || index === 0 ? identity : `${identity}#${index + 1}`,
        // What follows a session belongs to no activity.
        ...(session === undefined && !isWhole && { isCut: true })
      }
    ]
  })
}

const sessionOf = (fields: FitMessage["fields"]): Session => ({
  sport: sportOf(fields, session),
  startedAt: instantOf(fields.get(session.start)),
  calories: fields.get(session.calories) ?? null,
  totals: totalsOf(fields)
})

/** Each part has the samples from its start up to the next one. */
const partsOf = (sessions: ReadonlyArray<Session>, points: ReadonlyArray<TrackSample>) => {
  const ordered = [...sessions].sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))
  return ordered.map((session, index) => {
    const [from, to] = [index === 0 ? 0 : (session.startedAt ?? 0), ordered[index + 1]?.startedAt ?? Infinity]
    return { session, points: fromZero(points.filter(({ at }) => at >= from && at < to)) }
  })
}

const sportOf = (
  fields: FitMessage["fields"],
  numbers: { readonly sport: number; readonly subSport: number }
): string | null => {
  const sport = fields.get(numbers.sport)
  if (sport === undefined) return null
  const name = sports[sport] ?? laterSports[sport] ?? `sport_${sport}`
  const subSport = fields.get(numbers.subSport) ?? 0
  if (name === "running") return subSports[subSport] ?? name
  return name === "training" || name === "fitness_equipment" ? (trainings[subSport] ?? name) : name
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
  const utc = fields.get(timestampField)
  const local = fields.get(activity.localTimestamp)
  if (utc === undefined || local === undefined) return null
  const seconds = Math.round((local - utc) / quarterHour) * quarterHour
  return Math.abs(seconds) <= 14 * 3600 ? seconds * 1000 : null
}

const sampleOf = (fields: FitMessage["fields"], segment: number): ReadonlyArray<TrackSample> => {
  const at = instantOf(fields.get(timestampField))
  if (at === null) return []
  const [latitude, longitude] = [fields.get(record.latitude), fields.get(record.longitude)]
  const altitude = fields.get(record.fineAltitude) ?? fields.get(record.altitude)
  const distance = fields.get(record.distance)
  return [
    {
      at,
      place: latitude === undefined || longitude === undefined ? null : [latitude * degrees, longitude * degrees],
      distance: distance === undefined ? null : distance / 100,
      elevation: altitude === undefined ? null : altitude / 5 - 500,
      heartrate: fields.get(record.heartrate) ?? null,
      cadence: countedSteps(fields.get(record.cadence)),
      segment
    }
  ]
}
