import type { Concert, Game, LibraryArtist } from "@daybook/core/attending"
import { addDays, type LocalDate } from "@daybook/core/shared"

/**
 * A row of a made-up calendar, in the shapes in which Google, Outlook and Apple write them, and whether its owner went
 * to see something.
 */
export interface EverydayRow {
  readonly title: string
  readonly category: string
  /** True of an event that the owner attended. */
  readonly attends: boolean
  readonly date: LocalDate
  /** `HHMM`; null for a whole day. */
  readonly time: string | null
  readonly minutes: number
  readonly location?: string
  readonly notes?: string
  /** Lines that the program adds. */
  readonly more?: ReadonlyArray<string>
}

const monday = "2026-03-02"
const zone = "America/Los_Angeles"

/** Days in no order, so that weekdays, evenings and seasons mix. */
const dayOf = (index: number): LocalDate => addDays(monday, (index * 37) % 280)
const weekdayOf = (index: number): LocalDate => addDays(monday, ((index * 5) % 40) * 7 + (index % 5))

type Part = Partial<EverydayRow> & Pick<EverydayRow, "title">
const rows = (
  category: string,
  parts: ReadonlyArray<Part>,
  common: Partial<EverydayRow> = {},
  attends = false
): ReadonlyArray<EverydayRow> =>
  parts.map((part, index) => ({
    category,
    attends,
    date: dayOf(index + category.length * 11),
    time: "1900",
    minutes: 120,
    ...common,
    ...part
  }))

const each = (titles: ReadonlyArray<string>, places: ReadonlyArray<string | undefined>): ReadonlyArray<Part> =>
  titles.flatMap((title) => places.map((location) => ({ title, ...(location === undefined ? {} : { location }) })))

const offices = [
  "Room 4B",
  "Conference Room Fox Theater (8)",
  "HQ, 400 Pine St, Seattle, WA 98101",
  "Microsoft Teams Meeting",
  undefined
]
const homes = ["Mike's house", "Home", "The Marrow Arms, 12 Pike St, Seattle, WA 98101, USA", undefined]

const meetings = rows(
  "meeting",
  each(
    [
      "Platform stand-up (moved)",
      "Standup",
      "Daily stand-up",
      "Show and tell",
      "Sprint demo show",
      "Opera browser migration",
      "Musical chairs: seating plan",
      "Comedy of errors retro",
      "1:1 Priya",
      "Quarterly planning",
      "All hands",
      "Broadway account review"
    ],
    offices
  ),
  { time: "1000", minutes: 60 }
).map((row, index) => ({ ...row, date: weekdayOf(index) }))

const series = [
  "Platform stand-up",
  "Growth standup",
  "Team show & tell",
  "Comedy improv class",
  "Ballet (Emma)",
  "Opera choir",
  "Pub quiz at the Moore Theatre",
  "Musical theatre club"
].map((title, index): EverydayRow => ({
  title,
  category: "series",
  attends: false,
  date: addDays(monday, index % 5),
  time: index < 3 ? "0930" : "1830",
  minutes: index < 3 ? 15 : 90,
  location: index < 3 ? "Room 4B" : "Broadway Performing Arts Center, 1625 Broadway, Seattle, WA 98122, USA",
  more: [index < 3 ? "RRULE:FREQ=WEEKLY;COUNT=60;BYDAY=MO,TU,WE,TH,FR" : "RRULE:FREQ=WEEKLY;COUNT=20"]
}))

const calls = rows(
  "call",
  [
    "Comedy writers sync",
    "Opera GmbH kick-off",
    "Festival sponsors",
    "Musical Instruments Inc. demo",
    "Concert series budget"
  ].flatMap((title) => [
    { title, location: "https://us02web.zoom.us/j/8231" },
    { title, location: "Paramount Theatre", more: ["X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij"] },
    {
      title,
      notes: "Join: https://teams.microsoft.com/l/meetup-join/19%3a",
      location: "Benaroya Concert Hall",
      more: ["X-MICROSOFT-CDO-BUSYSTATUS:BUSY"]
    }
  ]),
  { time: "1800" }
)

const health = rows(
  "health",
  each(
    [
      "Dentist",
      "Dentist: crown",
      "Haircut",
      "Physio",
      "Eye exam",
      "Heart check-up",
      "Vet: Biscuit",
      "Flu shot",
      "Therapy"
    ],
    ["Broadway Dental, 512 Broadway E, Seattle, WA 98102, USA", "Opposite the Paramount Theatre", undefined]
  ),
  {
    time: "1730",
    minutes: 60,
    notes: "Next to the theater on Broadway, where the comedy show was. Bring the musical card."
  }
)

const meals = rows(
  "meal",
  each(
    ["Lunch with Sam", "Coffee with Ana", "Dinner w/ Jo", "Brunch", "Drinks: Queen's birthday", "Breakfast Club"],
    homes
  ),
  { time: "1230", minutes: 90, notes: "He does stand-up comedy; afterwards maybe the opera." }
)

const family = rows(
  "family",
  each(
    [
      "Ivy's birthday",
      "Anniversary",
      "School musical auditions",
      "Parent-teacher conference",
      "Ballet class (Emma)",
      "Improv workshop",
      "Pick up kids from theater camp",
      "Tigers vs Sharks",
      "Soccer practice",
      "Parents' evening"
    ],
    ["Lincoln Elementary School Auditorium", "Green Lake Field 3, Seattle, WA", undefined]
  ),
  { time: "1600", minutes: 90 }
)

const travel = rows(
  "travel",
  each(
    [
      "Flight to Chicago (AS 32)",
      "Train to Boston",
      "Stay at Opera Hotel",
      "Ferry to Victoria",
      "Fly home: Phoenix to Seattle",
      "Road trip with America"
    ],
    ["SEA Terminal N", "Chicago, IL, USA", undefined]
  ),
  { time: null, minutes: 1_440 }
)

const chores = rows(
  "chore",
  each(
    [
      "Garbage day",
      "Buy concert tickets",
      "Concert tickets on sale: Big Thief",
      "Renew opera subscription",
      "Comedy special comes out",
      "Queen bed delivery",
      "Air filter",
      "Car to garage",
      "Low tyre pressure check",
      "Wilco album out",
      "Lucy Dacus merch drop",
      "Pay festival invoice",
      "Listen to Phoebe Bridgers"
    ],
    [undefined, "Home"]
  ),
  { time: "0900", minutes: 60 }
)

const screens = rows(
  "screen",
  each(
    [
      "Watch Seahawks",
      "Seahawks at Rams",
      "Mariners at Angels",
      "Super Bowl party",
      "Mariners watch party",
      "Giants at Cardinals",
      "Movie: The Opera",
      "Dune matinee",
      "Comedy on TV"
    ],
    [...homes, "AMC Pacific Place 11, 600 Pine St, Seattle, WA 98101, USA"]
  ),
  { time: "1300", minutes: 180 }
).map((row) => ({ ...row, date: "2026-04-18" }))

const dinnersNearby = rows(
  "nearby",
  each(
    [
      "Dinner before the show",
      "Drinks with Big Mike",
      "Photo shoot",
      "Job interview",
      "Meet Wendy",
      "Volunteer shift",
      "Blood drive",
      "Graduation",
      "Company party",
      "Tech conference",
      "Church"
    ],
    [
      "Fox Theater, 1815 Telegraph Ave, Oakland, CA 94612, USA",
      "Fox Theater Cafe",
      "Benaroya Hall",
      "Climate Pledge Arena"
    ]
  ),
  { time: "1800" }
)

/** What the owner went to, as people write it into calendars. */
const outings = [
  ...rows(
    "game",
    [
      { title: "Rangers at Mariners", location: "T-Mobile Park, 1250 1st Ave S, Seattle, WA 98134, USA" },
      { title: "Mariners vs. Rangers", location: "Safeco Field, Seattle, WA 98134, USA" },
      { title: "Texas Rangers @ Seattle Mariners" },
      { title: "Mariners", location: "T-Mobile Park" },
      { title: "M's game" }
    ],
    { time: "1310", minutes: 180, date: "2026-04-19" },
    true
  ).map((row, index) => ({ ...row, date: addDays("2026-04-19", index) })),
  ...rows(
    "concert",
    [
      { title: "Lucy Dacus at The Fillmore", location: "The Fillmore, 1805 Geary Blvd, San Francisco, CA 94115, USA" },
      { title: "Concert: Big Thief", location: "Moore Theatre, 1932 2nd Ave, Seattle, WA 98101, USA" },
      { title: "Wilco w/ opener", location: "The Showbox" },
      { title: "Phoebe Bridgers", location: "Marymoor Park" }
    ],
    { time: "2000", minutes: 180 },
    true
  ).map((row, index) => ({ ...row, date: addDays("2026-05-01", index * 7) })),
  ...rows(
    "stage",
    [
      {
        title: "The Barber of Seville (opera)",
        location: "Seattle Opera House, 321 Mercer St, Seattle, WA 98109, USA"
      },
      { title: "Ballet: Swan Lake", location: "Pantages Theater, Tacoma, WA" },
      { title: "Comedy night: Maria Bamford", location: "Neptune Theatre, 1303 NE 45th St, Seattle, WA 98105, USA" },
      { title: "Six the Musical", location: "The Paramount Theatre, 911 Pine St, Seattle, WA 98101, USA" },
      { title: "Comedian Hari K.", location: "Laughs Comedy Club" },
      {
        title: "La bohème, English National Opera",
        location: "London Coliseum, St Martin's Lane, London, United Kingdom"
      },
      {
        title: "Stand-up comedy: open mic",
        location: "Comedy Underground, 109 S Washington St, Seattle, WA 98104, USA"
      },
      { title: "The Nutcracker with Grandma", location: "Arlene Schnitzer Concert Hall, Portland, OR" },
      { title: "Wicked (musical)", location: "Paramount Theatre" }
    ],
    { time: "1930", minutes: 150 },
    true
  )
]

export const everyday: ReadonlyArray<EverydayRow> = [
  ...meetings,
  ...calls,
  ...health,
  ...meals,
  ...family,
  ...travel,
  ...chores,
  ...screens,
  ...dinnersNearby,
  ...series,
  ...outings
]

/** Artists that the owner listens to, some of them named after what is in every calendar. */
export const library: ReadonlyArray<LibraryArtist> = [
  "Lucy Dacus",
  "Big Thief",
  "Wilco",
  "Phoebe Bridgers",
  "Train",
  "Boston",
  "Chicago",
  "Heart",
  "Garbage",
  "Air",
  "Low",
  "Queen",
  "Lunch",
  "Dinner",
  "Fox",
  "America",
  "Phoenix",
  "Church",
  "The Church",
  "Club",
  "Mercury",
  "Brunch",
  "Breakfast Club"
].map((name) => ({ name }))

const venue = (name: string, city: string | null) => ({
  name,
  address: null,
  city,
  state: null,
  country: null,
  latitude: null,
  longitude: null,
  capacity: null,
  zone
})

const side = (id: number, name: string, abbreviation: string) => ({ team: { id, name, abbreviation }, score: 3 })

/** What the leagues and the set-list service know of those days. */
export const games: ReadonlyArray<Game> = [
  ...[0, 1, 2, 3, 4].map((days): Game => ({
    external: { source: "mlb_stats_api", id: String(100 + days) },
    league: "mlb",
    season: 2026,
    gameType: "R",
    state: "final",
    date: addDays("2026-04-19", days),
    at: Date.parse(`${addDays("2026-04-19", days)}T20:10:00Z`),
    number: 1,
    series: null,
    home: side(136, "Seattle Mariners", "SEA"),
    away: side(140, "Texas Rangers", "TEX"),
    venue: venue("T-Mobile Park", "Seattle"),
    details: null
  })),
  {
    external: { source: "mlb_stats_api", id: "90" },
    league: "mlb",
    season: 2026,
    gameType: "R",
    state: "final",
    date: "2026-04-18",
    at: Date.parse("2026-04-18T20:10:00Z"),
    number: 1,
    series: null,
    home: side(108, "Los Angeles Angels", "LAA"),
    away: side(136, "Seattle Mariners", "SEA"),
    venue: venue("Angel Stadium", "Anaheim"),
    details: null
  },
  {
    external: { source: "espn", id: "91" },
    league: "nfl",
    season: 2026,
    gameType: null,
    state: "final",
    date: "2026-04-18",
    at: Date.parse("2026-04-18T20:05:00Z"),
    number: 1,
    series: null,
    home: side(14, "Los Angeles Rams", "LAR"),
    away: side(26, "Seattle Seahawks", "SEA"),
    venue: venue("SoFi Stadium", "Inglewood"),
    details: null
  }
]

export const concerts: ReadonlyArray<Concert> = (
  [
    ["Lucy Dacus", "The Fillmore"],
    ["Big Thief", "Moore Theatre"],
    ["Wilco", "The Showbox"],
    ["Phoebe Bridgers", "Marymoor Park"]
  ] as const
).map(([artist, place], index) => ({
  id: `s${index}`,
  date: addDays("2026-05-01", index * 7),
  artist: { name: artist, mbid: null },
  venue: venue(place, null),
  tour: null,
  url: "https://www.setlist.fm/x",
  songs: []
}))

const escaped = (text: string) =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll(",", "\\,").replaceAll(";", "\\;")
const compact = (date: LocalDate) => date.replaceAll("-", "")

const endOf = ({ date, minutes, time }: EverydayRow): string =>
  new Date(Date.parse(`${date}T${time!.slice(0, 2)}:${time!.slice(2)}:00Z`) + minutes * 60_000)
    .toISOString()
    .replace(/[-:]|\.\d{3}Z/g, "")

const eventOf = (row: EverydayRow, index: number): string =>
  [
    "BEGIN:VEVENT",
    ...(row.time === null
      ? [`DTSTART;VALUE=DATE:${compact(row.date)}`, `DTEND;VALUE=DATE:${compact(addDays(row.date, 1))}`]
      : [`DTSTART;TZID=${zone}:${compact(row.date)}T${row.time}00`, `DTEND;TZID=${zone}:${endOf(row)}`]),
    `UID:${index}@example.com`,
    `SUMMARY:${escaped(row.title)}`,
    ...(row.location === undefined ? [] : [`LOCATION:${escaped(row.location)}`]),
    ...(row.notes === undefined ? [] : [`DESCRIPTION:${escaped(row.notes)}`]),
    ...(row.more ?? []),
    "END:VEVENT"
  ].join("\r\n")

export const calendarOf = (of: ReadonlyArray<EverydayRow>): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", ...of.map(eventOf), "END:VCALENDAR", ""].join("\r\n")
