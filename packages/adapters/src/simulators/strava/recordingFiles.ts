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
${each(run, (moment) => `  <trkpt lat="${moment.latitude.toFixed(7)}" lon="${moment.longitude.toFixed(7)}"><ele>${moment.elevation}</ele><time>${iso(run.at + moment.at)}</time>${
    moment.heartrate === null ? "" : `<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>${moment.heartrate}</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>`}</trkpt>\n`)
  } </trkseg></trk>
</gpx>
`

/** With the blanks before the declaration that the archive's files have. */
export const tcxFile = (run: AccountActivity): string =>
  `          <?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
 <Activities><Activity Sport="${run.sportType === "Ride" ? "Biking" : "Running"}"><Id>${iso(run.at)}</Id>
  <Lap StartTime="${iso(run.at)}"><TotalTimeSeconds>${run.elapsedTime}</TotalTimeSeconds><DistanceMeters>${run.distance}</DistanceMeters><Calories>0</Calories><Track>
${each(run, (moment) => `   <Trackpoint><Time>${iso(run.at + moment.at)}</Time><Position><LatitudeDegrees>${moment.latitude}</LatitudeDegrees><LongitudeDegrees>${moment.longitude}</LongitudeDegrees></Position><AltitudeMeters>${moment.elevation}</AltitudeMeters><DistanceMeters>${moment.distance}</DistanceMeters>${
    moment.heartrate === null ? "" : `<HeartRateBpm><Value>${moment.heartrate}</Value></HeartRateBpm>`}</Trackpoint>\n`)
  }  </Track></Lap></Activity></Activities>
</TrainingCenterDatabase>
`
