import type {
  Concert,
  Game,
  MergeInput,
  Mention,
  Order,
  StoredMention,
  VenueMention
} from "../../src/attending/index.js"

/** Builds mentions. Members that are not given are null or empty. */
const mention = (of: Partial<Mention> & { readonly key: string }): Mention => ({
  saidAt: 1_000,
  state: "confirmed",
  kind: null,
  title: null,
  date: null,
  lastDate: null,
  time: null,
  at: null,
  venue: null,
  performers: [],
  teams: null,
  external: null,
  orders: [],
  attended: null,
  notes: null,
  evidence: null,
  ...of
})

export const venue = (name: string, of: Partial<VenueMention> = {}): VenueMention => ({
  name,
  address: null,
  city: null,
  state: null,
  country: null,
  latitude: null,
  longitude: null,
  capacity: null,
  zone: null,
  ...of
})

export const order = (orderId: string | null, of: Partial<Order> = {}): Order => ({
  vendor: "ticketmaster",
  orderId,
  section: null,
  row: null,
  seats: [],
  quantity: null,
  totalCents: null,
  currency: null,
  purchasedAt: null,
  ...of
})

export const storedMention = (
  source: string,
  of: Partial<Mention> & { readonly key: string },
  more: Partial<StoredMention> = {}
): StoredMention => ({ id: 0, source, mention: mention(of), rejected: false, promotion: null, presence: null, ...more })

export const game = (id: string, date: string, of: Partial<Game> = {}): Game => ({
  external: { source: "mlb_stats_api", id },
  league: "mlb",
  season: 2026,
  gameType: "R",
  state: "final",
  date,
  at: Date.parse(`${date}T20:10:00Z`),
  number: 1,
  series: null,
  home: { team: { id: 136, name: "Seattle Mariners", abbreviation: "SEA" }, score: 4 },
  away: { team: { id: 140, name: "Texas Rangers", abbreviation: "TEX" }, score: 2 },
  venue: venue("T-Mobile Park", { city: "Seattle", zone: "America/Los_Angeles" }),
  details: null,
  ...of
})

export const concert = (id: string, date: string, artist: string, of: Partial<Concert> = {}): Concert => ({
  id,
  date,
  artist: { name: artist, mbid: null },
  venue: venue("The Fillmore", { city: "San Francisco" }),
  tour: null,
  url: `https://www.setlist.fm/setlist/${id}`,
  songs: [],
  ...of
})

const pacific = -7 * 3_600_000
export const mergeInput = (of: Partial<MergeInput>): MergeInput => ({
  mentions: [],
  games: [],
  concerts: [],
  teams: [],
  artists: [],
  concertVenues: new Map(),
  apart: new Set(),
  rules: {
    teams: [{ league: "mlb", id: 136 }],
    kinds: [],
    ignore: [],
    venues: [{ name: "T-Mobile Park", aliases: ["Safeco Field"] }]
  },
  aheadAt: () => pacific,
  ...of
})
