import {
  boolean,
  choice,
  course,
  date,
  domain,
  instant,
  integer,
  number,
  record,
  type RecordOf,
  text,
  texts
} from "../declared/index.js"
import { activityKinds } from "./kinds.js"

const kind = choice(activityKinds)
const sport = "The sport as the provider names it; null where it names none"
const courseText = "Course in Google's encoded polyline format"
const localStart = "Wall clock at the place, written as if it were UTC; null if unknown"

/** What an activity and a report of one have in common. Seconds, beats per minute. */
const measures = {
  duration_s: integer({ nullable: true, min: 0, description: "Moving time in seconds", example: 5_400 }),
  elapsed_s: integer({ nullable: true, min: 0, description: "Time in seconds with pauses", example: 6_010 }),
  energy_kcal: number({
    nullable: true,
    min: 0,
    sensitive: true,
    description: "Kilocalories, as the provider estimates them",
    example: 640
  }),
  heartrate_avg: number({ nullable: true, min: 0, sensitive: true, description: "Beats per minute", example: 131 }),
  heartrate_max: number({ nullable: true, min: 0, sensitive: true, description: "Beats per minute", example: 162 }),
  description: text({ nullable: true, search: "body", sensitive: true })
}

const place = {
  city: text({ nullable: true, search: "subtitle", facet: true, description: "Where it began", example: "Portland" }),
  state: text({ nullable: true, facet: true, description: "State or region", example: "Oregon" }),
  country: text({ nullable: true, facet: true, example: "United States" })
}

const activity = record({
  title: "Activity",
  key: ["activity"],
  fields: {
    activity: text({ description: "Source and id of the report by which it is known", example: "strava:16500000001" }),
    day: date({ occurs: true, description: "The day at its place", example: "2026-03-14" }),
    kind: kind({ facet: true, example: "ride" }),
    sport: text({ nullable: true, facet: true, description: sport, example: "GravelRide" }),
    name: text({ search: "title", description: "Name at the provider, else the kind", example: "Gravel loop" }),
    started_at: instant({ example: "2026-03-14T14:30:00.000Z" }),
    local_start: instant({ nullable: true, description: localStart, example: "2026-03-14T07:30:00.000Z" }),
    distance_mi: number({ nullable: true, min: 0, description: "Miles, two decimals", example: 24.86 }),
    ...measures,
    elevation_ft: number({ nullable: true, min: 0, description: "Climb in feet", example: 1_210.6 }),
    ...place,
    course: course({ nullable: true, sensitive: true, description: courseText, example: "_p~iF~ps|U_ulLnnqC" }),
    reports: texts({ default: [], description: "All reports of it", example: ["strava:16500000001"] })
  },
  feed: { activity: { when: "started_at", title: ({ name }) => name } }
})

/** Where a source has its reports from. */
export const origins = ["api", "file"] as const

const report = record({
  title: "Report",
  key: ["service", "report", "origin"],
  fields: {
    service: text({ facet: true, description: "Source of the report", example: "garmin" }),
    report: text({ description: "Id of the activity at the source", example: "16500000001" }),
    origin: choice(origins)({ description: "Where the source had it from" }),
    kind: kind(),
    sport: text({ nullable: true, description: sport }),
    name: text({ nullable: true }),
    started_at: instant({ occurs: true }),
    is_zoned: boolean({ default: true, description: "False where only the wall clock at the start is certain" }),
    local_start: instant({ nullable: true, description: localStart }),
    distance_m: number({ nullable: true, min: 0, description: "Metres" }),
    elevation_m: number({ nullable: true, min: 0, description: "Climb in metres" }),
    ...measures,
    description: text({ nullable: true, sensitive: true }),
    city: text({ nullable: true }),
    state: text({ nullable: true }),
    country: text({ nullable: true }),
    course: course({ nullable: true, sensitive: true, description: courseText }),
    identities: texts({ default: [], description: "What names the recording at other sources as well" }),
    as_of: instant({ nullable: true, description: "When the provider made the file" })
  }
})

/**
 * Rides, walks, swims and all other sports than runs, from the sources of running. `report` is what one source says of
 * an activity. Activities are what the reports of all sources make: `activitiesWriter` writes them.
 */
export const activities = domain({ name: "activities", title: "Activities", records: { activity, report } })

export type Activity = RecordOf<typeof activity>
export type ActivityReport = RecordOf<typeof report>
