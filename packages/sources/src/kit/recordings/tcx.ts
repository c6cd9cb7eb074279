import { bothFeet, countedSteps } from "./cadence.js"
import { anySport, hasImpossibleAltitude, soundSamples, startOf } from "./samples.js"
import { type Track, type TrackSample, type TrackTotals, fromZero, numbered } from "./track.js"
import { type Node, documentOf, instantOf, nodeOf, nodesOf, numberOf, offsetOf, textOf } from "./xml.js"

/**
 * The activities of Training Center XML, version 2, that have a time. The legs of a multisport session are activities.
 * The transitions between them are no sport.
 */
export const tcx = (text: string): ReadonlyArray<Track> => {
  const activities = nodeOf(nodeOf(documentOf(text)["TrainingCenterDatabase"])["Activities"])
  const legs = nodesOf(activities["MultiSportSession"])
    .flatMap((session) => [...nodesOf(session["FirstSport"]), ...nodesOf(session["NextSport"])])
    .flatMap((sport) => nodesOf(sport["Activity"]))
  return numbered([
    ...nodesOf(activities["Activity"]).flatMap((activity) => tcxTrack(activity) ?? []),
    ...legs.flatMap((leg) => legTrack(leg) ?? [])
  ])
}

/** A leg may have the id of its session, which is the start of the first leg. */
const legTrack = (leg: Node): Track | null => {
  const track = tcxTrack(leg)
  if (track === null) return null
  const startedAt = instantOf(nodesOf(leg["Lap"])[0]?.["StartTime"]) ?? track.startedAt
  const { fastPoints } = track
  return {
    ...track,
    startedAt,
    points: fromZero(track.points),
    ...(fastPoints && { fastPoints: () => fromZero(fastPoints()) })
  }
}

const tcxTrack = (activity: Node): Track | null => {
  const laps = nodesOf(activity["Lap"])
  const trackpoints = laps.flatMap((lap) => nodesOf(lap["Track"])).map((track) => nodesOf(track["Trackpoint"]))
  const samples = trackpoints.flatMap((part, segment) => part.flatMap((point) => tcxPoint(point, segment)))
  const points = soundSamples(samples)
  const id = textOf(activity["Id"])
  const startedAt = startOf(instantOf(activity["Id"]), points)
  if (startedAt === null) return null
  const totals = tcxTotals(laps)
  if (points.length === 0 && totals.movingTime === null) return null
  const calories = laps.reduce((sum, lap) => sum + (numberOf(lap["Calories"]) ?? 0), 0)
  const times = [id, ...laps.map((lap) => lap["StartTime"]), ...trackpoints.flat().map((point) => point["Time"])]
  return {
    sport: textOf(activity["Sport"])?.toLowerCase() ?? null,
    startedAt,
    offset: offsetOf(times),
    calories: calories > 0 ? calories : null,
    points,
    fastPoints: () => soundSamples(samples, anySport),
    totals,
    ...(hasImpossibleAltitude(samples) && { hasImpossibleAltitude: true }),
    identity: id === null ? null : `tcx:${id}`
  }
}

/** Sums of the laps. Pauses are between them. */
const tcxTotals = (laps: ReadonlyArray<Node>): TrackTotals => {
  const valuesOf = (name: string) => laps.flatMap((lap) => numberOf(lap[name]) ?? [])
  const sumOf = (values: ReadonlyArray<number>) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
  const highest = laps.flatMap((lap) => numberOf(nodeOf(lap["MaximumHeartRateBpm"])["Value"]) ?? [])
  const [metres, seconds] = [valuesOf("DistanceMeters"), valuesOf("TotalTimeSeconds")]
  return {
    // A sum over some laps does not belong to the time of all of them.
    distance: metres.length < seconds.length ? null : sumOf(metres),
    movingTime: sumOf(seconds),
    elapsedTime: null,
    elevation: null,
    heartrateAvg: null,
    heartrateMax: highest.length === 0 ? null : Math.max(...highest),
    cadence: lapCadence(laps)
  }
}

/** The first value of a member of Garmin's extensions, each of which may have several elements. */
const extended = (node: Node, element: "LX" | "TPX", member: string): number | null =>
  nodesOf(node["Extensions"])
    .flatMap((extensions) => nodesOf(extensions[element]))
    .flatMap((extension) => numberOf(extension[member]) ?? [])[0] ?? null

/** Steps a minute over the laps with any. Some programs write those of runs where cadences of bikes belong. */
const lapCadence = (laps: ReadonlyArray<Node>): number | null => {
  const counts = laps.flatMap((lap) => {
    const count = countedSteps(extended(lap, "LX", "AvgRunCadence") ?? numberOf(lap["Cadence"]))
    const seconds = numberOf(lap["TotalTimeSeconds"])
    return count === null || seconds === null || seconds <= 0 ? [] : [{ count, seconds }]
  })
  const time = counts.reduce((sum, { seconds }) => sum + seconds, 0)
  return time === 0 ? null : bothFeet(counts.reduce((sum, { count, seconds }) => sum + count * seconds, 0) / time)
}

const tcxPoint = (point: Node, segment: number): ReadonlyArray<TrackSample> => {
  const at = instantOf(point["Time"])
  const position = nodeOf(point["Position"])
  const [latitude, longitude] = [numberOf(position["LatitudeDegrees"]), numberOf(position["LongitudeDegrees"])]
  return at === null
    ? []
    : [
        {
          at,
          place: latitude === null || longitude === null ? null : [latitude, longitude],
          distance: numberOf(point["DistanceMeters"]),
          elevation: numberOf(point["AltitudeMeters"]),
          heartrate: numberOf(nodeOf(point["HeartRateBpm"])["Value"]),
          cadence: countedSteps(extended(point, "TPX", "RunCadence") ?? numberOf(point["Cadence"])),
          segment
        }
      ]
}
