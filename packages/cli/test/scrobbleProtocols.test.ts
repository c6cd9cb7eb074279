import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { patience } from "./support/daybook.js"
import { type InProcessHost, inProcessHost, newSettings } from "./support/inProcessHost.js"
const md5 = (text: string) => createHash("md5").update(text).digest("hex")
const nowSeconds = () => Math.floor(Date.now() / 1_000)

/** The fields of answers that are read here. */
interface Body {
  readonly code: number
  readonly pagination?: { readonly total: number }
  readonly payload: { readonly count: number; readonly listens: ReadonlyArray<unknown> }
  readonly recording_msid: string
  readonly recenttracks: unknown
  readonly scrobbles: {
    readonly "@attr": unknown
    readonly scrobble: ReadonlyArray<{ readonly ignoredMessage: { readonly code: string } }>
  }
  readonly session: { readonly key: string }
  readonly token: string
  readonly user: unknown
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly json: Body
  readonly headers: Headers
}

const ask = (url: string, init: RequestInit = {}): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const response = await fetch(url, init)
    const text = await response.text()
    const isJson = (response.headers.get("content-type") ?? "").includes("json")
    return { status: response.status, text, json: (isJson ? JSON.parse(text) : {}) as Body, headers: response.headers }
  })

const form = (params: Readonly<Record<string, string>>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(params)
})

const track = { artist_name: "The Paper Boats", track_name: "Low Tide", release_name: "Harbour Songs" }
const single = (at: number) =>
  JSON.stringify({ listen_type: "single", payload: [{ listened_at: at, track_metadata: track }] })

const count = (host: InProcessHost) =>
  Effect.map(
    ask(`${host.url}/v1/listening/recent?limit=1`, { headers: { authorization: `Bearer ${host.admin}` } }),
    ({ json }) => json.pagination?.total ?? 0
  )

describe("addresses for clients", () => {
  it.scopedLive(
    "speak ListenBrainz under every spelling",
    () =>
      Effect.gen(function* () {
        const host = yield* inProcessHost(yield* newSettings)
        const { scrobbler, token } = yield* host.addScrobbler("living room")
        const base = `${host.url}/apis/listenbrainz`
        const authorization = `toKEN ${token}`
        const post = (path: string, body: string, headers: Record<string, string> = { authorization }) =>
          ask(`${base}${path}`, { method: "POST", headers, body: new TextEncoder().encode(body) })
        const at = nowSeconds() - 3_600
        const paths = ["/1/submit-listens", "/submit-listens", "/1/1/submit-listens/", "//1//submit-listens/"]
        for (const path of paths) expect((yield* post(path, single(at))).json).toStrictEqual({ status: "ok" })
        expect(yield* count(host)).toBe(1)
        const identified = (yield* post("/1/submit-listens?return_msid=true", single(at))).json
        expect(identified.recording_msid).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
        )

        const valid = { code: 200, message: "Token valid.", valid: true, user_name: "daybook" }
        const invalid = { code: 200, message: "Token invalid.", valid: false }
        expect((yield* ask(`${base}/1/validate-token?token=${token}`)).json).toStrictEqual(valid)
        expect((yield* ask(`${base}/validate-token/`, { headers: { authorization } })).json).toStrictEqual(valid)
        expect((yield* ask(`${base}/1/validate-token?token=x`)).json).toStrictEqual(invalid)
        expect((yield* ask(`${base}/1/validate-token`)).json).toMatchObject({ code: 400 })
        expect((yield* post("/1/submit-listens", single(at), {})).json).toStrictEqual({
          code: 401,
          error: "You need to provide an Authorization header."
        })
        expect((yield* post("/1/submit-listens", single(at), { authorization: "Token x" })).json).toStrictEqual({
          code: 401,
          error: "Invalid authorization token."
        })
        // An error stores nothing, also of a batch that is partly right.
        const batch = {
          listen_type: "import",
          payload: [(JSON.parse(single(at + 1)) as { payload: ReadonlyArray<unknown> }).payload[0], {}]
        }
        const deep = single(at).replace('"Low Tide"', "[".repeat(50_000) + "]".repeat(50_000))
        for (const body of ["", "{", JSON.stringify(batch), deep])
          expect((yield* post("/1/submit-listens", body)).json).toMatchObject({ code: 400 })
        expect(yield* count(host)).toBe(1)

        const own = { headers: { authorization } }
        const { json: listens } = yield* ask(`${base}/1/user/daybook/listens?count=5&max_ts=${at + 1}`, own)
        expect(listens.payload).toMatchObject({
          count: 1,
          user_id: "daybook",
          latest_listen_ts: at,
          oldest_listen_ts: at
        })
        expect(listens.payload.listens[0]).toMatchObject({
          listened_at: at,
          recording_msid: identified.recording_msid,
          track_metadata: track
        })
        for (const query of [`max_ts=${at}`, `min_ts=${at}`])
          expect((yield* ask(`${base}/1/user/daybook/listens?${query}`, own)).json.payload.count).toBe(0)
        expect((yield* ask(`${base}/1/user/daybook/listens?min_ts=1&max_ts=2`, own)).json).toMatchObject({ code: 400 })
        expect((yield* ask(`${base}/1/user/daybook/listen-count`, own)).json).toStrictEqual({ payload: { count: 1 } })
        expect((yield* ask(`${base}/1/user/bob/listens`, own)).json).toStrictEqual({
          code: 404,
          error: "Cannot find user: bob"
        })
        expect((yield* ask(`${base}/1/user/daybook/listens`)).json).toMatchObject({ code: 401 })
        const playing = JSON.stringify({ listen_type: "playing_now", payload: [{ track_metadata: track }] })
        expect((yield* post("/1/submit-listens", playing)).json).toStrictEqual({ status: "ok" })
        const nowPlaying = () => ask(`${base}/1/user/daybook/playing-now`, own)
        expect((yield* nowPlaying()).json.payload).toMatchObject({
          count: 1,
          playing_now: true,
          listens: [{ track_metadata: track }]
        })
        expect((yield* post("/1/playing-now/delete", "")).json).toStrictEqual({ status: "ok" })
        expect((yield* nowPlaying()).json.payload).toMatchObject({ count: 0, listens: [] })
        expect(yield* count(host)).toBe(1)
        for (const path of ["/1/user/daybook/following", "/1/nothing", "/", ""]) {
          const missing = yield* ask(`${base}${path}`, { headers: { authorization, accept: "text/html" } })
          expect([missing.status, missing.json.code]).toStrictEqual([404, 404])
        }
        const answered = yield* ask(`${base}/1/latest-import?user_name=daybook&service=lastfm`, own)
        expect(answered.json).toStrictEqual({ musicbrainz_id: "daybook", latest_import: 0 })
        for (const name of ["limit", "remaining", "reset-in", "reset"])
          expect(answered.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/)

        // Another host on the same database, then a revoked token.
        const revoke = { method: "DELETE", headers: { authorization: `Bearer ${host.admin}` } }
        expect((yield* ask(`${host.url}/v1/admin/scrobblers/${scrobbler.id}`, revoke)).status).toBe(200)
        expect((yield* post("/1/submit-listens", single(at + 300))).status).toBe(401)
        expect(yield* count(host)).toBe(1)
      }),
    patience
  )

  it.scopedLive(
    "speak AudioScrobbler in both versions, and check what they must",
    () =>
      Effect.gen(function* () {
        const settings = yield* newSettings
        const host = yield* inProcessHost(settings, { publicUrl: "https://daybook.example/life/" })
        const { apiKey, sharedSecret, token } = yield* host.addScrobbler("phone")
        const two = `${host.url}/apis/audioscrobbler/2.0/`
        const json = { api_key: "any", format: "json" }
        const login = { ...json, method: "auth.getMobileSession", username: "anna" }
        const session = (yield* ask(two, form({ ...login, password: token }))).json.session
        expect(session).toStrictEqual({ name: "anna", key: expect.stringMatching(/^[0-9a-f]{32}$/), subscriber: 0 })
        const proof = md5(`anna${md5(token)}`)
        expect((yield* ask(two, form({ ...login, authToken: proof }))).json.session).toStrictEqual(session)
        const typed = { ...login, username: "Anna", authToken: proof.toUpperCase() }
        expect((yield* ask(two, form(typed))).json.session.key).toBe(session.key)
        expect((yield* ask(two, form({ ...login, password: "wrong" }))).json).toMatchObject({ error: 4 })
        expect((yield* ask(two, form({ ...login, authToken: md5("wrong") }))).json).toMatchObject({ error: 4 })
        const sk = session.key
        const at = nowSeconds() - 3_600
        const scrobble = {
          ...json,
          method: "track.scrobble",
          sk,
          artist: "A & B",
          track: "<Low> Tide",
          timestamp: String(at)
        }
        const name = (text: string) => ({ corrected: "0", "#text": text })
        expect((yield* ask(two, form(scrobble))).json).toStrictEqual({
          scrobbles: {
            "@attr": { accepted: 1, ignored: 0 },
            scrobble: {
              artist: name("A & B"),
              track: name("<Low> Tide"),
              album: name(""),
              albumArtist: name(""),
              timestamp: String(at),
              ignoredMessage: { code: "0", "#text": "" }
            }
          }
        })
        const { text: xml } = yield* ask(`${two}2.0`, form({ ...scrobble, format: "xml" }))
        expect(xml).toContain(
          `<lfm status="ok"><scrobbles accepted="1" ignored="0"><scrobble><track corrected="0">&lt;Low&gt; Tide</track><artist corrected="0">A &amp; B</artist>`
        )
        const accepted = yield* ask(`${host.url}/apis/audioscrobbler/`, {
          ...form({ ...scrobble, format: "" }),
          headers: { accept: "application/json" }
        })
        expect(accepted.json).toMatchObject({ scrobbles: {} })
        // A batch with rows that cannot be stored: the others are.
        const rows: ReadonlyArray<readonly [string, string, number]> = [
          ["", "Low Tide", at + 300],
          ["Velmora", " ", at + 300],
          ["Velmora", "Early", 1_000_000_000],
          ["Velmora", "Late", at + 90_000],
          ["Velmora", "High Tide", at + 600]
        ]
        const params = Object.fromEntries(
          rows.flatMap(([artist, title, time], index) => [
            [`artist[${index}]`, artist],
            [`track[${index}]`, title],
            [`timestamp[${index}]`, String(time)]
          ])
        ) as Record<string, string>
        const { json: batch } = yield* ask(two, form({ ...json, method: "track.scrobble", sk, ...params }))
        expect(batch.scrobbles["@attr"]).toStrictEqual({ accepted: 1, ignored: 4 })
        expect(batch.scrobbles.scrobble.map(({ ignoredMessage }) => ignoredMessage.code)).toStrictEqual([
          ...["1", "2", "3", "4", "0"]
        ])
        expect(yield* count(host)).toBe(2)
        expect((yield* ask(two, form({ ...scrobble, sk: "0".repeat(32) }))).json).toMatchObject({ error: 9 })
        expect((yield* ask(two, form({ ...json, method: "track.scrobble", sk }))).json).toMatchObject({ error: 6 })
        expect((yield* ask(two, form({ ...json, method: "nothing", sk }))).json).toMatchObject({ error: 3 })
        expect((yield* ask(two, form({ ...json, method: "track.love", sk }))).json).toStrictEqual({})
        expect((yield* ask(two, form({ method: "user.getInfo" }))).text).toContain(
          '<lfm status="failed"><error code="9">'
        )
        expect((yield* ask(`${two}?method=user.getInfo&format=json&sk=${sk}`)).json.user).toMatchObject({
          playcount: "2"
        })
        const { json: recent } = yield* ask(`${two}?method=user.getRecentTracks&format=json&sk=${sk}&limit=1`)
        expect(recent.recenttracks).toMatchObject({
          track: [{ name: "High Tide", artist: { "#text": "Velmora" }, date: { uts: String(at + 600) } }],
          "@attr": { totalPages: "2", total: "2", perPage: "1", page: "1" }
        })
        // A key that was issued here needs its signature; the keys of clients are not checked.
        const signed = { method: "user.getInfo", api_key: apiKey, sk }
        const signature = md5(`api_key${apiKey}methoduser.getInfosk${sk}${sharedSecret}`)
        expect((yield* ask(two, form({ ...signed, format: "json" }))).json).toMatchObject({ error: 13 })
        expect((yield* ask(two, form({ ...signed, format: "json", api_sig: md5("x") }))).json).toMatchObject({
          error: 13
        })
        expect((yield* ask(two, form({ ...signed, format: "json", api_sig: signature }))).json).toHaveProperty("user")
        // A login in the browser.
        const { json: request } = yield* ask(`${two}?method=auth.getToken&format=json&api_key=x`)
        const exchange = () => ask(`${two}?method=auth.getSession&format=json&api_key=x&token=${request.token}`)
        expect((yield* exchange()).json).toMatchObject({ error: 14 })
        const page = `${host.url}/api/auth/?api_key=x&token=${request.token}`
        expect((yield* ask(page)).text).toContain('<form method="post">')
        expect((yield* ask(page, form({ token: request.token, password: "wrong" }))).status).toBe(403)
        expect((yield* exchange()).json).toMatchObject({ error: 14 })
        expect((yield* ask(page, form({ token: request.token, password: token }))).status).toBe(200)
        expect((yield* exchange()).json.session.key).toBe(sk)
        expect((yield* ask(`${host.url}/api/auth?token=x`)).status).toBe(400)

        // Version 1.2.
        const legacy = `${host.url}/apis/audioscrobbler_legacy`
        const shake = (t: number, a: string) => ask(`${legacy}/?hs=true&p=1.2.1&c=mdc&v=0.25&u=anna&t=${t}&a=${a}`)
        const proven = (t: number) => shake(t, md5(`${md5(token)}${t}`))
        const t = nowSeconds()
        const [ok, key, playing, submission] = (yield* proven(t)).text.split("\n")
        expect([ok, key, playing, submission]).toStrictEqual([
          "OK",
          expect.stringMatching(/^[0-9a-f]{32}$/),
          "https://daybook.example/life/apis/audioscrobbler_legacy/np_1.2",
          "https://daybook.example/life/apis/audioscrobbler_legacy/protocol_1.2"
        ])
        expect((yield* proven(t)).text).toMatch(/^FAILED /)
        expect((yield* shake(t + 1, md5("wrong"))).text).toBe("BADAUTH\n")
        for (const late of [t - 190, t + 190]) expect((yield* proven(late)).text).toBe("BADTIME\n")
        expect((yield* ask(`${legacy}?hs=true&p=1.1&t=${t}`)).text).toMatch(/^FAILED /)
        const listen = (rating: string, place: number) => ({
          [`a[${place}]`]: "Salt Choir",
          [`t[${place}]`]: `Harbour ${place}`,
          [`i[${place}]`]: String(at + 1_000 + place),
          [`r[${place}]`]: rating
        })
        const submit = (s: string, ...ratings: ReadonlyArray<string>) =>
          ask(`${legacy}/protocol_1.2`, form(Object.assign({ s }, ...ratings.map(listen)) as Record<string, string>))
        expect((yield* submit(key!, "", "L", "S", "B")).text).toBe("OK\n")
        expect(yield* count(host)).toBe(4)
        expect((yield* submit("0".repeat(32), "")).text).toBe("BADSESSION\n")
        expect((yield* submit(key!)).text).toMatch(/^FAILED /)
        expect(
          (yield* ask(`${legacy}/np_1.2`, form({ s: key!, a: "Salt Choir", t: "Harbour 9", l: "200" }))).text
        ).toBe("OK\n")
        expect(
          (yield* ask(`${host.url}/v1/listening/now-playing`, { headers: { authorization: `Bearer ${host.admin}` } }))
            .json
        ).toMatchObject({ is_playing: true, track: { name: "Harbour 9" } })
      }),
    patience
  )

  it.scopedLive(
    "let browsers call, limit sizes and rates without a 429, and work on every host",
    () =>
      Effect.gen(function* () {
        const settings = yield* newSettings
        const host = yield* inProcessHost(settings, { rateLimit: 3 })
        const { token } = yield* host.addScrobbler("browser")
        const url = `${host.url}/apis/listenbrainz/1/submit-listens`
        const preflight = yield* ask(url, { method: "OPTIONS", headers: { origin: "https://music.example" } })
        expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toStrictEqual([204, "*"])
        expect(preflight.headers.get("access-control-allow-headers")).toMatch(/Authorization.*Content-Type/)
        const wrongMethod = yield* ask(url, { method: "PUT", body: "x" })
        expect(wrongMethod.status).toBe(405)
        expect(wrongMethod.headers.get("x-ratelimit-reset-in")).toMatch(/^\d+$/)
        const headers = { authorization: `Token ${token}` }
        const post = (body: string) => ask(url, { method: "POST", headers, body })
        expect((yield* post(`"${"x".repeat(10_240_001)}"`)).json).toMatchObject({ code: 413 })
        const at = nowSeconds() - 7_200
        const answers = yield* Effect.forEach(Array.from({ length: 32 }), (_, index) => post(single(at + index)))
        const busy = answers.filter(({ status }) => status === 503)
        expect(busy.length).toBeGreaterThan(0)
        expect(answers.length - busy.length).toBe(yield* Effect.map(count(host), (total) => total))
        for (const { headers: sent, json } of busy) {
          expect(json).toMatchObject({ code: 503 })
          expect(Number(sent.get("x-ratelimit-reset-in"))).toBeGreaterThan(0)
          expect(Number(sent.get("retry-after"))).toBeGreaterThan(0)
        }
        const other = yield* inProcessHost(settings)
        const { token: later } = yield* other.addScrobbler("made on another host")
        const answered = yield* ask(url, {
          method: "POST",
          headers: { authorization: `Token ${later}` },
          body: single(at + 5_000)
        })
        expect(answered.json).toStrictEqual({ status: "ok" })
      }),
    patience
  )
})
