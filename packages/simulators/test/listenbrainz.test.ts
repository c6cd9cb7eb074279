import { serveSimulators, type ServeSimulatorsOptions } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { birthday, get, getJson } from "./asking.js"

interface Listen {
  readonly listened_at: number
  readonly track_metadata: { readonly artist_name: string; readonly track_name: string; readonly release_name?: string }
}

interface Listens {
  readonly payload: {
    readonly count: number
    readonly latest_listen_ts: number
    readonly oldest_listen_ts: number
    readonly listens: ReadonlyArray<Listen>
  }
}

const account = (options: ServeSimulatorsOptions = {}) =>
  Effect.map(
    serveSimulators({ endsAt: birthday, enabled: ["listenbrainz"], ...options }),
    ({ sampleOwner, settings, simulators }) => {
      const base = settings["DAYBOOK_LISTENBRAINZ_BASE_URL"]!
      const token = settings["DAYBOOK_LISTENBRAINZ_TOKEN"]!
      const listens = (query = "") => getJson<Listens>(`${base}/1/user/daybook_demo/listens${query}`)
      return { sampleOwner, base, token, listens, control: simulators.listenbrainz.control }
    }
  )

describe("listens", () => {
  it.scopedLive("walking back by max_ts reaches all but those that share a second across a page", () =>
    Effect.gen(function* () {
      const { base, control, listens } = yield* account()
      const seen: Array<number> = []
      for (let query = "?count=1000", page = 0; page < 30; page++) {
        const { payload } = yield* listens(query)
        if (payload.count === 0) break
        expect(payload.count).toBe(payload.listens.length)
        seen.push(...payload.listens.map((listen) => listen.listened_at))
        query = `?count=1000&max_ts=${payload.listens.at(-1)!.listened_at}`
      }
      const all = (yield* control.plays()).map(({ at }) => at).reverse()
      const missed = all.length - seen.length
      expect(missed).toBeLessThan(10)
      expect([...new Set(seen)]).toEqual([...new Set(all)])
      expect(yield* getJson<unknown>(`${base}/1/user/daybook_demo/listen-count`)).toEqual({
        payload: { count: all.length }
      })
    })
  )

  it.scopedLive("both bounds exclude their second; min_ts alone gives what came next, newest first", () =>
    Effect.gen(function* () {
      const { control, listens } = yield* account()
      const all = (yield* control.plays()).map(({ at }) => at)
      const [low, high] = [all[4_000]!, all[4_040]!]
      const times = (query: string) =>
        Effect.map(listens(query), ({ payload }) => payload.listens.map((listen) => listen.listened_at))
      expect(yield* times(`?count=100&min_ts=${low}&max_ts=${high}`)).toEqual(
        all.filter((at) => at > low && at < high).reverse()
      )
      expect(yield* times(`?count=7&min_ts=${low}`)).toEqual(
        all
          .filter((at) => at > low)
          .slice(0, 7)
          .reverse()
      )
      expect(yield* times(`?count=7&max_ts=${low}`)).toEqual(
        all
          .filter((at) => at < low)
          .slice(-7)
          .reverse()
      )
      expect(yield* times("")).toEqual(all.slice(-25).reverse())
      expect(yield* times("?count=100000")).toHaveLength(1_000)
      expect(yield* times(`?min_ts=${all.at(-1)!}`)).toEqual([])
    })
  )

  it.scopedLive("has the provider's shape", () =>
    Effect.gen(function* () {
      const { control, listens } = yield* account()
      const { payload } = yield* listens("?count=1000")
      const all = yield* control.plays()
      expect(payload).toMatchObject({
        count: 1_000,
        user_id: "daybook_demo",
        latest_listen_ts: all.at(-1)!.at,
        oldest_listen_ts: all[0]!.at
      })
      expect(
        payload.listens.find(
          (listen) => "mbid_mapping" in listen.track_metadata && listen.track_metadata.release_name !== undefined
        )
      ).toMatchObject({
        inserted_at: expect.any(Number),
        listened_at: expect.any(Number),
        recording_msid: expect.any(String),
        user_name: "daybook_demo",
        track_metadata: {
          artist_name: expect.any(String),
          additional_info: {
            duration_ms: expect.any(Number),
            recording_msid: expect.any(String),
            artist_mbids: [expect.any(String)]
          },
          mbid_mapping: {
            recording_mbid: expect.any(String),
            artists: [{ artist_credit_name: expect.any(String), join_phrase: "" }]
          }
        }
      })
      expect(payload.listens.some((listen) => !("mbid_mapping" in listen.track_metadata))).toBe(true)
    })
  )

  it.scopedLive("are a part of the life, each at most its own length late", () =>
    Effect.gen(function* () {
      const { control, sampleOwner } = yield* account()
      const listens = yield* control.plays()
      const plays = sampleOwner.listening.between(0, birthday / 1_000 + 1)
      const { artists, songs } = sampleOwner.listening.catalogue
      for (const listen of listens) {
        const from = plays.before(listen.at - listen.seconds)
        const candidates = Array.from(
          { length: plays.before(listen.at + 1) - from },
          (_, index) => songs[plays.song(from + index)]!
        )
        expect(
          candidates.some((song) => song.title === listen.track && artists[song.artist]!.name === listen.artist)
        ).toBe(true)
      }
      expect(listens.length).toBeGreaterThan(8_000)
      expect(listens.length).toBeLessThan(11_000)
    })
  )
})

describe("the rest of the interface", () => {
  it.scopedLive("what plays now has no time", () =>
    Effect.gen(function* () {
      const { base, control } = yield* account()
      const now = () => getJson<Listens>(`${base}/1/user/daybook_demo/playing-now`)
      expect((yield* now()).payload).toEqual({ count: 0, user_id: "daybook_demo", playing_now: true, listens: [] })
      yield* control.setNowPlaying({ artist: "Oskeln", track: "Ferrite", album: "Night Index" })
      const { payload } = yield* now()
      expect(payload.listens).toMatchObject([{ playing_now: true, track_metadata: { track_name: "Ferrite" } }])
      expect(payload.listens[0]).not.toHaveProperty("listened_at")
    })
  )

  it.scopedLive("tokens are checked when sent, users when asked for", () =>
    Effect.gen(function* () {
      const { base, token } = yield* account()
      const listens = `${base}/1/user/daybook_demo/listens`
      expect((yield* get(listens, { authorization: `Token ${token}` })).status).toBe(200)
      expect((yield* get(listens, { authorization: "Token wrong" })).status).toBe(401)
      const nobody = yield* get(`${base}/1/user/nobody/listens`)
      expect([nobody.status, JSON.parse(nobody.text)]).toEqual([404, { code: 404, error: "Cannot find user: nobody" }])
      expect((yield* get(`${listens}?min_ts=20&max_ts=10`)).status).toBe(400)
      expect(yield* getJson<unknown>(`${base}/1/validate-token?token=${token}`)).toMatchObject({
        valid: true,
        user_name: "daybook_demo"
      })
    })
  )

  it.scopedLive("every answer says what is left; past the limit it is 429", () =>
    Effect.gen(function* () {
      const { base, control } = yield* account()
      yield* control.setRate({ calls: 3, seconds: 60 })
      const answers = yield* Effect.replicateEffect(get(`${base}/1/user/daybook_demo/listen-count`), 4)
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
      expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["2", "1", "0", "0"])
      expect(answers.map(({ headers }) => headers.get("x-ratelimit-limit"))).toEqual(["3", "3", "3", "3"])
      expect(Number(answers[3]!.headers.get("x-ratelimit-reset-in"))).toBeGreaterThan(0)
    })
  )
})
