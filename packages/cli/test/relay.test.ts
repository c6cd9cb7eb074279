import { HookSender } from "@daybook/core/hooks"
import { lastFmTarget, listenBrainzTarget } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { patience } from "./support/daybook.js"
import { inProcessHost, newSettings } from "./support/inProcessHost.js"

const token = "5c0ffee0-0000-4000-8000-00000000feed"
const lastFm = { apiKey: "0123456789abcdef", sharedSecret: "fedcba9876543210", sessionKey: "d580d57f32848f5d" }

const seconds = () => Math.floor(Date.now() / 1_000)

const target = <A extends { readonly close: () => Promise<void> }>(start: () => Promise<A>) =>
  Effect.acquireRelease(Effect.promise(start), ({ close }) => Effect.promise(close))

const eventually = (done: () => boolean) =>
  Effect.repeat(Effect.delay(Effect.sync(done), "20 millis"), { until: (isDone) => isDone, times: 2_000 })

interface Answer {
  readonly status: number
  readonly body: unknown
}

const post = (url: string, headers: Readonly<Record<string, string>>, body: unknown): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  })

describe("a host that passes listens on", () => {
  it.scopedLive(
    "sends what clients submit to both services, and nothing back to where it came from",
    () =>
      Effect.gen(function* () {
        const login = { userName: "someone", password: "correct horse" }
        const toListenBrainz = yield* target(() => listenBrainzTarget({ token, now: seconds }))
        const toLastFm = yield* target(() => lastFmTarget({ ...lastFm, now: seconds, login }))
        const host = yield* inProcessHost({ ...(yield* newSettings), DAYBOOK_HOOKS_ALLOW: "127.0.0.1" })
        yield* Effect.provide(
          Effect.flatMap(HookSender, (sender) => sender.start),
          host.services
        )
        const { token: own } = yield* host.addScrobbler("living room")
        const admin = { authorization: `Bearer ${host.admin}`, "content-type": "application/json" }
        const hooks = `${host.url}/v1/admin/hooks`
        const created = yield* post(hooks, admin, { kind: "listenbrainz", url: toListenBrainz.url, token })
        expect(created).toMatchObject({ status: 201, body: { kind: "listenbrainz", secret: null, events: [] } })
        const last_fm = { api_key: lastFm.apiKey, shared_secret: lastFm.sharedSecret }
        const ofLogin = { user_name: login.userName, password: login.password }
        const url = `${toLastFm.url}/2.0/`
        expect(yield* post(hooks, admin, { kind: "lastfm", url, last_fm })).toMatchObject({ status: 400 })
        expect(yield* post(hooks, admin, { kind: "lastfm", url, last_fm, token })).toMatchObject({ status: 400 })
        expect(yield* post(hooks, admin, { kind: "lastfm", url, last_fm: { ...last_fm, ...ofLogin } })).toMatchObject({
          status: 201
        })

        const at = seconds() - 3_600
        const track = { artist_name: "The Paper Boats", track_name: "Low Tide", release_name: "Harbour Songs" }
        const submit = (document: unknown) =>
          post(`${host.url}/apis/listenbrainz/1/submit-listens`, { authorization: `Token ${own}` }, document)
        const listens = [
          { listened_at: at, track_metadata: { ...track, additional_info: { duration_ms: 214_000 } } },
          {
            listened_at: at + 300,
            track_metadata: { ...track, track_name: "Ferry Song", additional_info: { music_service: "last.fm" } }
          },
          {
            listened_at: at + 600,
            track_metadata: { ...track, track_name: "Tides", additional_info: { submission_client: "ListenBrainz" } }
          }
        ]
        for (const listen of listens) yield* submit({ listen_type: "single", payload: [listen] })
        // Clients send again what they are not sure of.
        yield* submit({ listen_type: "import", payload: listens.slice(0, 1) })
        yield* submit({ listen_type: "playing_now", payload: [{ track_metadata: track }] })
        yield* eventually(
          () =>
            toListenBrainz.listens().length === 2 &&
            toLastFm.listens().length === 2 &&
            toListenBrainz.playing().length === 1 &&
            toLastFm.playing().length === 1
        )
        const album = "Harbour Songs"
        const artist = "The Paper Boats"
        expect(toListenBrainz.listens()).toStrictEqual([
          { at, artist, track: "Low Tide", album },
          { at: at + 300, artist, track: "Ferry Song", album }
        ])
        expect(toLastFm.listens()).toStrictEqual([
          { at, artist, track: "Low Tide", album },
          { at: at + 600, artist, track: "Tides", album }
        ])
        expect(toLastFm.playing()).toStrictEqual([{ artist, track: "Low Tide", album }])
        const sent = yield* Effect.promise(async () => (await fetch(`${hooks}/1/listens`, { headers: admin })).json())
        expect(sent).toMatchObject({ pagination: { total: 2 } })
      }),
    patience
  )
})
