import type { NowPlaying } from "@daybook/core/listening"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { EventSource } from "eventsource"
import { type Host, host } from "../support/host.js"
import { ask, post } from "../support/http.js"
import { type WireEvent, read, until } from "../support/sse.js"

const origin = "https://me.example"

const issue = (stage: Host, of: Readonly<Record<string, unknown>>) =>
  Effect.map(post(`${stage.url}/v1/admin/keys`, stage.admin, { name: "page", ...of }), ({ json, status }) => {
    expect([status, json.error]).toEqual([201, undefined])
    return json.key as string
  })

/** A read key with a lens of its own. */
const keyOf = (stage: Host, name: string, definition: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const { json, status } = yield* post(`${stage.url}/v1/admin/lenses`, stage.admin, { name, ...definition })
    expect([status, json.error]).toEqual([201, undefined])
    return yield* issue(stage, { lens: name })
  })

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const eventsOf = (events: ReadonlyArray<WireEvent>, name: string) => events.filter(({ event }) => event === name)

const playing = { operations: ["listening.nowPlaying"], now_playing: "live" }

describe("a stream through a lens", () => {
  it.scopedLive("opens with a publishable key in its address, from pages of its origins", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const key = yield* issue(stage, { scope: "publish", lens: "site", origins: [origin] })
      const stream = yield* read(`${stage.url}/v1/stream?key=${key}`, { origin })
      expect(stream.status).toBe(200)
      expect(stream.headers.get("access-control-allow-origin")).toBe(origin)
      yield* until("what is playing", () => stream.events.length === 2)
      expect(stream.events[0]).toStrictEqual({
        event: "hello",
        id: null,
        data: { topics: ["feed", "now_playing"], heartbeat_s: 15 }
      })
      expect(stream.events[1]!.event).toBe("now_playing")
      const direct = yield* ask(`${stage.url}/v1/listening/now-playing`, { key, headers: { origin } })
      expect(stream.events[1]!.data).toStrictEqual(direct.json)
      for (const other of ["null", "https://a.me.example", "https://me.example:8443"])
        expect([
          other,
          (yield* ask(`${stage.url}/v1/stream?key=${key}`, { headers: { origin: other } })).status
        ]).toEqual([other, 403])
      expect((yield* ask(`${stage.url}/v1/stream?key=${stage.read}`)).status).toBe(400)
    })
  )

  it.scopedLive("reaches the EventSource of a browser, which sends no header", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const key = yield* issue(stage, { scope: "publish", lens: "site", no_origin: true })
      const source = new EventSource(`${stage.url}/v1/stream?topics=now_playing&key=${key}`)
      yield* Effect.addFinalizer(() => Effect.sync(() => source.close()))
      const received: Array<unknown> = []
      source.addEventListener("now_playing", ({ data }) => void received.push(JSON.parse(data as string)))
      yield* until("what is playing", () => received.length === 1)
      expect(received[0]).toMatchObject({ track: { name: expect.any(String) as string } })
    })
  )

  it.scopedLive("has what its lens allows, and refuses the rest with the same words", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const open = (key: string, query: string) => ask(`${stage.url}/v1/stream${query}`, { key, method: "GET" })
      const films = yield* keyOf(stage, "films", { operations: ["watching.recent"] })
      const plays = yield* keyOf(stage, "plays", playing)
      const silent = yield* keyOf(stage, "silent", { operations: ["listening.recent"], now_playing: "off" })
      const refused = { error: "Forbidden", status: 403 }
      for (const [key, query] of [
        [films, ""],
        [silent, ""],
        [silent, "?topics=now_playing"],
        [plays, "?topics=feed"],
        [plays, "?topics=now_playing,feed"],
        [plays, "?topics=changes"],
        [plays, "?topics=sync,now_playing"]
      ] as const)
        expect([query, (yield* open(key, query)).json]).toEqual([query, refused])
      expect((yield* open(plays, "?since=0")).json.error).toMatch(/^since is not supported with this key/)
      for (const key of [films, plays, silent]) {
        expect((yield* ask(`${stage.url}/v1/changes`, { key })).json).toEqual(refused)
        expect((yield* post(`${stage.url}/v1/stream/tickets`, key, {})).json).toEqual(refused)
      }
      const narrow = yield* read(`${stage.url}/v1/stream`, bearer(plays))
      yield* until("hello", () => narrow.events.length === 2)
      expect(narrow.events[0]!.data).toStrictEqual({ topics: ["now_playing"], heartbeat_s: 15 })
      const elsewhere = yield* read(`${stage.url}/v1/stream?domain=watching`, bearer(plays))
      yield* until("hello", () => elsewhere.events.length === 1)
    })
  )

  it.scopedLive("sends a track when it changed, and a delayed one when it is old enough", () =>
    Effect.gen(function* () {
      const stage = yield* host({ haste: 200 })
      const start = stage.clock.now
      const minutes = 60_000
      const play = (track: string, at: number) => ({
        artist: "Velmora Tide",
        track,
        album: null,
        at: new Date(at).toISOString()
      })
      const plays = [play("Old", start - 60 * minutes), play("Secret", start - 2 * minutes)]
      stage.setPlays(plays)
      const live = yield* keyOf(stage, "live", playing)
      const late = yield* keyOf(stage, "late", { ...playing, now_playing: { delayed: 10 } })
      const streams = [
        yield* read(`${stage.url}/v1/stream`, bearer(live)),
        yield* read(`${stage.url}/v1/stream`, bearer(late))
      ]
      const tracks = (index: number) =>
        eventsOf(streams[index]!.events, "now_playing").map(({ data }) => (data as NowPlaying).track.name)
      yield* until("the first tracks", () => tracks(0).length === 1 && tracks(1).length === 1)
      expect([tracks(0), tracks(1)]).toEqual([["Secret"], ["Old"]])
      stage.setPlays([...plays, play("Newest", start)])
      yield* until("the newest track", () => tracks(0).length === 2)
      expect([tracks(0), tracks(1)]).toEqual([["Secret", "Newest"], ["Old"]])
      expect(streams[1]!.text()).not.toMatch(/Secret|Newest/)
      stage.clock.now = start + 9 * minutes
      yield* until("the delayed track", () => tracks(1).length === 2)
      expect(tracks(1)).toEqual(["Old", "Secret"])
      expect(streams[1]!.text()).not.toContain("Newest")
    })
  )

  it.scopedLive("sends items of the feed when its delay is over, and none of other records", () =>
    Effect.gen(function* () {
      const stage = yield* host({ haste: 200 })
      const late = yield* keyOf(stage, "late", { operations: ["listening.artists", "feed.all"], feed_delay: 36 })
      const films = yield* keyOf(stage, "films", { operations: ["watching.movies", "feed.all"] })
      const nameless = yield* keyOf(stage, "nameless", {
        operations: ["listening.artists", "feed.all"],
        fields: { "feed.all": { drop: ["title", "id"] } },
        feed_delay: 36
      })
      const [stream, other, bare] = yield* Effect.forEach([late, films, nameless], (key) =>
        read(`${stage.url}/v1/stream?topics=feed`, bearer(key))
      )
      yield* until("hello", () => [stream, other, bare].every((one) => one!.events.length === 1))
      stage.log.append([{ domain: "listening", type: "feed_item", id: "1", op: "upsert" }])
      stage.clock.now += 86_400_000
      yield* until("an item that has become old enough", () => eventsOf(stream!.events, "feed").length === 1)
      expect(stream!.events[1]).toStrictEqual({
        event: "feed",
        id: null,
        data: {
          id: "listening/feed_item/4",
          domain: "listening",
          event_type: "new_artist",
          title: "Discovered Artist 1",
          occurred_at: expect.stringMatching(/^\d{4}-/) as string
        }
      })
      yield* until("the same without its title", () => eventsOf(bare!.events, "feed").length === 1)
      expect(Object.keys(bare!.events[1]!.data as object)).toEqual(["domain", "event_type", "occurred_at"])
      expect(bare!.text()).not.toContain("Discovered")
      expect(other!.events).toHaveLength(1)
      for (const one of [stream, other, bare]) expect(one!.text()).not.toMatch(/^id:|cursor|source_id|artist:/m)
    })
  )

  it.scopedLive("of visitors leave half of the host's streams to the owner, and six to one address", () =>
    Effect.gen(function* () {
      const stage = yield* host({ streamMax: 16, trustedProxies: ["127.0.0.1"] })
      const key = yield* issue(stage, { scope: "publish", lens: "site", no_origin: true })
      const visit = (address: string) => read(`${stage.url}/v1/stream?key=${key}`, { "x-forwarded-for": address })
      const statuses = yield* Effect.forEach(
        [...Array.from({ length: 7 }, () => "198.51.100.1"), "198.51.100.2", "198.51.100.3", "198.51.100.4"],
        (address) => Effect.map(visit(address), ({ status }) => status)
      )
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 200, 200, 429])
      expect((yield* read(`${stage.url}/v1/stream`, bearer(stage.read))).status).toBe(200)
    })
  )

  it.scopedLive("ends when its lens is removed", () =>
    Effect.gen(function* () {
      const stage = yield* host({ haste: 200 })
      const key = yield* keyOf(stage, "brief", playing)
      const stream = yield* read(`${stage.url}/v1/stream`, bearer(key))
      yield* until("hello", () => stream.events.length === 2)
      yield* ask(`${stage.url}/v1/admin/lenses/brief`, { key: stage.admin, method: "DELETE" })
      yield* until("bye", () => stream.events.at(-1)?.event === "bye")
      expect((yield* ask(`${stage.url}/v1/stream`, { key })).status).not.toBe(200)
    })
  )
})
