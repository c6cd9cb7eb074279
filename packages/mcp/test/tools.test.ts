import { fromZoneName } from "@daybook/core/shared"
import { Effect, Either, Layer } from "effect"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { describe, expect, it } from "vitest"
import { Ask, AskError, type Params } from "../src/Ask.js"
import { builtInDomains } from "../src/domains/index.js"
import { ImportFiles } from "../src/ImportFiles.js"
import { cursors } from "../src/kit/cursor.js"
import { runTool } from "../src/runTool.js"
import { allTools } from "../src/tools/index.js"

const calendar = Either.getOrThrow(fromZoneName("America/Los_Angeles"))
const services = { cursors: cursors("secret"), state: Effect.succeed({ calendar, sources: [] }) }

type Answers = Readonly<Record<string, unknown>>

/** A page of rows, as the API answers it. */
const pages =
  (rows: ReadonlyArray<object>) =>
  ({ limit = 20, page = 1 }: Params) => ({
    data: rows.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit)),
    pagination: { total: rows.length }
  })

/** Calls a tool of a host that answers these operations, and no others. */
const call = async (name: string, args: Answers, answers: Answers, only?: ReadonlyArray<string>) => {
  const tool = allTools.find((one) => one.name === name)!
  const answer = (operation: string, params: Params) => {
    const own = answers[operation]
    const value: unknown = typeof own === "function" ? (own as (params: Params) => unknown)(params) : own
    return value === undefined
      ? Effect.fail(new AskError({ status: 404, message: operation, retryAfter: null }))
      : Effect.succeed(value)
  }
  const layer = Layer.merge(
    Layer.succeed(Ask, { call: answer, declared: answer as never }),
    Layer.succeed(ImportFiles, {} as never)
  )
  const scope = builtInDomains.filter(({ name }) => only?.includes(name) !== false)
  const result = await Effect.runPromise(Effect.provide(runTool(tool, args, { ...services, scope }), layer))
  const { items = [], ...rest } = (result.isError ? {} : result.structured) as {
    readonly items?: ReadonlyArray<Readonly<Record<string, unknown>>>
    readonly [name: string]: unknown
  }
  return { ...result, items, rest }
}

const valuesOf = (items: ReadonlyArray<Answers>, name: string) => items.map((item) => item[name])

const artists = Array.from({ length: 150 }, (_, index) => ({ id: index + 1, name: `Fair ${index}` }))
const playOf = (id: number, artist: { id: number; name: string }) => ({
  scrobbled_at: "2026-03-14T20:15:00.000Z",
  track: { id, name: `Track ${id}` },
  artist,
  album: { id: null, name: null }
})

describe("A name that is a part of others", () => {
  const air = { id: 900, name: "Air" }
  const library = { "listening.artists": pages([...artists, air]) }

  it("means its artist, also where a hundred others have more plays", async () => {
    const track = { id: 5, rank: 1, name: "Rain", detail: "Air", playcount: 4 }
    const { items } = await call(
      "top",
      { kind: "track", artist: "air", when: "all" },
      {
        ...library,
        "listening.stats": { total_scrobbles: 10 },
        "listening.topTracks": ({ artist_id, ...page }: Params) => pages(artist_id === 900 ? [track] : [])(page)
      }
    )
    expect(items).toMatchObject([{ id: "listening/track/5", artist: "Air", plays: 4, share: 0.4 }])
  })

  it("lists the plays of its artist alone, by name and by id", async () => {
    const history = pages([playOf(1, air), playOf(2, artists[0]!), playOf(3, air)])
    const host = { ...library, "listening.history": history, "listening.artist": air }
    for (const artist of ["Air", "listening/artist/900"]) {
      const { items, rest } = await call("plays", { artist, limit: 1 }, host)
      expect([artist, valuesOf(items, "artist"), rest["total"]]).toEqual([artist, ["Air"], 2])
    }
  })

  it("means its venue; an id chooses between two venues of one name", async () => {
    const venues = [
      { id: 1, name: "Arena Annex", city: "Lumen" },
      { id: 2, name: "Arena", city: "Lumen" },
      { id: 3, name: "Hall", city: "Lumen" },
      { id: 4, name: "Hall", city: "Ostra" }
    ]
    const event = (venue: unknown) => ({
      id: Number(venue),
      title: "Game",
      event_date: "2026-03-14",
      event_type: "play",
      status: "attended",
      venue: null,
      performers: [],
      event_data: {}
    })
    const host = {
      "attending.venues": { data: venues },
      "attending.events": ({ venue_id: id }: Params) => pages([event(id)])({})
    }
    expect(valuesOf((await call("events", { venue: "arena" }, host)).items, "id")).toEqual(["attending/event/2"])
    const { text } = await call("events", { venue: "Hall" }, host)
    expect(text).toBe(
      'ambiguous: 2 venues match "Hall": attending/venue/3 Hall (Lumen), attending/venue/4 Hall (Ostra).\n' +
        'Call events with {"venue": "attending/venue/3"}.'
    )
    const { items } = await call("events", { venue: "attending/venue/4" }, host)
    expect(valuesOf(items, "id")).toEqual(["attending/event/4"])
  })
})

describe("`fetch`", () => {
  const common = { date_added: "2026-03-14T20:15:00.000Z", artists: ["Velmora"], title: "Low Tide", discogs_url: null }

  it.each([
    [
      "listening/track/7",
      "listening.track",
      { name: "Rain", artist: { id: 1, name: "Velmora" }, album: {}, url: null }
    ],
    [
      "watching/viewing/7",
      "watching.viewing",
      { title: { kind: "movie", id: 2, title: "Rain", year: 1992 }, watched_at: "2026-03-14T20:15:00.000Z" }
    ],
    ["collecting/release/7", "collecting.want", common],
    ["collecting/want/7", "collecting.want", common],
    ["collecting/disc/7", "collecting.disc", { title: "Rain", year: 1992, watch_history: [] }],
    ["attending/venue/7", "attending.venue", { name: "Hall", city: "Lumen" }]
  ])("has %s", async (id, operation, answer) => {
    const { rest, text } = await call(
      "fetch",
      { id },
      { [operation]: { id: 7, ...answer }, "attending.events": pages([]) }
    )
    expect([rest["id"], text]).toEqual([id, expect.stringMatching(/Rain|Low Tide|Hall/)])
  })
})

describe("`watched`", () => {
  const movie = (id: number) => ({
    id,
    title: `Film ${id}`,
    year: 1990 + id,
    genres: [],
    directors: [],
    director: null
  })
  const show = (id: number) => ({ id, title: `Show ${id}`, year: 2000 - id, episodes_watched: 1 })
  const episode = { season: 1, episode: 1, title: null }

  it("lists the shows of a period, in the order asked for", async () => {
    const host = {
      "watching.shows": pages([1, 2, 3].map(show)),
      "watching.show": ({ id }: Params) => ({
        ...show(Number(id)),
        seasons: [
          { episodes: [{ ...episode, watched_at: id === 2 ? "2025-03-14T20:00:00Z" : "2026-03-14T20:00:00Z" }] }
        ]
      })
    }
    const { items } = await call("watched", { kind: "show", when: "2026", sort: "year", order: "asc" }, host)
    expect(valuesOf(items, "title")).toEqual(["Show 3", "Show 1"])
  })

  it("reads the day of a rated film in the home time zone, and filters rated films too", async () => {
    const rating = (id: number, watched_at: string) => ({ movie: movie(id), user_rating: 4, watched_at })
    const host = {
      "watching.ratings": pages([rating(1, "2026-03-15T05:00:00Z"), rating(2, "2026-03-14T05:00:00Z")]),
      "watching.reviews": pages([]),
      "watching.recent": pages([
        {
          movie: { ...movie(1), directors: ["Ira Voss"] },
          watched_at: null,
          user_rating: 4,
          rewatch: false,
          review: null
        },
        { movie: movie(2), watched_at: null, user_rating: 4, rewatch: false, review: null }
      ])
    }
    const onDay = await call("watched", { reviewed: false, when: "2026-03-14" }, host)
    expect(valuesOf(onDay.items, "title")).toEqual(["Film 1"])
    const byDirector = await call("watched", { reviewed: false, director: "Ira Voss" }, host)
    expect(valuesOf(byDirector.items, "title")).toEqual(["Film 1"])
  })
})

describe("An answer", () => {
  it("has every day of a year of daily runs, below its limit", async () => {
    const data = Array.from({ length: 365 }, (_, index) => ({
      date: new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10),
      count: 1,
      total_distance_mi: 10.25
    }))
    const args = { domain: "running", year: 2025, days: true }
    const { rest, text } = await call("calendar", args, { "running.calendar": { data } })
    expect([(rest["days"] as ReadonlyArray<unknown>).length, rest["truncated"]]).toEqual([365, undefined])
    expect(encode(JSON.stringify(rest)).length).toBeLessThanOrEqual(8_000)
    expect(encode(text).length).toBeLessThanOrEqual(8_000)
  })

  it("of a day with many entries continues at its cursor", async () => {
    const entries = Array.from({ length: 300 }, (_, index) => ({
      domain: "listening",
      entity_type: "artist",
      entity_id: String(index),
      event_type: "first_play",
      occurred_at: "2025-03-14T20:15:00Z",
      title: `Artist number ${index}`,
      subtitle: "heard for the first time"
    }))
    const host = { "feed.onThisDay": { month: 3, day: 14, years: [{ year: 2025, items: entries }] } }
    const first = await call("on_this_day", {}, host)
    expect([first.rest["truncated"], first.items.length < 300]).toEqual([true, true])
    const ids = valuesOf(first.items, "id")
    let cursor = first.rest["next_cursor"]
    for (let turn = 0; cursor !== null && turn < 10; turn++) {
      const next = await call("on_this_day", { cursor }, host)
      ids.push(...valuesOf(next.items, "id"))
      cursor = next.rest["next_cursor"]
    }
    expect(ids).toEqual(entries.map(({ entity_id }) => `listening/artist/${entity_id}`))
  })

  it("with one row that is too long cuts its text", async () => {
    const highlight = {
      id: 1,
      text: "a long passage ".repeat(5_000),
      note: null,
      created_at: "2026-03-14T20:15:00Z",
      article: { id: 2, title: "Tides", url: "https://notebook.example/tides" }
    }
    const { items, rest, text } = await call("highlights", {}, { "reading.highlights": pages([highlight]) })
    expect(rest["truncated"]).toBe(true)
    expect(items[0]!["text"]).toMatch(/<\/untrusted>$/)
    expect(encode(text).length).toBeLessThanOrEqual(8_000)
  })

  it("compares totals that only the second period has", async () => {
    const discs = (from: unknown) => ({
      data: { total_items: 1, by_decade: from === "2024-01-01" ? { "1980s": 1 } : { "1990s": 2 } }
    })
    const { rest } = await call(
      "compare",
      { domain: "collecting", a: "2024", b: "2025" },
      { "collecting.stats": { data: { total_items: 1 } }, "collecting.mediaStats": ({ from }: Params) => discs(from) }
    )
    const totals = rest["totals"] as ReadonlyArray<Answers>
    expect(totals.find(({ total }) => total === "discs.by_decade.1990s")).toMatchObject({ a: 0, b: 2, difference: 2 })
  })

  it("says why a trend has no points", async () => {
    const run = { date: "2021-04-03T08:00:00Z" }
    const { text } = await call("run_trends", { chart: "pace", when: "2019" }, { "running.recent": pages([run]) })
    expect(text).toMatch(/^no_data: No runs in 2019: the first is of 2021-04-03\.\n/)
  })

  it("has the finished articles whose text is unavailable", async () => {
    const article = {
      id: 1,
      title: "Gone",
      domain: "a.example",
      tags: [],
      starred: false,
      finished_at: null,
      saved_at: null
    }
    const archive = ({ include_no_body: all, ...page }: Params) => pages(all === true ? [article] : [])(page)
    const host = { "reading.archive": archive }
    expect((await call("articles", { status: "finished", when: "2025" }, host)).items).toHaveLength(1)
    expect((await call("breakdown", { domain: "reading", by: "site", when: "2025" }, host)).items).toHaveLength(1)
  })
})

describe("A connection to some domains", () => {
  const entry = (domain: string, entity_id: string) => ({
    domain,
    entity_type: "thing",
    entity_id,
    event_type: "first",
    occurred_at: "2026-03-14T20:15:00Z",
    title: domain,
    subtitle: null
  })

  it("does not learn from `now` what happens in others", async () => {
    const run = { id: 1, name: "Dawn", date: "2026-03-14T08:00:00Z", distance_mi: 3, duration_s: 1800, city: null }
    const host = {
      "running.recent": pages([run]),
      "reading.currentlyReading": { data: [{ id: 1, progress: 0.5, title: "Tides" }] },
      "watching.recent": pages([]),
      "attending.events": pages([])
    }
    expect((await call("now", {}, host)).text).toMatch(/Dawn[\s\S]*Tides|Tides[\s\S]*Dawn/)
    const { text } = await call("now", {}, host, ["running"])
    expect([text.includes("Dawn"), text.includes("Tides")]).toEqual([true, false])
  })

  it("finds its records behind a hundred hits of others", async () => {
    const hits = [...Array.from({ length: 60 }, (_, id) => entry("listening", String(id))), entry("reading", "1")]
    const host = { "search.search": ({ limit }: Params) => ({ data: hits.slice(0, Number(limit)) }) }
    const { rest } = await call("search", { query: "tide", mode: "keyword" }, host, ["reading", "running"])
    expect(rest["results"]).toEqual([expect.objectContaining({ id: "reading/thing/1" })])
  })

  it("reads the feed on to its entries", async () => {
    const page = (data: ReadonlyArray<object>, next_cursor: string | null) => ({ data, pagination: { next_cursor } })
    const host = {
      "feed.all": ({ cursor }: Params) =>
        cursor === "second" ? page([entry("reading", "1")], null) : page([entry("listening", "1")], "second")
    }
    const { items, rest } = await call("feed", {}, host, ["reading", "running"])
    expect([valuesOf(items, "id"), rest["next_cursor"], rest["notes"]]).toEqual([["reading/thing/1"], null, undefined])
  })
})
