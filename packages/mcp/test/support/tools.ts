import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { isQuick } from "../../../adapters/test/support/depth.js"
import { overHttp, overStdio, type TestClient } from "./clients.js"
import type { Fixture } from "./fixture.js"

/** Every value in a result, at any depth. */
const leaves = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return value === null ? [] : [String(value)]
  return Object.values(value).flatMap(leaves)
}

/** The names of a peer's tools, each with the call here that answers it. */
const peer: Readonly<Record<string, readonly [string, Readonly<Record<string, unknown>>]>> = {
  get_now_playing: ["now", {}],
  get_health: ["overview", {}],
  get_recent_listens: ["plays", {}],
  get_top_artists: ["top", { kind: "artist", when: "all" }],
  get_top_albums: ["top", { kind: "album", when: "all" }],
  get_top_tracks: ["top", { kind: "track", when: "all" }],
  get_listening_stats: ["stats", { domain: "listening" }],
  get_running_stats: ["stats", { domain: "running" }],
  get_watching_stats: ["stats", { domain: "watching" }],
  get_collecting_stats: ["stats", { domain: "collecting" }],
  get_reading_stats: ["stats", { domain: "reading" }],
  get_attending_stats: ["stats", { domain: "attending" }],
  get_physical_media_stats: ["collection", { kind: "disc" }],
  get_listening_streaks: ["streaks", { domain: "listening" }],
  get_running_streaks: ["streaks", { domain: "running" }],
  get_listening_genres: ["breakdown", { domain: "listening", by: "genre" }],
  get_watching_genres: ["breakdown", { domain: "watching", by: "genre" }],
  get_watching_decades: ["breakdown", { domain: "watching", by: "decade" }],
  get_watching_directors: ["breakdown", { domain: "watching", by: "director" }],
  get_artist_details: ["fetch", { id: "listening/artist/2", include: ["albums", "tracks", "similar"] }],
  get_album_details: ["fetch", { id: "listening/album/1", include: ["tracks"] }],
  get_movie_details: ["fetch", { id: "watching/movie/14", include: ["viewings"] }],
  get_article_details: ["fetch", { id: "reading/article/250", include: ["highlights"] }],
  get_activity_details: ["fetch", { id: "running/activity/16502077400" }],
  get_attended_event: ["fetch", { id: "attending/event/5", include: ["box_score", "setlist"] }],
  get_attended_player: ["fetch", { id: "attending/player/23", include: ["games"] }],
  get_activity_splits: ["fetch", { id: "running/activity/16502077400", include: ["splits"] }],
  get_recent_runs: ["runs", {}],
  get_personal_records: ["run_records", {}],
  get_running_years: ["year", { year: 2025, domain: "running" }],
  get_attending_year_in_review: ["year", { year: 2025, domain: "attending" }],
  get_recent_watches: ["watched", {}],
  browse_movies: ["watched", { sort: "title" }],
  get_vinyl_collection: ["collection", { kind: "vinyl" }],
  get_physical_media: ["collection", { kind: "disc" }],
  get_recent_reads: ["articles", {}],
  find_similar_articles: ["related", { id: "reading/article/601" }],
  get_reading_highlights: ["highlights", {}],
  get_random_highlight: ["highlights", { random: true }],
  get_attended_events: ["events", {}],
  get_attended_season: ["events", { league: "mlb", season: 2025 }],
  get_attended_players: ["players", {}],
  get_attended_player_stats: ["players", { name: "a", limit: 3 }],
  get_feed: ["feed", {}],
  get_on_this_day: ["on_this_day", {}],
  search: ["search", { query: "harbour", mode: "keyword" }],
  semantic_search: ["search", { query: "ships and the sea", mode: "semantic", domain: "reading" }]
}

/** The list of tools, their answers, resources and prompts. The write tools change the data: call it last. */
export const servesTools = (fixtureOf: () => Fixture): void => {
  let fixture: Fixture
  let client: TestClient
  beforeAll(async () => {
    fixture = fixtureOf()
    client = await overHttp(fixture, fixture.read, "2026-07-28")
  })
  afterAll(() => client.close())

  const textOf = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const { content, isError = false } = await client.call(name, args)
    return { isError, text: content[0]!.text }
  }

  describe("the list of tools", () => {
    it("has the 24 read tools for a read key, and the write tools only for an admin key", async () => {
      const admin = await overHttp(fixture, fixture.admin, "2026-07-28")
      const [read, all] = [await client.tools(), await admin.tools()]
      await admin.close()
      expect(read).toHaveLength(24)
      expect(read.map(({ name }) => name)).toEqual(read.map(({ name }) => name).toSorted())
      expect(read.map(({ annotations }) => annotations)).toEqual(
        read.map(() => ({ readOnlyHint: true, openWorldHint: false }))
      )
      const more = all.filter(({ name }) => !read.some((tool) => tool.name === name)).map(({ name }) => name)
      expect(more).toEqual([
        "add_viewing",
        "change_viewing",
        "correct",
        "corrections",
        "decide_event",
        "start_sync",
        "undo_correction"
      ])
    })

    it("costs at most 9,000 tokens, and no tool more than 600", async () => {
      const admin = await overHttp(fixture, fixture.admin, "2026-07-28")
      const tools = await admin.tools()
      await admin.close()
      const sizes = tools.map((tool) => [tool.name, encode(JSON.stringify(tool)).length] as const)
      expect(sizes.filter(([, size]) => size > 600)).toEqual([])
      expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(9_000)
    })

    it("takes no other arguments than those it names", async () => {
      const tools = await client.tools()
      expect(
        tools.filter(
          ({ inputSchema }) => (inputSchema as { additionalProperties?: unknown }).additionalProperties !== false
        )
      ).toEqual([])
    })
  })

  it("calls are counted by tool and outcome, and their size", async () => {
    const countOf = async (sample: string) => {
      const response = await fetch(`${fixture.url}/metrics`, { headers: { authorization: `Bearer ${fixture.admin}` } })
      const [, count = "0"] =
        new RegExp(`^${sample.replace(/[{}]/g, "\\$&")} (\\d+)$`, "m").exec(await response.text()) ?? []
      return Number(count)
    }
    const samples = [
      'daybook_mcp_calls_total{tool="streaks",outcome="ok"}',
      'daybook_mcp_calls_total{tool="streaks",outcome="bad_argument"}',
      "daybook_mcp_result_tokens_count"
    ]
    const before = await Promise.all(samples.map(countOf))
    await textOf("streaks", { domain: "listening" })
    await textOf("streaks", { domain: "films" })
    const after = await Promise.all(samples.map(countOf))
    expect(after.map((count, index) => count - before[index]!)).toEqual([1, 1, 2])
  })

  describe("answers", () => {
    it("exist for each of the peer's 47 tools, with every value in both halves and within the budget", async () => {
      expect(Object.keys(peer)).toHaveLength(47)
      for (const [name, [tool, args]] of Object.entries(peer)) {
        const { content, isError = false, structuredContent = {} } = await client.call(tool, args)
        const text = content[0]!.text
        expect([name, isError, text.slice(0, 200)]).toEqual([name, false, text.slice(0, 200)])
        const missing = leaves(structuredContent).filter((leaf) => {
          const plain = leaf.replaceAll("\n", " ").replaceAll("|", "/")
          return !text.includes(plain) && !text.includes(JSON.stringify(leaf).slice(1, -1))
        })
        expect([name, missing]).toEqual([name, []])
        expect([name, encode(text).length <= 8_000, encode(JSON.stringify(structuredContent)).length <= 8_000]).toEqual(
          [name, true, true]
        )
      }
    })

    it("continue at their cursor without a gap, and refuse it with other arguments", async () => {
      const ids = async (args: object) => {
        const { structuredContent } = await client.call("plays", { when: "2025-03", limit: 7, ...args })
        const { items, next_cursor } = structuredContent as {
          items: ReadonlyArray<{ at: string }>
          next_cursor: string | null
        }
        return { at: items.map((item) => item.at), next: next_cursor }
      }
      const first = await ids({})
      const second = await ids({ cursor: first.next })
      const both = await ids({ limit: 14 })
      expect([...first.at, ...second.at]).toEqual(both.at)
      expect(await textOf("plays", { when: "2025-04", limit: 7, cursor: first.next })).toMatchObject({ isError: true })
    })

    it("stay below 8,000 tokens by leaving rows out, which the cursor brings", async () => {
      const { structuredContent = {} } = await client.call("articles", {
        limit: 100,
        fields: ["title", "url", "description", "author", "tags", "instapaper_url", "site_name", "saved_at"]
      })
      const { items, next_cursor, truncated } = structuredContent as {
        items: ReadonlyArray<unknown>
        next_cursor: string | null
        truncated?: boolean
      }
      expect([truncated, items.length < 100, next_cursor !== null]).toEqual([true, true, true])
    })

    it("keep what others wrote between its marks", async () => {
      const { structuredContent = {} } = await client.call("fetch", { id: "reading/article/250" })
      const { text } = structuredContent as { text: string }
      expect(text).toMatch(/<untrusted source="reading\/article\/250">[\s\S]+<\/untrusted>$/)
    })
  })

  describe("resources and prompts", () => {
    it("are listed and can be read", async () => {
      const uris = (await client.resources()).map(({ uri }) => uri)
      expect(uris).toEqual(expect.arrayContaining(["daybook://overview", "daybook://now", "daybook://year/2025"]))
      for (const uri of [
        ...uris,
        "daybook://day/2025-03-14",
        "daybook://record/listening/artist/2",
        "daybook://year/2025/running"
      ])
        expect([uri, typeof JSON.parse(await client.readResource(uri))]).toEqual([uri, "object"])
      await expect(client.readResource("daybook://nothing")).rejects.toMatchObject({ code: -32_602 })
      const prompts = await client.prompts()
      expect(prompts).toHaveLength(9)
      expect(await client.prompt("my_year", { year: "2025" })).toContain("year=2025")
      await expect(client.prompt("my_year", {})).rejects.toMatchObject({ code: -32_602 })
    })

    it.skipIf(isQuick)("are there on stdio too, and the write tools need the flag", async () => {
      const plain = await overStdio(fixture, "2026-07-28")
      expect(await plain.tools()).toHaveLength(24)
      await plain.close()
      const writing = await overStdio(fixture, "2025-11-25", ["--write"], { DAYBOOK_MCP_WRITE: "true" })
      expect(await writing.tools()).toHaveLength(31)
      await writing.close()
      const remote = await overStdio(fixture, "2026-07-28", ["--url", fixture.url], { DAYBOOK_KEY: fixture.read })
      const { content } = await remote.call("overview", {})
      await remote.close()
      expect(content[0]!.text).toContain("America/Los_Angeles")
    })
  })

  describe("write tools", () => {
    it("add a viewing once, change it, and decide an event", async () => {
      const admin = await overHttp(fixture, fixture.admin, "2026-07-28")
      const film = fixture.facts.titles.get(fixture.facts.watches[0]!.title)!
      const add = () =>
        admin.call("add_viewing", {
          title: film.title,
          year: film.year,
          watched_on: "2026-01-02",
          rating: 4,
          review: "Slow, and worth it."
        })
      const added = (await add()).structuredContent as { created: boolean; viewing: string }
      expect(added).toMatchObject({ created: true, user_rating: 4, review: "Slow, and worth it." })
      expect((await add()).structuredContent).toMatchObject({ created: false })
      const changed = await admin.call("change_viewing", { id: added.viewing, rating: 2.5 })
      expect(changed.structuredContent).toMatchObject({ viewing: added.viewing, user_rating: 2.5 })
      const reviewed = await admin.call("change_viewing", { id: added.viewing, review: "Slow." })
      expect(reviewed.structuredContent).toMatchObject({ user_rating: 2.5, review: "Slow." })
      const without = await admin.call("change_viewing", { id: added.viewing, review: "" })
      expect(without.structuredContent).not.toHaveProperty("review")
      const event = String(fixture.facts.events[0]!["id"])
      const decided = await admin.call("decide_event", { id: `attending/event/${event}`, attended: false })
      expect(decided.structuredContent).toMatchObject({ attended: false })
      const withNotes = await admin.call("decide_event", {
        id: `attending/event/${event}`,
        attended: true,
        notes: "Rain"
      })
      expect(withNotes.structuredContent).toMatchObject({ attended: true, event_notes: "Rain" })
      await vi.waitFor(async () => {
        const fetched = await admin.call("fetch", { id: `attending/event/${event}` })
        expect(fetched.content[0]!.text).toContain("Rain")
      }, 5_000)
      await admin.close()
    })

    it("preview, make, list and take back a correction", async () => {
      const admin = await overHttp(fixture, fixture.admin, "2026-07-28")
      const top = async () => {
        const { structuredContent } = await admin.call("top", { kind: "artist", when: "all", limit: 5 })
        const { items } = structuredContent as { items: ReadonlyArray<{ name: string; plays: number }> }
        return items.map(({ name, plays }) => ({ name, plays }))
      }
      const before = await top()
      const [target, merged] = before
      const same = { kind: "same", type: "artist", subject: { artist: merged!.name }, object: { artist: target!.name } }
      const preview = await admin.call("correct", { ...same, preview: true })
      expect(preview.structuredContent).toMatchObject({ affected: merged!.plays })
      expect(await top()).toEqual(before)
      const added = await admin.call("correct", same)
      expect(added.structuredContent).toMatchObject({ affected: merged!.plays })
      const { correction } = added.structuredContent as { correction: number }
      expect((await top())[0]).toEqual({ name: target!.name, plays: target!.plays + merged!.plays })
      const again = await admin.call("correct", same)
      expect([again.isError, again.content[0]!.text]).toEqual([
        true,
        expect.stringContaining(`correction ${correction}`)
      ])
      const list = await admin.call("corrections", {})
      expect(list.structuredContent).toMatchObject({
        items: expect.arrayContaining([expect.objectContaining({ correction, ...same })])
      })
      expect((await admin.call("undo_correction", { correction })).structuredContent).toMatchObject({ correction })
      expect(await top()).toEqual(before)
      const undone = await admin.call("undo_correction", { correction })
      expect(undone.content[0]!.text).toMatch(/^not_found: /)
      const wrong = await admin.call("correct", { ...same, type: "show" })
      expect(wrong.content[0]!.text).toMatch(/^bad_argument: type must be one of artist, album, track/)
      const { structuredContent } = await admin.call("corrections", { of: "suggestions" })
      expect(structuredContent).toHaveProperty("items")
      await admin.close()
    })
  })
}
