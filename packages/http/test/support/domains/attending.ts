import {
  type Appearance,
  Attending,
  AttendingAdmin,
  AttendingEnrichmentStore,
  AttendingRecords,
  AttendingStore,
  type Concert,
  type EventsOf,
  type Fact,
  type Game,
  GoogleAccount,
  type Player,
  PlayerStatsFinder,
  SeasonSchedules,
  type Team,
  plain
} from "@daybook/core/attending"
import { Publisher } from "@daybook/core/publishing"
import { Transaction, offsetOf } from "@daybook/core/shared"
import { Clock, Effect, Layer, Option } from "effect"

const team = (id: number, location: string, name: string): Team => ({
  league: "mlb",
  id,
  abbreviation: name.slice(0, 3).toUpperCase(),
  location,
  name,
  fullName: `${location} ${name}`,
  logoUrl: `https://logos.example/${id}.svg`,
  logoDarkUrl: null,
  logoLightUrl: null,
  primaryColor: "#0c2c56",
  secondaryColor: "#005c5c",
  tertiaryColor: null,
  conference: "American League",
  division: "West"
})
const [mariners, rangers] = [team(136, "Seattle", "Mariners"), team(140, "Texas", "Rangers")]

const player: Player = {
  league: "mlb",
  id: 663728,
  espnId: 32129,
  fullName: "Cal Raleigh",
  firstName: "Cal",
  lastName: "Raleigh",
  primaryPosition: "C",
  primaryNumber: "29",
  primaryTeamId: 136,
  biography: null,
  photoSilo: null,
  photoFull: null
}

const game = (index: number, date: string, home: number, away: number): Game => ({
  external: { source: "mlb_stats_api", id: String(700 + index) },
  league: "mlb",
  season: 2024,
  gameType: "R",
  series: null,
  state: "final",
  date,
  at: Date.parse(`${date}T20:10:00Z`),
  number: 1,
  home: { team: { id: 136, name: "Seattle Mariners", abbreviation: "SEA" }, score: home },
  away: { team: { id: 140, name: "Texas Rangers", abbreviation: "TEX" }, score: away },
  venue: null,
  details: {
    attendance: 30_000 + index,
    weather: "61 degrees, Clear",
    durationMinutes: 155,
    firstPitch: Date.parse(`${date}T20:11:00Z`),
    startingPitchers: { homeId: 1, awayId: 2 },
    linescore: [{ inning: 1, homeRuns: home, awayRuns: away, homeHits: 3, awayHits: 1, homeErrors: 0, awayErrors: 0 }],
    decisions: { winnerId: 1, loserId: 2, saveId: null },
    winningPitcher: home > away ? "Logan Gilbert" : "Nathan Eovaldi",
    appearances: []
  }
})

const park: Fact.VenueFact = {
  id: 1,
  name: "T-Mobile Park",
  city: "Seattle",
  state: "WA",
  country: "US",
  latitude: 47.59,
  longitude: -122.33,
  cityLatitude: 47.60621,
  cityLongitude: -122.33207,
  capacity: 47_929,
  picture: null
}
const theater: Fact.VenueFact = {
  id: 2,
  name: "The Fillmore",
  city: "San Francisco",
  state: "CA",
  country: "US",
  latitude: null,
  longitude: null,
  cityLatitude: 37.77493,
  cityLongitude: -122.41942,
  capacity: null,
  picture: null
}
const dacus: Fact.PerformerFact = {
  id: 1,
  name: "Lucy Dacus",
  type: "musical_artist",
  role: "headliner",
  place: 1,
  mbid: "m",
  artistId: 4,
  picture: null
}
const setList: Concert = {
  id: "63de4613",
  date: "2024-09-20",
  artist: { name: "Lucy Dacus", mbid: "m" },
  venue: null,
  tour: "Home Tour",
  url: "https://www.setlist.fm/setlist/1.html",
  songs: [{ name: "Night Shift", cover: null, encore: 1, tape: false }]
}
const ticket = (id: number, cents: number | null): Fact.TicketFact => ({
  id,
  vendor: "seatgeek",
  orderId: `o${id}`,
  section: "183",
  row: "2",
  seats: ["18", "19"],
  quantity: 2,
  totalCents: cents,
  currency: cents === null ? null : "USD",
  purchasedAt: Date.UTC(2024, 0, id)
})

const event = (
  id: number,
  of: Partial<Fact.EventFact> & Pick<Fact.EventFact, "date" | "title" | "kind" | "category">
): Fact.EventFact => ({
  id,
  lastDate: null,
  startsAt: null,
  subtitle: null,
  status: "scheduled",
  attended: true,
  upcoming: false,
  external: null,
  notes: null,
  season: null,
  teams: null,
  game: null,
  home: null,
  away: null,
  mySide: null,
  concerts: [],
  venue: null,
  tickets: [],
  performers: [],
  ...of
})
const played = (id: number, date: string, home: number, away: number, of: Partial<Fact.EventFact> = {}) =>
  event(id, {
    date,
    title: "Texas Rangers at Seattle Mariners",
    kind: "mlb_game",
    category: "sports",
    season: 2024,
    game: game(id, date, home, away),
    home: mariners,
    away: rangers,
    mySide: "home",
    external: { source: "mlb_stats_api", id: String(700 + id) },
    startsAt: `${date}T13:10:00-07:00`,
    venue: park,
    tickets: [ticket(id, 7_290)],
    ...of
  })

/** Oldest first: three games (one missed), a concert, a musical twice in a day, and an upcoming game. */
export const events: ReadonlyArray<Fact.EventFact> = [
  played(1, "2024-04-19", 4, 2),
  played(2, "2024-04-20", 1, 3, { tickets: [ticket(2, 5_000), ticket(3, null)] }),
  played(3, "2024-06-01", 9, 0, { attended: false }),
  event(4, {
    date: "2024-09-20",
    title: "Lucy Dacus",
    subtitle: "Home Tour",
    kind: "concert",
    category: "music",
    venue: theater,
    performers: [dacus],
    concerts: [setList],
    tickets: [ticket(4, 4_550)],
    external: { source: "setlist_fm", id: "63de4613" }
  }),
  event(5, {
    date: "2025-01-10",
    title: "Hamilton",
    kind: "theater",
    category: "arts",
    startsAt: "2025-01-10T14:00:00-08:00"
  }),
  event(6, {
    date: "2025-01-10",
    title: "Hamilton",
    kind: "theater",
    category: "arts",
    startsAt: "2025-01-10T19:30:00-08:00"
  }),
  event(7, {
    date: "2026-04-01",
    title: "Texas Rangers at Seattle Mariners",
    kind: "mlb_game",
    category: "sports",
    season: 2026,
    attended: false,
    upcoming: true,
    teams: { home: "Mariners", away: "Rangers" }
  })
]

const batting = { pa: 4, ab: 3, r: 1, h: 2, doubles: 1, triples: 0, hr: 1, rbi: 2, bb: 1, k: 1, sb: 0, hbp: 0 }
const appearance: Omit<Appearance, "player"> & { readonly team: Team } = {
  teamId: 136,
  isHome: true,
  batting,
  pitching: null,
  fielding: { putOuts: 3 },
  decision: null,
  notable: true,
  team: mariners
}
const catcher: Fact.PlayerFact = { id: 1, player, team: mariners, silo: null }
/** Newest first. */
export const appearances: ReadonlyArray<Fact.PlayedFact> = events
  .filter(({ attended, game }) => attended && game !== null)
  .toReversed()
  .map(({ date, game, id, mySide, title }) => ({ appearance, eventId: id, date, title, game: game!, mySide }))

const holds =
  (of: EventsOf) =>
  (one: Fact.EventFact): boolean =>
    (of.days.from === null || one.date >= of.days.from) &&
    (of.days.to === null || one.date <= of.days.to) &&
    (of.category === null || one.category === of.category) &&
    (of.kind === null || one.kind === of.kind) &&
    (of.season === null || one.season === of.season) &&
    (of.venue === null || one.venue?.id === of.venue) &&
    (of.attended === null || one.attended === of.attended) &&
    (of.teamId === null || one.game?.home.team.id === of.teamId || one.game?.away.team.id === of.teamId) &&
    (of.team === null ||
      [one.game?.home.team.name, one.game?.away.team.name].some(
        (name) => name !== undefined && plain(name).includes(plain(of.team ?? ""))
      ))

const newest = events.toReversed()
/** Midnight in Seattle after the upcoming game. */
const gameOver = Date.parse("2026-04-02T07:00:00Z")
const waits: Fact.MentionFact = {
  id: 1,
  source: "tickets",
  key: "<m1>#0",
  saidAt: Date.UTC(2025, 0, 5),
  title: "Your order",
  date: null,
  venue: null,
  excerpt: "Thank you"
}

const store = Layer.mock(AttendingStore, {
  events: (of) =>
    Effect.sync(() => {
      const rows = newest.filter(holds(of))
      return { rows: rows.slice(offsetOf(of.page), offsetOf(of.page) + of.page.limit), total: rows.length }
    }),
  event: (id) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      Option.map(Option.fromNullable(events[id - 1]), (event) => ({
        event: { ...event, upcoming: event.upcoming && now < gameOver },
        players: event.game === null ? [] : [{ ...appearance, player: catcher }],
        origins: { title: "mlb_stats_api:701", notes: "mention:calendar/abc" }
      }))
    ),
  season: (kind, season) => Effect.sync(() => events.filter((one) => one.kind === kind && one.season === season)),
  attended: ({ from, to }) =>
    Effect.sync(() =>
      events.filter(({ attended, date }) => attended && (from === null || date >= from) && (to === null || date <= to))
    ),
  venues: Effect.succeed([park, theater]),
  counts: ({ from, to }) =>
    Effect.sync(() =>
      events
        .filter(({ date, upcoming }) => !upcoming && (from === null || date >= from) && (to === null || date <= to))
        .map(({ attended, category, date, kind }) => ({
          kind,
          category,
          attended,
          year: Number(date.slice(0, 4)),
          count: 1
        }))
    ),
  players: (of) =>
    Effect.sync(() => {
      const rows =
        (of.name === null || plain(player.fullName).includes(plain(of.name))) &&
        (of.teamId === null || of.teamId === 136)
          ? [catcher]
          : []
      return { rows: rows.slice(offsetOf(of.page), offsetOf(of.page) + of.page.limit), total: rows.length }
    }),
  player: (id) => Effect.succeed(id === 1 ? Option.some(catcher) : Option.none()),
  played: (_, season) => Effect.sync(() => appearances.filter(({ game }) => season === null || game.season === season)),
  eventsOf: () => Effect.succeed([4]),
  pending: () =>
    Effect.succeed({
      rows: [{ ...waits, doubt: "unread", kind: null, detail: "It does not say surely when the event is." }],
      total: 1
    }),
  merges: () =>
    Effect.succeed({
      rows: [
        {
          eventId: 1,
          title: "Texas Rangers at Seattle Mariners",
          date: "2024-04-19",
          external: { source: "mlb_stats_api", id: "701" },
          mentions: [{ ...waits, reason: "same order" }]
        }
      ],
      total: 1
    })
})

const nothing = { events: [], players: [], performers: [], venues: [], retracted: [], deleted: [], concealed: [] }
const changesOf = (id: number) => Effect.succeed(id === 1 ? nothing : null)

const records = Layer.mock(AttendingRecords, {
  put: (_, mentions) =>
    Effect.succeed({ applied: { added: mentions.length, changed: 0, present: [], missing: [] }, changes: nothing }),
  promote: (id, { date }) =>
    Effect.succeed(id !== 1 ? null : date === null ? "nothing" : { event: 4, changes: nothing }),
  reject: changesOf,
  separate: changesOf,
  decide: changesOf,
  reprocess: Effect.succeed({ ...nothing, count: 12 })
})

const nobody = Layer.mergeAll(
  Layer.succeed(PlayerStatsFinder, { of: () => Effect.succeed(Option.none()) }),
  Layer.succeed(GoogleAccount, {
    access: Effect.succeedSome({
      account: "me@example.com",
      scopes: ["https://www.googleapis.com/auth/calendar.readonly"]
    })
  }),
  Layer.succeed(SeasonSchedules, { gamesOf: () => Effect.succeed(Option.none()) }),
  Layer.mock(AttendingEnrichmentStore, {}),
  Layer.succeed(Transaction, { run: (work) => work, dryRun: (work) => work }),
  Layer.succeed(
    Publisher,
    new Publisher({
      publish: () => Effect.void,
      retract: () => Effect.void,
      withdraw: () => Effect.void,
      withdrawPictures: () => Effect.void,
      conceal: () => Effect.void,
      setAside: () => Effect.void,
      takeBack: () => Effect.void,
      weigh: () => Effect.void
    })
  )
)

/** The attending services over sample data. */
export const attending = Layer.mergeAll(Attending.Default, AttendingAdmin.Default).pipe(
  Layer.provide([store, records, nobody])
)
