import { serveImap } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { generate } from "selfsigned"
import { describe } from "vitest"
import { folder, newDataDir } from "./support/dataDir.js"
import { linesOf, patience, run } from "./support/daybook.js"
import { envOf, world } from "./support/world.js"

/** A self-signed certificate for this machine. */
const certificate = Effect.gen(function* () {
  const file = join(yield* folder, "cert.pem")
  const { cert, private: key } = yield* Effect.promise(() =>
    generate([{ name: "commonName", value: "127.0.0.1" }], {
      keyType: "ec",
      curve: "P-256",
      extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }]
    })
  )
  writeFileSync(file, cert)
  return { file, key, cert }
})

describe("a mail server with TLS", { timeout: patience }, () => {
  it.scopedLive("is read only when Node trusts its certificate; before, no password is sent", () =>
    Effect.gen(function* () {
      const { clock, sampleOwner } = yield* world
      const tls = yield* certificate
      const server = yield* serveImap({ clock, sampleOwner, tls })
      const env = envOf(server.settings, yield* newDataDir)
      const sync = (more: Record<string, string>) =>
        run(["sync", "tickets", "--no-followers", "--json"], { ...env, ...more })

      const untrusted = yield* sync({})
      expect(untrusted.code).toBe(1)
      expect(linesOf(untrusted.stderr).at(-1)).toMatch(/certificate that is not trusted.*NODE_EXTRA_CA_CERTS/)
      expect(yield* server.commands).toEqual([])

      const trustedCertificate = { NODE_EXTRA_CA_CERTS: tls.file }
      const read = yield* sync(trustedCertificate)
      // On ports other than 993, TLS is tried when no plain greeting comes within two seconds, not fifteen.
      const silences = yield* server.silences
      expect(silences).toHaveLength(2)
      expect(Math.max(...silences)).toBeLessThan(13)
      expect(read).toMatchObject({ code: 0 })
      expect(JSON.parse(read.stdout)).toMatchObject([
        { source: "tickets", added: expect.toSatisfy((added: number) => added > 0), changed: 0, removed: 0 }
      ])
      expect(JSON.parse((yield* sync(trustedCertificate)).stdout)).toMatchObject([{ added: 0, changed: 0, removed: 0 }])
    })
  )
})
