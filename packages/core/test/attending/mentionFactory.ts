import {
  type Concert,
  type Game,
  type MergeInput,
  type Mention,
  type Order,
  type StoredMention,
  type VenueMention,
  mention,
  order as orderWith,
  venueMentionFields
} from "../../src/attending/index.js"
import { unknownOf } from "../../src/kit/index.js"

export const venue = (name: string, of: Partial<VenueMention> = {}): VenueMention => ({
  ...unknownOf(venueMentionFields),
  name,
  ...of
})

export const order = (orderId: string | null, of: Partial<Order> = {}): Order =>
  orderWith({ vendor: "ticketmaster", orderId, ...of })

export const storedMention = (
  source: string,
  of: Partial<Mention> & { readonly key: string },
  more: Partial<StoredMention> = {}
): StoredMention => ({
  id: 0,
  source,
  mention: mention({ saidAt: 1_000, ...of }),
  rejected: false,
  promotion: null,
  presence: null,
  ownNotes: null,
  ...more
})

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
