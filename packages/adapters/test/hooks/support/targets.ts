import { lastFmTarget, listenBrainzTarget } from "@daybook/simulators"
import { Hooks, type RelayedListen } from "@daybook/core/hooks"
import { Effect } from "effect"

export const account = {
  token: "5c0ffee0-0000-4000-8000-00000000feed",
  apiKey: "0123456789abcdef0123456789abcdef",
  sharedSecret: "fedcba9876543210fedcba9876543210",
  sessionKey: "d580d57f32848f5dcf574d1ce18d78b2"
}

const { apiKey, sessionKey, sharedSecret, token } = account

type TargetOptions = Omit<Parameters<typeof lastFmTarget>[0], "apiKey" | "sharedSecret" | "sessionKey" | "now"> &
  Pick<Parameters<typeof listenBrainzTarget>[0], "rate">

/** Both services on this machine, in the time of the current clock, and the hooks that pass listens on to them. */
export const targets = ({ rate, ...options }: TargetOptions = {}) =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const now = () => clock.unsafeCurrentTimeMillis() / 1_000
    const open = <A extends { readonly close: () => Promise<void> }>(start: () => Promise<A>) =>
      Effect.acquireRelease(Effect.promise(start), ({ close }) => Effect.promise(close))
    const listenbrainz = yield* open(() => listenBrainzTarget({ token, now, ...(rate === undefined ? {} : { rate }) }))
    const lastfm = yield* open(() => lastFmTarget({ apiKey, sharedSecret, sessionKey, now, ...options }))
    return { listenbrainz, lastfm }
  })

type Targets = Effect.Effect.Success<ReturnType<typeof targets>>

/** A hook for each of the services, removed with the scope. */
export const relayHooks = ({ lastfm, listenbrainz }: Targets) =>
  Effect.gen(function* () {
    const hooks = yield* Hooks
    const add = (fields: Parameters<typeof hooks.create>[0]) =>
      Effect.acquireRelease(
        Effect.map(hooks.create(fields), ({ hook }) => hook.id),
        (id) => Effect.ignore(hooks.remove(id))
      )
    return {
      listenbrainz: yield* add({ kind: "listenbrainz", url: listenbrainz.url, token }),
      lastfm: yield* add({ kind: "lastfm", url: `${lastfm.url}/2.0/`, lastFm: { apiKey, sharedSecret, sessionKey } })
    }
  })

export const listenAt = (at: number, names: Partial<RelayedListen> = {}): RelayedListen => ({
  playedAt: at * 1_000,
  artist: "The Paper Boats",
  track: "Low Tide",
  album: "Harbour Songs",
  artistMbid: null,
  trackMbid: null,
  albumMbid: null,
  duration: 214_000,
  page: null,
  client: "navidrome 0.55.0",
  service: null,
  ...names
})
