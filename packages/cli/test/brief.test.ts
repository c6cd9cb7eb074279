import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { patience, run } from "./support/daybook.js"
import { get, newKey, serve } from "./support/host.js"
import { world } from "./support/world.js"

/** Names that only one of the two has, and the time of the next run, which may pass between two answers. */
const leftOut = new Set(["next_run", "disabled_hooks", "passed_on", "time_zone"])

const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, one: unknown) => (leftOut.has(name) ? undefined : one)))

it.scopedLive(
  "status and keys open a part of Daybook, and agree with a running host",
  () =>
    Effect.gen(function* () {
      // Nothing enriches the records between the two answers.
      const env = { ...(yield* world).env, DAYBOOK_APPLE_MUSIC_ENABLED: "false" }
      expect(yield* run(["sync", "lastfm", "--no-followers"], env)).toMatchObject({ code: 0 })
      const admin = yield* newKey(env, "--type", "admin")
      const { url } = yield* serve(env)
      const status = JSON.parse((yield* run(["status", "--json"], env)).stdout) as {
        readonly domains: { readonly listening: { readonly items_synced: number } }
      }
      expect(status.domains.listening.items_synced).toBeGreaterThan(100)
      expect(comparable(status)).toEqual(comparable((yield* get(`${url}/v1/health/sync`, admin.key)).body))

      const reader = yield* newKey(env)
      expect(yield* get(`${url}/v1/listening/stats`, reader.key)).toMatchObject({ status: 200 })
      const keys = JSON.parse((yield* run(["keys", "list", "--json"], env)).stdout) as ReadonlyArray<object>
      expect(keys).toMatchObject([
        { id: admin.id, type: "admin", state: "active" },
        { id: reader.id, type: "read", state: "active" }
      ])
      expect(yield* run(["keys", "revoke", String(reader.id)], env)).toMatchObject({ code: 0 })
      yield* Effect.repeat(Effect.delay(get(`${url}/v1/listening/stats`, reader.key), "20 millis"), {
        until: ({ status }) => status === 401
      }).pipe(Effect.timeout("5 seconds"))
    }),
  patience
)
