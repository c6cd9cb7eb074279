import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { patience, run } from "./support/daybook.js"
import { newDataDir } from "./support/dataDir.js"
import { serve } from "./support/host.js"

interface Issued {
  readonly id: number
  readonly name: string
  readonly token: string
}

describe("scrobblers", { timeout: patience }, () => {
  it.scopedLive("are added, listed and revoked while a host runs", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir }
      const { url } = yield* serve(env)
      const added = yield* run(["scrobblers", "add", "--name", " phone ", "--json"], env)
      const { id, name, token } = JSON.parse(added.stdout) as Issued
      expect(name).toBe("phone")
      expect(token).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const isValid = Effect.promise(async () => {
        const response = await fetch(`${url}/apis/listenbrainz/1/validate-token?token=${token}`)
        return ((await response.json()) as { readonly valid: boolean }).valid
      })
      expect(yield* isValid).toBe(true)
      const listed = yield* run(["scrobblers", "list", "--json"], env)
      expect(JSON.parse(listed.stdout)).toMatchObject([
        { id, name, token: `…${token.slice(-4)}`, state: "active", listen_count: 0 }
      ])
      expect(listed.stdout).not.toContain(token)
      expect((yield* run(["scrobblers", "revoke", String(id)], env)).stdout).toContain(`scrobbler ${id} is revoked`)
      expect(yield* Effect.repeat(Effect.delay(isValid, "50 millis"), { until: (valid) => !valid })).toBe(false)
      for (const wrong of [
        ["revoke", String(id)],
        ["revoke", "x"],
        ["add", "--name", " "]
      ]) {
        const { code, stderr, stdout } = yield* run(["scrobblers", ...wrong], env)
        expect([code !== 0, stdout, stderr.trim().split("\n").length]).toStrictEqual([true, "", 1])
      }
    })
  )
})
