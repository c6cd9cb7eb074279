/** What an activity is. Yoga includes Pilates, ski includes snowboards, climb includes mountaineering. */
export const activityKinds = [
  "ride",
  "walk",
  "hike",
  "swim",
  "strength",
  "gym",
  "yoga",
  "climb",
  "row",
  "paddle",
  "water_sport",
  "ski",
  "skate",
  "racket_sport",
  "team_sport",
  "martial_art",
  "dance",
  "golf",
  "wheelchair",
  "other"
] as const

export type ActivityKind = (typeof activityKinds)[number]

/** Kinds that services use for one activity: a hike is a walk at some, and a workout with weights is one in a gym. */
const families: ReadonlyArray<ReadonlyArray<ActivityKind>> = [
  ["walk", "hike"],
  ["strength", "gym", "yoga"]
]

/** The kinds that another report of the same activity may have; undefined for any. */
export const kindsLike = (kind: ActivityKind): ReadonlyArray<ActivityKind> | undefined =>
  kind === "other" ? undefined : (families.find((family) => family.includes(kind)) ?? [kind])

/** What an activity without a name is called. */
export const kindTitle: Readonly<Record<ActivityKind, string>> = {
  ride: "Ride",
  walk: "Walk",
  hike: "Hike",
  swim: "Swim",
  strength: "Strength training",
  gym: "Workout",
  yoga: "Yoga",
  climb: "Climb",
  row: "Row",
  paddle: "Paddle",
  water_sport: "Water sport",
  ski: "Ski",
  skate: "Skate",
  racket_sport: "Racket sport",
  team_sport: "Team sport",
  martial_art: "Martial art",
  dance: "Dance",
  golf: "Golf",
  wheelchair: "Wheelchair",
  other: "Activity"
}
