import type { RelayedListen } from "@daybook/core/hooks"
import { type ListenTarget, type TargetFault, keyOfListen, targetFaults } from "@daybook/simulators"
import { describe, expect, layer } from "@effect/vitest"
import { Clock, Effect, FastCheck as fc, Layer } from "effect"
import { newDatabase } from "../support/database.js"
import { depth } from "../support/depth.js"
import { hasty } from "../support/hasty.js"
import { forEvery } from "../support/property.js"
import { host, pass, passedOn, refusedOf, startHost } from "./support/relaying.js"
import { listenAt, relayHooks, targets } from "./support/targets.js"

const keyOf = ({ artist, playedAt, track }: RelayedListen) =>
  keyOfListen({ at: playedAt / 1_000, artist, track, album: null })

const keysOf = (target: ListenTarget) => target.listens().map(keyOfListen).sort()

const names = {
  artist: fc.constantFrom("The Paper Boats", "Ina & Vale", "Löwe — 雪", "THE PAPER BOATS", "Unwanted"),
  track: fc.constantFrom("Low Tide", "100% = x&y", "Нева", "[0] timestamp"),
  album: fc.constantFrom("Harbour Songs", null),
  client: fc.constantFrom("navidrome 0.55.0", "ListenBrainz", "Last.fm 1.2", null),
  service: fc.constantFrom(null, "listenbrainz.org", "https://www.last.fm/user/someone", "spotify.com")
}

interface Step {
  readonly listens: ReadonlyArray<{ readonly second: number } & Partial<RelayedListen>>
  readonly listenbrainz: ReadonlyArray<TargetFault>
  readonly lastfm: ReadonlyArray<TargetFault>
  readonly restarts: number | null
}

const faults = fc.array(fc.constantFrom(...targetFaults), { maxLength: 2 })

const step: fc.Arbitrary<Step> = fc.record({
  listens: fc.array(fc.record({ second: fc.nat({ max: 400 }), ...names }), { maxLength: 120 }),
  listenbrainz: faults,
  lastfm: faults,
  restarts: fc.constantFrom(0, 1, null)
})

/** Written apart from the sender: which services a listen came from. */
const cameFrom = ({ client, service }: RelayedListen, names: ReadonlyArray<string | null>) =>
  names.includes(client) || names.includes(service)

describe("listens that are passed on", () => {
  layer(Layer.provideMerge(host(), newDatabase()), { timeout: "10 minutes", excludeTestServices: true })((it) => {
    it.effect("end exactly once at each service, whatever fails and restarts", () =>
      forEvery(
        fc.array(step, { minLength: 1, maxLength: 3 }),
        (steps) =>
          Effect.gen(function* () {
            const services = yield* targets({ ignoredArtists: new Set(["Unwanted"]) })
            const hooks = yield* relayHooks(services)
            const start = Math.floor((yield* Clock.currentTimeMillis) / 1_000) - 86_400
            const hosts = [yield* startHost, yield* startHost]
            yield* Effect.addFinalizer(() => Effect.forEach(hosts, ({ stop }) => stop))
            const all: Array<RelayedListen> = []
            for (const { lastfm, listenbrainz, listens, restarts } of steps) {
              services.listenbrainz.meet(listenbrainz)
              services.lastfm.meet(lastfm)
              const sent = listens.map(({ second, ...rest }) => listenAt(start + second, rest))
              all.push(...sent)
              // Clients submit a few at a time, and again what they are not sure of.
              for (let place = 0; place < sent.length; place += 40) yield* pass(sent.slice(place, place + 40))
              yield* pass(sent.slice(0, 3))
              if (restarts === null) continue
              yield* hosts[restarts]!.stop
              hosts[restarts] = yield* startHost
            }
            for (const hook of Object.values(hooks)) yield* passedOn(hook)
            const toListenBrainz = all.filter((one) => !cameFrom(one, ["ListenBrainz", "listenbrainz.org"]))
            const toLastFm = all.filter((one) => !cameFrom(one, ["Last.fm 1.2", "https://www.last.fm/user/someone"]))
            const expected = toLastFm.filter(({ artist }) => artist !== "Unwanted")
            expect(keysOf(services.listenbrainz)).toStrictEqual([...new Set(toListenBrainz.map(keyOf))].sort())
            expect(keysOf(services.lastfm)).toStrictEqual([...new Set(expected.map(keyOf))].sort())
            expect(services.listenbrainz.repeats()).toStrictEqual([])
            expect(services.lastfm.repeats()).toStrictEqual([])
            expect(Math.max(0, ...services.lastfm.batches())).toBeLessThanOrEqual(50)
            expect(yield* refusedOf(hooks.listenbrainz)).toStrictEqual([])
            const unwanted = new Set(toLastFm.filter(({ artist }) => artist === "Unwanted").map(keyOf))
            expect((yield* refusedOf(hooks.lastfm)).map(([, reason]) => reason)).toStrictEqual(
              [...unwanted].map(() => "Last.fm ignores this artist")
            )
          }).pipe(Effect.scoped, hasty(5_000), Effect.orDie),
        { numRuns: depth(8) }
      )
    )
  })
})
