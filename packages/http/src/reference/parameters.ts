/** Values that try an operation out: of what must be given only, since a page would send all that has one. */
const likes: Readonly<Record<string, string | number>> = {
  id: 42,
  year: 2026,
  season: 2,
  league: "mlb",
  "league.season": 2026,
  q: "velmora",
  title: "Violet Chalk",
  domain: "listening",
  entity_type: "albums",
  entity_id: 42,
  size: "medium",
  source: "lastfm",
  secret: "the-secret-of-the-address",
  "hub.mode": "subscribe",
  "hub.verify_token": "the-verify-token",
  "hub.challenge": "15f7d1a91c1f40f8a748fd134752feb3"
}

/** What a required parameter may look like; after the first of the operation's where that decides it. */
export const requiredLike = (name: string, first: string | undefined, standIn: unknown): unknown => likes[`${first}.${name}`] ?? likes[name] ?? standIn
