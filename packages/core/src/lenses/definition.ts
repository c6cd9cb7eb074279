import { Schema } from "effect"
import { field } from "../shared/fields.js"

const Names = Schema.Array(Schema.String)
const step = (min: number) => Schema.optional(Schema.Number.pipe(Schema.greaterThanOrEqualTo(min), Schema.finite()))
const whole = (min: number, max: number) => Schema.Number.pipe(Schema.int(), Schema.between(min, max))

/** How exact the places of a lens are, from none to the city. */
export const grains = ["none", "country", "region", "city"] as const
export type Grain = (typeof grains)[number]

/** Fields of one operation, or of all operations of a domain. */
const FieldRules = Schema.Struct({
  drop: field(Schema.optional(Names), "Fields that are left out", ["name"]),
  keep: field(Schema.optional(Names), "Private fields that are shown", ["heartrate_avg"])
})

const Rounding = Schema.Struct({
  time: field(
    Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Literal("hour", "day") })),
    "Times by domain, cut to the hour or the day",
    { running: "day" }
  ),
  distance_mi: field(step(0.01), "Step of distances in miles", 0.1),
  elevation_ft: field(step(1), "Step of elevations in feet", 10),
  duration_s: field(step(1), "Step of durations in seconds", 10)
})

const Places = Schema.Struct({
  grain: field(
    Schema.optional(Schema.Literal(...grains)),
    "The most exact place that is shown; none by default",
    "city"
  ),
  course: field(Schema.optional(Schema.Literal("none")), "Courses of runs are never shown", "none")
})

const Playing = Schema.Union(
  Schema.Literal("off", "live"),
  Schema.Struct({ delayed: field(whole(1, 1_440), "Minutes after which the current track is shown", 10) })
)

const LensName = Schema.String.pipe(Schema.pattern(/^[a-z][a-z0-9-]{0,39}$/)).annotations({
  message: () => ({
    message: "must be 1 to 40 lower-case letters, digits and hyphens that begin with a letter",
    override: true
  })
})

/** What a lens shows. What it does not name stays hidden: an empty definition shows nothing. */
export const LensDefinition = Schema.Struct({
  name: field(LensName, "Name in addresses: 1 to 40 lower-case letters, digits and hyphens", "runs"),
  operations: field(Schema.optional(Names), "Operations that are allowed, by group and name", ["running.recent"]),
  domains: field(Schema.optional(Names), "Domains whose operations without a private field are allowed", ["listening"]),
  fields: field(
    Schema.optional(Schema.Record({ key: Schema.String, value: FieldRules })),
    "Fields to drop or keep, by operation or domain",
    { "running.recent": { drop: ["name"] } }
  ),
  round: field(Schema.optional(Rounding), "How exact figures and times are; exact by default", { distance_mi: 0.1 }),
  places: field(Schema.optional(Places), "How exact places are; none are shown by default", { grain: "city" }),
  now_playing: field(
    Schema.optional(Playing),
    "Whether the current track is shown: off, live, or delayed by minutes; off by default",
    "live"
  ),
  feed_delay: field(
    Schema.optional(whole(0, 8_760)),
    "Hours after which an item appears in the feed; 0 by default",
    24
  ),
  public: field(Schema.optional(Schema.Boolean), "Whether publishable keys may have the lens; false by default", true),
  rate_limit: field(
    Schema.optional(whole(1, 100_000)),
    "Requests per 60 seconds of one address with a publishable key, if the key has no limit of its own",
    60
  )
}).annotations({ identifier: "LensDefinition" })
export type LensDefinition = typeof LensDefinition.Type
