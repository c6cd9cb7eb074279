import type { Recorded, Track } from "./Track.js"
import { documentOf, instantOf, type Node, nodeOf, nodesOf, numberOf, textOf } from "./xml.js"

/** Garmin's Training Center XML, version 2; null where no point has a time. */
export const tcx = (text: string): Track | null => {
  const [activity] = nodesOf(nodeOf(nodeOf(documentOf(text)["TrainingCenterDatabase"])["Activities"])["Activity"])
  if (activity === undefined) return null
  const laps = nodesOf(activity["Lap"])
  const points = laps.flatMap((lap) => nodesOf(lap["Track"])).flatMap((track) => nodesOf(track["Trackpoint"])).flatMap(pointOf)
  const sorted = points.sort((a, b) => a.at - b.at)
  const first = sorted[0]
  if (first === undefined) return null
  const calories = laps.reduce((sum, lap) => sum + (numberOf(lap["Calories"]) ?? 0), 0)
  return {
    sport: textOf(activity["Sport"])?.toLowerCase() ?? null,
    startedAt: instantOf(activity["Id"]) ?? first.at,
    offset: null,
    calories: calories > 0 ? calories : null,
    points: sorted
  }
}

const pointOf = (point: Node): ReadonlyArray<Recorded> => {
  const at = instantOf(point["Time"])
  const position = nodeOf(point["Position"])
  const [latitude, longitude] = [numberOf(position["LatitudeDegrees"]), numberOf(position["LongitudeDegrees"])]
  return at === null ? [] : [{
    at,
    place: latitude === null || longitude === null ? null : [latitude, longitude],
    distance: numberOf(point["DistanceMeters"]),
    elevation: numberOf(point["AltitudeMeters"]),
    heartrate: numberOf(nodeOf(point["HeartRateBpm"])["Value"])
  }]
}
