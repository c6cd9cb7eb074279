import { type Moment, recordingOf } from "./recording.js"
import type { AccountActivity } from "./wire.js"

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const each = (run: AccountActivity, write: (moment: Moment) => string) => recordingOf(run).map(write).join("")

/** As Strava writes it: sport 9 is a run. */
export const gpxFile = (run: AccountActivity): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gpx creator="StravaGPX" version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
 <metadata><time>${iso(run.at)}</time></metadata>
 <trk><name>Run &amp; more</name><type>${run.sportType === "Ride" ? 1 : 9}</type><trkseg>
${each(
  run,
  (moment) =>
    `  <trkpt lat="${moment.latitude.toFixed(7)}" lon="${moment.longitude.toFixed(7)}"><ele>${moment.elevation}</ele><time>${iso(run.at + moment.at)}</time>${
      moment.heartrate === null
        ? ""
        : `<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>${moment.heartrate}</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>`
    }</trkpt>\n`
)} </trkseg></trk>
</gpx>
`

/** With the blanks before the declaration that the archive's files have. */
export const tcxFile = (run: AccountActivity): string =>
  `          <?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
 <Activities><Activity Sport="${run.sportType === "Ride" ? "Biking" : "Running"}"><Id>${iso(run.at)}</Id>
  <Lap StartTime="${iso(run.at)}"><TotalTimeSeconds>${run.elapsedTime}</TotalTimeSeconds><DistanceMeters>${run.distance}</DistanceMeters><Calories>0</Calories><Track>
${each(
  run,
  (moment) =>
    `   <Trackpoint><Time>${iso(run.at + moment.at)}</Time><Position><LatitudeDegrees>${moment.latitude}</LatitudeDegrees><LongitudeDegrees>${moment.longitude}</LongitudeDegrees></Position><AltitudeMeters>${moment.elevation}</AltitudeMeters><DistanceMeters>${moment.distance}</DistanceMeters>${
      moment.heartrate === null ? "" : `<HeartRateBpm><Value>${moment.heartrate}</Value></HeartRateBpm>`
    }</Trackpoint>\n`
)}  </Track></Lap></Activity></Activities>
</TrainingCenterDatabase>
`

const epoch = 631_065_600
const semicircles = 2 ** 31 / 180

/** A field of a message: its number in Garmin's profile, its base type and its bytes. */
type Field = readonly [number: number, base: number, size: 1 | 2 | 4]
const enumeration = 0x00
const uint8 = 0x02
const uint16 = 0x84
const sint32 = 0x85
const uint32 = 0x86

const record: ReadonlyArray<Field> = [
  [253, uint32, 4],
  [0, sint32, 4],
  [1, sint32, 4],
  [2, uint16, 2],
  [5, uint32, 4],
  [3, uint8, 1],
  [4, uint8, 1]
]
const session: ReadonlyArray<Field> = [
  [253, uint32, 4],
  [2, uint32, 4],
  [5, enumeration, 1],
  [11, uint16, 2],
  [18, uint8, 1]
]
const activity: ReadonlyArray<Field> = [
  [253, uint32, 4],
  [5, uint32, 4]
]

const fileId: ReadonlyArray<Field> = [
  [0, enumeration, 1],
  [1, uint16, 2],
  [3, 0x8c, 4],
  [4, uint32, 4]
]

/** The watch that writes a file, and the type of the file: 4 is an activity, 32 a day. */
interface Watch {
  readonly serial: number
  readonly type?: number
  /** Steps a minute of one foot in the summary; 255 if it has none. Those of the run by default. */
  readonly cadence?: number
  /** Further parts of a multisport activity. */
  readonly parts?: ReadonlyArray<AccountActivity>
}

/** A FIT file as a watch writes it, big end first as some do: one record a moment, the session, and the local time. */
export const fitFile = (run: AccountActivity, watch?: Watch): Uint8Array => {
  const bytes: Array<number> = []
  const put = (value: number, size: number) => {
    for (let shift = size - 1; shift >= 0; shift--)
      bytes.push(Math.floor((value < 0 ? value + 2 ** (8 * size) : value) / 2 ** (8 * shift)) % 256)
  }
  const define = (local: number, message: number, fields: ReadonlyArray<Field>) => {
    bytes.push(0x40 | local, 0, 1)
    put(message, 2)
    bytes.push(fields.length)
    for (const [number, base, size] of fields) bytes.push(number, size, base)
  }
  const message = (local: number, fields: ReadonlyArray<Field>, values: ReadonlyArray<number>) => {
    bytes.push(local)
    fields.forEach(([, , size], index) => put(values[index]!, size))
  }
  if (watch !== undefined) {
    define(3, 0, fileId)
    message(3, fileId, [watch.type ?? 4, 1, watch.serial, run.at - epoch])
  }
  define(0, 20, record)
  const parts = [run, ...(watch?.parts ?? [])]
  let before = 0
  for (const part of parts) {
    for (const { at, distance, elevation, heartrate, latitude, longitude } of recordingOf(part)) {
      message(0, record, [
        part.at + at - epoch,
        Math.round(latitude * semicircles),
        Math.round(longitude * semicircles),
        Math.round((elevation + 500) * 5),
        Math.round((before + distance) * 100),
        heartrate ?? 0xff,
        Math.round(part.cadence)
      ])
    }
    before += part.distance
  }
  const endOf = (part: AccountActivity) => part.at + part.elapsedTime - epoch
  const end = endOf(parts.at(-1)!)
  define(1, 18, session)
  for (const part of parts)
    message(1, session, [
      endOf(part),
      part.at - epoch,
      part.sportType === "Ride" ? 2 : 1,
      Math.round((part.distance / 1000) * 68),
      watch?.cadence ?? Math.round(part.cadence)
    ])
  define(2, 34, activity)
  message(2, activity, [end, end + run.offset])
  return enclosed(bytes)
}

const crcTable = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000, 0x9c01,
  0x8801, 0x4400
]

const crcOf = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => {
    const low = ((crc >> 4) & 0x0fff) ^ crcTable[crc & 15]! ^ crcTable[byte & 15]!
    return ((low >> 4) & 0x0fff) ^ crcTable[low & 15]! ^ crcTable[byte >> 4]!
  }, 0)

/** Puts the header before the messages and the checksum behind them. */
const enclosed = (messages: ReadonlyArray<number>): Uint8Array => {
  const file = new Uint8Array(14 + messages.length + 2)
  const view = new DataView(file.buffer)
  file.set([14, 0x20])
  view.setUint16(2, 2194, true)
  view.setUint32(4, messages.length, true)
  file.set(new TextEncoder().encode(".FIT"), 8)
  view.setUint16(12, crcOf(file.subarray(0, 12)), true)
  file.set(messages, 14)
  view.setUint16(file.length - 2, crcOf(file.subarray(0, file.length - 2)), true)
  return file
}
