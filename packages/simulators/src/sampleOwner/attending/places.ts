import { type LocalDate, fromZoneName } from "@daybook/core/shared"
import { Either } from "effect"

/** Where something takes place. The grounds of clubs are the true ones, halls and theatres are invented. Degrees. */
export interface Place {
  readonly name: string
  readonly address: string
  readonly city: string
  /** The postal abbreviation. */
  readonly state: string
  /** ISO 3166, two letters. */
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  readonly capacity: number
  /** IANA name. */
  readonly zone: string
  /** The number that the league's provider gives it; for halls the set-list service's. */
  readonly id: number
}

const pacific = "America/Los_Angeles"
const central = "America/Chicago"
const eastern = "America/New_York"

type Row = readonly [
  name: string,
  address: string,
  city: string,
  state: string,
  latitude: number,
  longitude: number,
  capacity: number,
  zone: string,
  id: number
]

const place = ([name, address, city, state, latitude, longitude, capacity, zone, id]: Row): Place => ({
  name,
  address,
  city,
  state,
  country: "US",
  latitude,
  longitude,
  capacity,
  zone,
  id
})

/** Grounds of clubs by the key that `clubs` use. */
export const grounds = {
  safeco: place(["T-Mobile Park", "1250 1st Ave S", "Seattle", "WA", 47.591333, -122.33251, 47929, pacific, 680]),
  oracle: place([
    "Oracle Park",
    "24 Willie Mays Plaza",
    "San Francisco",
    "CA",
    37.778383,
    -122.389448,
    41915,
    pacific,
    2395
  ]),
  dodger: place([
    "Dodger Stadium",
    "1000 Vin Scully Ave",
    "Los Angeles",
    "CA",
    34.07368,
    -118.24053,
    56000,
    pacific,
    22
  ]),
  angel: place([
    "Angel Stadium",
    "2000 E Gene Autry Way",
    "Anaheim",
    "CA",
    33.80019044,
    -117.8823996,
    45517,
    pacific,
    1
  ]),
  petco: place(["Petco Park", "100 Park Blvd", "San Diego", "CA", 32.707861, -117.157278, 39860, pacific, 2680]),
  globe: place(["Globe Life Field", "734 Stadium Dr", "Arlington", "TX", 32.747299, -97.081818, 40000, central, 5325]),
  daikin: place(["Daikin Park", "501 Crawford St", "Houston", "TX", 29.756967, -95.355509, 41000, central, 2392]),
  wrigley: place(["Wrigley Field", "1060 W Addison St", "Chicago", "IL", 41.948171, -87.655503, 41649, central, 17]),
  busch: place(["Busch Stadium", "700 Clark Ave", "St. Louis", "MO", 38.62256667, -90.19286667, 45494, central, 2889]),
  yankee: place(["Yankee Stadium", "1 E 161st St", "Bronx", "NY", 40.82919482, -73.9264977, 47309, eastern, 3313]),
  fenway: place(["Fenway Park", "4 Jersey St", "Boston", "MA", 42.346456, -71.097441, 37755, eastern, 3]),
  kauffman: place(["Kauffman Stadium", "1 Royal Way", "Kansas City", "MO", 39.051567, -94.480483, 37903, central, 7]),
  lumen: place(["Lumen Field", "800 Occidental Ave S", "Seattle", "WA", 47.5952, -122.3316, 68740, pacific, 3673]),
  levis: place([
    "Levi's Stadium",
    "4900 Marie P DeBartolo Way",
    "Santa Clara",
    "CA",
    37.403,
    -121.97,
    68500,
    pacific,
    4738
  ]),
  pledge: place(["Climate Pledge Arena", "334 1st Ave N", "Seattle", "WA", 47.6221, -122.354, 18300, pacific, 8100]),
  moda: place(["Moda Center", "1 N Center Ct St", "Portland", "OR", 45.5316, -122.6668, 19393, pacific, 1852]),
  providence: place([
    "Providence Park",
    "1844 SW Morrison St",
    "Portland",
    "OR",
    45.5215,
    -122.6918,
    25218,
    pacific,
    5114
  ]),
  husky: place(["Husky Stadium", "3800 Montlake Blvd NE", "Seattle", "WA", 47.6503, -122.3016, 70138, pacific, 3913]),
  alaska: place([
    "Alaska Airlines Arena",
    "3870 Montlake Blvd NE",
    "Seattle",
    "WA",
    47.6523,
    -122.3019,
    10000,
    pacific,
    2214
  ])
} as const satisfies Readonly<Record<string, Place>>

/** Invented concert venues in the owner's town. */
export const concertVenues: ReadonlyArray<Place> = [
  ["The Quillon Ballroom", "1412 Pine St", "Seattle", "WA", 47.61402, -122.32811, 1500, pacific, 41],
  ["Halyard Hall", "208 Ballard Ave NW", "Seattle", "WA", 47.66554, -122.38302, 560, pacific, 42],
  ["Marrow Street Music Hall", "915 E Marrow St", "Seattle", "WA", 47.61283, -122.31955, 900, pacific, 43],
  ["The Ostler Theatre", "77 SW Ostler St", "Portland", "OR", 45.5188, -122.6801, 2776, pacific, 44],
  ["Dovecote Amphitheater", "12 Dovecote Rd", "Woodinville", "WA", 47.7341, -122.1519, 4300, pacific, 45]
].map((row) => place(row as unknown as Row))

export const jazzCellar = place([
  "The Ferrous Cellar",
  "2033 6th Ave",
  "Seattle",
  "WA",
  47.61549,
  -122.33893,
  180,
  pacific,
  46
])
export const playhouse = place([
  "Lanternwick Playhouse",
  "155 Mercer St",
  "Seattle",
  "WA",
  47.62441,
  -122.35011,
  820,
  pacific,
  47
])
export const comedyCellar = place([
  "The Wry Heron",
  "109 S Washington St",
  "Seattle",
  "WA",
  47.60069,
  -122.33312,
  210,
  pacific,
  48
])
export const fairground = place([
  "Pellwood Meadow",
  "2301 Meadow Loop",
  "Carnation",
  "WA",
  47.6479,
  -121.914,
  12000,
  pacific,
  49
])

const zones = new Map<string, (instant: number) => number>()

const offsetIn = (zone: string) => {
  const format = zones.get(zone)
  if (format !== undefined) return format
  const offsetAt = Either.getOrThrow(fromZoneName(zone)).offsetAt
  zones.set(zone, offsetAt)
  return offsetAt
}

/**
 * The instant (epoch milliseconds) of a time on the clocks of a zone; nothing takes place in the hours that clocks
 * skip.
 */
export const instantAt = (date: LocalDate, time: string, zone: string): number => {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const offsetAt = offsetIn(zone)
  return wall - offsetAt(wall - offsetAt(wall))
}
