import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask, post } from "./support/http.js"

describe("an address that works once", () => {
  it.scoped("is not used up by HEAD, which previews of links send", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const name = "daybook-2025-03-14T03-00-00-000Z.backup"
      const { json } = yield* post(`${url}/v1/admin/backups/${name}/download`, admin, {})
      const address = `${url}${(json as { readonly path: string }).path}`
      for (const _ of ["a preview", "another one"]) {
        const head = yield* ask(address, { method: "HEAD" })
        expect([head.status, head.headers.get("cache-control")]).toEqual([204, "no-store"])
      }
      expect((yield* ask(address)).status).toBe(200)
      expect((yield* ask(address)).status).toBe(404)
      expect((yield* ask(`${url}/v1/setup/callback?state=x&code=y`, { method: "HEAD" })).status).toBe(204)
    })
  )

  it.scoped("of a scrobbling client takes no HEAD where a GET changes something", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const status = (path: string) => Effect.map(ask(url + path, { method: "HEAD" }), (answer) => answer.status)
      expect(yield* status("/apis/audioscrobbler/2.0/?method=auth.getsession")).toBe(405)
      expect(yield* status("/apis/audioscrobbler_legacy/?hs=true")).toBe(405)
      expect(yield* status("/api/auth?token=x")).toBe(405)
      expect(yield* status("/apis/listenbrainz/1/validate-token")).toBe(400)
    })
  )
})
