import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"
import { appearances, events } from "./support/domains/attending.js"

const asking = Effect.map(
  host(),
  ({ admin, read, url }) =>
    (path: string) =>
      ask(`${url}/v1/${path.startsWith("admin") ? path : `attending/${path}`}`, {
        key: path.startsWith("admin") ? admin : read
      })
)

const idsOf = (json: unknown) => (json as { data: ReadonlyArray<{ id: number }> }).data.map(({ id }) => id)
const newest = events.toReversed()
const seen = events.filter(({ attended }) => attended)
const countsOf = (all: ReadonlyArray<string>) =>
  Object.fromEntries([...new Set(all)].map((one) => [one, all.filter((other) => other === one).length]))

describe("attending over HTTP", () => {
  it.scoped("shows a game with the field names of the specification", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const game = (yield* at("events/1")).json as Record<string, unknown>
      const team = {
        league: "mlb",
        logo_dark_url: null,
        logo_light_url: null,
        primary_color: "#0c2c56",
        secondary_color: "#005c5c",
        tertiary_color: null,
        ui_tint_color: "#0c2c56",
        conference: "American League",
        division: "West"
      }
      const mariners = {
        ...team,
        id: 136,
        abbreviation: "MAR",
        location: "Seattle",
        name: "Mariners",
        full_name: "Seattle Mariners",
        logo_url: "https://logos.example/136.svg"
      }
      const line = { pa: 4, ab: 3, r: 1, h: 2, doubles: 1, triples: 0, hr: 1, rbi: 2, bb: 1, k: 1, sb: 0, hbp: 0 }
      expect(game).toMatchObject({
        id: 1,
        category: "sports",
        event_type: "mlb_game",
        event_date: "2024-04-19",
        event_datetime: "2024-04-19T13:10:00-07:00",
        title: "Texas Rangers at Seattle Mariners",
        subtitle: null,
        series_id: null,
        external_id: "701",
        external_source: "mlb_stats_api",
        notes: null,
        attended: true,
        status: "attended",
        venue: {
          id: 1,
          name: "T-Mobile Park",
          city: "Seattle",
          state: "WA",
          country: "US",
          latitude: 47.59,
          longitude: -122.33,
          capacity: 47_929,
          image: null
        },
        tickets: [
          {
            id: 1,
            vendor: "seatgeek",
            order_id: "o1",
            section: "183",
            row: "2",
            seat: "18, 19",
            quantity: 2,
            total_price_cents: 7_290,
            currency: "USD",
            purchased_at: "2024-01-01T00:00:00.000Z"
          }
        ],
        event_data: {
          league: "mlb",
          season: 2024,
          game_type: "R",
          home_team: mariners,
          away_team: { id: 140, full_name: "Texas Rangers" },
          home_score: 4,
          away_score: 2,
          my_team: "home",
          my_team_won: true,
          my_team_score: 4,
          opponent_score: 2,
          winning_pitcher: "Logan Gilbert",
          attendance: 30_001,
          weather: "61 degrees, Clear",
          duration_minutes: 155,
          first_pitch: "2024-04-19T20:11:00.000Z",
          linescore: [
            { inning: 1, home_runs: 4, away_runs: 2, home_hits: 3, away_hits: 1, home_errors: 0, away_errors: 0 }
          ],
          starting_pitchers: { home_id: 1, away_id: 2 },
          decisions: { winner_id: 1, loser_id: 2, save_id: null }
        },
        players: [
          {
            is_home: true,
            notable: true,
            decision: null,
            batting_line: line,
            pitching_line: null,
            fielding_line: { putOuts: 3 },
            team: mariners,
            player: {
              full_name: "Cal Raleigh",
              primary_team: mariners,
              mlb_stats_id: 663_728,
              mlb_id: "663728",
              espn_id: "32129"
            }
          }
        ],
        origins: { title: "mlb_stats_api", notes: "calendar" }
      })
      expect(game).not.toHaveProperty("event_data.home_team_id")
      expect((yield* at("events/4")).json).toMatchObject({
        event_data: {
          setlist_url: "https://www.setlist.fm/setlist/1.html",
          artist_name: "Lucy Dacus",
          artist_mbid: "m",
          tour_name: "Home Tour",
          setlist: [{ name: "Night Shift", cover: null, encore: 1, tape: false }]
        },
        performers: [
          {
            id: 1,
            name: "Lucy Dacus",
            performer_type: "musical_artist",
            role: "headliner",
            billing_order: 1,
            mbid: "m",
            lastfm_artist_id: 4,
            image: null
          }
        ]
      })
      expect((yield* at("events/5")).json).toMatchObject({
        event_data: {},
        venue: null,
        tickets: [],
        performers: [],
        players: []
      })
      expect((yield* at("events/7")).json).toMatchObject({
        status: "upcoming",
        attended: false,
        event_data: { home_team: { id: null, name: "Mariners" }, season: 2026, home_score: null, my_team_won: null }
      })
    })
  )

  it.scoped("filters events like a predicate over each event", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const cases: ReadonlyArray<readonly [string, (event: (typeof events)[number]) => boolean]> = [
        ["", () => true],
        ["?category=arts", ({ category }) => category === "arts"],
        ["?event_type=concert", ({ kind }) => kind === "concert"],
        ["?season=2024", ({ season }) => season === 2024],
        ["?year=2025", ({ date }) => date.startsWith("2025")],
        ["?year=2025&from=2024-06-01&to=2024-09-20", ({ date }) => date >= "2024-06-01" && date <= "2024-09-20"],
        ["?date=2025-01-10", ({ date }) => date === "2025-01-10"],
        ["?venue_id=2", ({ venue }) => venue?.id === 2],
        ["?attended=1", ({ attended }) => attended],
        ["?attended=false", ({ attended }) => !attended],
        ["?team=mariners", ({ game }) => game !== null],
        ["?team_id=140", ({ game }) => game !== null],
        ["?team_id=140&attended=0&category=sports", ({ attended, game }) => game !== null && !attended]
      ]
      for (const [query, which] of cases)
        expect(idsOf((yield* at(`events${query}`)).json), query).toEqual(newest.filter(which).map(({ id }) => id))
      const second = (yield* at("events?limit=3&page=2")).json as { pagination: unknown }
      expect(second.pagination).toEqual({ page: 2, limit: 3, total: 7, total_pages: 3 })
      expect(idsOf(second)).toEqual(newest.slice(3, 6).map(({ id }) => id))
    })
  )

  it.scoped("counts only attended events in seasons, years and totals", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const season = (yield* at("seasons/MLB/2024")).json as {
        data: ReadonlyArray<{ event_data: Record<string, unknown>; tickets: ReadonlyArray<unknown> }>
      }
      const games = events.filter((event) => event.season === 2024 && event.game !== null)
      const won = (ahead: boolean) =>
        games.filter(({ attended, game }) => attended && game!.home.score! > game!.away.score! === ahead).length
      expect(season).toMatchObject({
        league: "mlb",
        season: 2024,
        attended_count: games.filter(({ attended }) => attended).length,
        wins: won(true),
        losses: won(false)
      })
      expect(season.data.map(({ event_data }) => [event_data["home_team"], event_data["away_team"]])).toEqual(
        games.map(() => ["Seattle Mariners", "Texas Rangers"])
      )
      expect(season.data.map(({ tickets }) => tickets.length)).toEqual(games.map(({ tickets }) => tickets.length))
      const stats = (yield* at("stats")).json as Record<string, ReadonlyArray<Record<string, string | number>>>
      expect(stats).toMatchObject({
        total_events: events.filter(({ upcoming }) => !upcoming).length,
        attended_events: seen.length
      })
      expect(Object.fromEntries(stats["by_category"]!.map(({ category, count }) => [category, count]))).toEqual(
        countsOf(seen.map(({ category }) => category))
      )
      expect(Object.fromEntries(stats["by_event_type"]!.map(({ count, event_type }) => [event_type, count]))).toEqual(
        countsOf(seen.map(({ kind }) => kind))
      )
      expect(stats["by_year"]).toEqual([
        { year: "2025", count: 2 },
        { year: "2024", count: 3 }
      ])
      const year = (yield* at("year/2024")).json as Record<string, ReadonlyArray<Record<string, unknown>>>
      const of2024 = seen.filter(({ date }) => date.startsWith("2024"))
      expect(year).toMatchObject({
        total_events: of2024.length,
        total_spent_cents: of2024
          .flatMap(({ tickets }) => tickets)
          .reduce((sum, { totalCents }) => sum + (totalCents ?? 0), 0),
        top_venues: [
          { venue_id: 1, name: "T-Mobile Park", city: "Seattle", count: 2 },
          { venue_id: 2, count: 1 }
        ],
        top_performers: [{ performer_id: 1, name: "Lucy Dacus", count: 1 }]
      })
      expect(year["monthly"]!.map(({ count }) => count)).toEqual([0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0])
      expect(year["events"]!.map(({ id }) => id)).toEqual(of2024.map(({ id }) => id))
    })
  )

  it.scoped("adds up a player's attended games", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const games = appearances.length
      const sums = {
        pa: 4 * games,
        ab: 3 * games,
        h: 2 * games,
        doubles: games,
        hr: games,
        rbi: 2 * games,
        total_bases: (1 + 1 + 4 - 0) * games,
        avg: ".667",
        slg: "2.000"
      }
      expect((yield* at("players/1/stats")).json).toMatchObject({
        supported: true,
        hitter: true,
        league: "mlb",
        scope: "career",
        season: null,
        games,
        games_with_box_score: games,
        batting: sums
      })
      expect((yield* at("players/1/stats?season=2023")).json).toMatchObject({
        scope: "season",
        season: 2023,
        games: 0,
        batting: { h: 0, avg: null, slg: null }
      })
      expect((yield* at("players/1")).json).toMatchObject({
        full_name: "Cal Raleigh",
        supported: true,
        season_stats: null,
        career: null,
        splits: null,
        appearance_count: games,
        season_attended_summary_season: 2024,
        attended_summary: { games_attended: games, wins: 1, losses: 1, hitter: sums, pitcher: null },
        appearances: [{ event_id: 2, team: { id: 136 } }, { event_id: 1 }]
      })
      expect(idsOf((yield* at("players?name=RÁLEIGH&league=mlb&team_id=136")).json)).toEqual([1])
      expect(idsOf((yield* at("players?team_id=140")).json)).toEqual([])
      expect(idsOf((yield* at("venues")).json)).toEqual([1, 2])
    })
  )

  it.scoped("answers 404 for missing data and 400 for invalid requests", () =>
    Effect.gen(function* () {
      const at = yield* asking
      for (const path of [
        "events/99",
        "players/9",
        "players/9/stats",
        "seasons/mlb/1999",
        "seasons/cricket/2024",
        "year/2023"
      ])
        expect((yield* at(path)).json, path).toEqual({ error: "Not found", status: 404 })
      for (const path of [
        "events/x",
        "events?category=food",
        "events?event_type=game",
        "events?attended=perhaps",
        "events?limit=101",
        "events?from=2025-02-01&to=2025-01-01",
        "events?year=0",
        "players?limit=201",
        "players?league=cricket",
        "seasons/mlb/x",
        "year/1700",
        "year/x",
        "stats?date=x"
      ]) {
        expect((yield* at(path)).status, path).toBe(400)
      }
    })
  )

  it.scoped("accepts decisions and explains invalid ones", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const send = (path: string, body: unknown, method = "POST", key = admin) =>
        ask(`${url}/v1/admin/${path}`, {
          key,
          method,
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body)
        })
      expect((yield* ask(`${url}/v1/admin/attending/pending`, { key: admin })).json).toMatchObject({
        data: [{ id: 1, source: "tickets", reason: "unread", excerpt: "Thank you", event_date: null }]
      })
      expect((yield* ask(`${url}/v1/admin/attending/merges`, { key: admin })).json).toMatchObject({
        data: [{ event_id: 1, mentions: [{ id: 1, reason: "same order" }] }]
      })
      expect((yield* send("attending/sources/1/promote", { event_date: "2025-01-05" })).json).toEqual({
        status: "promoted",
        event_id: 4
      })
      expect((yield* send("attending/sources/1/promote", {})).json).toEqual({
        error: "the mention has no date: give event_date",
        status: 400
      })
      expect((yield* send("attending/sources/9/promote", { event_date: "2025-01-05" })).status).toBe(404)
      expect((yield* send("attending/sources/1/reject", undefined)).json).toEqual({ status: "rejected", id: 1 })
      expect((yield* send("attending/sources/1/separate", undefined)).json).toEqual({ status: "separated", id: 1 })
      expect((yield* send("attending/events/1", { attended: false }, "PUT")).json).toMatchObject({ id: 1 })
      expect(
        (yield* send("sync/attending/manual-import", {
          event_type: "concert",
          event_date: "2024-09-20",
          title: "Lucy Dacus"
        })).json
      ).toEqual({ status: "completed", items_synced: 1, events: [4], unmatched: [] })
      expect(
        (yield* send("sync/attending/manual-import", {
          event_type: "mlb_game",
          team_id: 136,
          season: 2024,
          attendance: "all_home"
        })).status
      ).toBe(409)
      const refused = (body: object) =>
        Effect.map(send("sync/attending/manual-import", body), ({ json, status }) => [status, json.error])
      expect(yield* refused({ event_type: "concert", event_date: "2024-13-20" })).toEqual([
        400,
        expect.stringMatching(/^event_date /)
      ])
      expect(yield* refused({ event_type: "concert" })).toEqual([400, "attendance or event_date is missing"])
      const concert = { event_type: "concert", event_date: "2024-09-20", title: "Lucy Dacus" }
      for (const [body, message] of [
        [{ ...concert, event_date: "0001-01-01" }, /^event_date must be a day from 1900 to 2100/],
        [{ ...concert, end_date: "2024-09-19" }, /^end_date must not be before event_date/],
        [{ ...concert, title: undefined }, /^title is missing: name the event/],
        [{ event_type: "mlb_game", event_date: "2024-09-20", home_team: "Mariners" }, /^away_team is missing/],
        ...["5", "2024-02-30", "+099999-01-01T00:00:00Z", "0000-01-01"].map(
          (at) =>
            [
              { ...concert, tickets: [{ purchased_at: at }] },
              /purchased_at must be an ISO 8601 day or timestamp/
            ] as const
        )
      ] as const)
        expect(yield* refused(body)).toEqual([400, expect.stringMatching(message)])
      expect((yield* send("attending/sources/1/promote", { event_date: "0001-01-01" })).status).toBe(400)
      expect(yield* refused({ event_type: "mlb_game", team_id: "x", season: 2024, attendance: "all_home" })).toEqual([
        400,
        expect.stringMatching(/^team_id /)
      ])
      for (const [given, started] of [
        ["gcal", "calendar"],
        ["gmail", "tickets"],
        ["all", "attending"],
        ["calendar", "calendar"]
      ] as const) {
        expect((yield* send("sync/attending", { source: given })).json).toEqual({
          run_id: 1,
          status: "queued",
          runs: [{ source: started, run_id: 1 }]
        })
      }
      expect((yield* send("sync/attending/reprocess", undefined)).status).toBe(202)
      expect((yield* send("sync/attending/reprocess", undefined, "POST", read)).status).toBe(403)
    })
  )
})
