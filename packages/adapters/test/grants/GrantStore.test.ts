import { type Client, GrantSeal, GrantStore, Grants } from "@daybook/core/grants"
import { SqlClient } from "@effect/sql"
import { describe, expect, layer } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import * as GrantSealLayer from "../../src/grants/GrantSeal.js"
import * as nodeCrypto from "../../src/nodeCrypto.js"
import * as GrantStoreLayer from "../../src/postgres/grants/GrantStore.js"
import * as Versions from "../../src/postgres/Versions.js"
import { Secret } from "../../src/Secret.js"
import { newDatabase } from "../support/database.js"

const client: Client = { id: "dcr_a.b", name: "Assistant", redirectUris: ["https://a.example/cb"], host: null }
const redirectUri = "https://a.example/cb"
const verifier = "v".repeat(43)
const challenge = createHash("sha256").update(verifier).digest("base64url")
const consent = { client, redirectUri, challenge, scopes: ["read"], lens: null, days: 30 } as const
const use = { clientId: client.id, redirectUri, verifier }

/** What a host has of grants: another one over the same database sees it through the database alone. */
const hostLayer = () =>
  Layer.fresh(
    Grants.Default.pipe(
      Layer.provideMerge(Layer.mergeAll(GrantStoreLayer.layer, GrantSealLayer.layer)),
      Layer.provide(Layer.fresh(Versions.layer)),
      Layer.provide(nodeCrypto.layer),
      Layer.provide(Layer.succeed(Secret, { keyFor: () => Buffer.alloc(32, 1) }))
    )
  )

const anotherHost = Effect.map(Layer.build(hostLayer()), Context.get(Grants))

/** Whether a host lets a token in, as its front asks. */
const opens = (grants: Grants, token: string) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (grants.find(token, now) !== undefined) return true
    yield* Effect.promise(() => grants.reloadFor(token) ?? Promise.resolve())
    return grants.find(token, now) !== undefined
  })

const tokensOf = (grants: Grants) => Effect.flatMap(grants.authorize(consent), (code) => grants.redeem(code, use))

describe("GrantStore", () => {
  layer(Layer.provideMerge(hostLayer(), newDatabase()), { timeout: "5 minutes", excludeTestServices: true })((it) => {
    it.scoped("ends tokens on every host within a second", () =>
      Effect.gen(function* () {
        const here = yield* Grants
        const there = yield* anotherHost
        const { access } = yield* tokensOf(here)
        expect([yield* opens(here, access), yield* opens(there, access)]).toEqual([true, true])
        const [grant] = (yield* here.list).slice(-1)
        const began = Date.now()
        yield* here.revoke(grant!.id)
        yield* Effect.repeat(Effect.delay(opens(there, access), "10 millis"), { while: (isOpen) => isOpen, times: 200 })
        expect(Date.now() - began).toBeLessThan(1_000)
        expect(yield* opens(there, access)).toBe(false)
        expect(yield* Effect.flip(here.revoke(grant!.id))).toMatchObject({ _tag: "NoData" })
      })
    )

    it.scoped("issues tokens for a code to one of many who present it at once, and then ends them", () =>
      Effect.gen(function* () {
        const grants = yield* Grants
        const code = yield* grants.authorize(consent)
        const outcomes = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.either(grants.redeem(code, use))),
          { concurrency: 8 }
        )
        const issued = outcomes.flatMap((outcome) => (outcome._tag === "Right" ? [outcome.right.access] : []))
        expect(issued).toHaveLength(1)
        const lookups = yield* anotherHost
        expect(yield* opens(lookups, issued[0]!)).toBe(false)
      })
    )

    it.scoped("lets the owner revoke while clients refresh, present codes and end tokens", () =>
      Effect.gen(function* () {
        const here = yield* Grants
        const there = yield* anotherHost
        const store = yield* GrantStore
        const round = Effect.gen(function* () {
          const codes = [yield* here.authorize(consent), yield* here.authorize(consent)]
          const pairs = yield* Effect.forEach(codes, (code) => here.redeem(code, use))
          const ids = (yield* here.list).slice(-2).map(({ id }) => id)
          const uses = ids.map((id) => ({ id, at: Date.now() }))
          const steps: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
            ...pairs.flatMap(({ access, refresh }) => [
              here.refresh(refresh, client.id),
              there.refresh(refresh, client.id),
              there.endToken(access, client.id),
              there.endToken(refresh, client.id)
            ]),
            ...codes.map((code) => there.redeem(code, use)),
            ...ids.toReversed().map((id) => here.revoke(id)),
            store.recordUses(uses),
            store.recordUses(uses.toReversed()),
            there.authorize(consent)
          ]
          const outcomes = yield* Effect.forEach(steps, (step) => Effect.either(Effect.asVoid(step)), {
            concurrency: "unbounded"
          })
          const failures = outcomes.flatMap((outcome) => (outcome._tag === "Left" ? [outcome.left._tag] : []))
          expect(failures.filter((tag) => tag !== "InvalidGrant" && tag !== "NoData")).toEqual([])
          // Whatever the order was, nothing is left of either grant.
          expect((yield* here.list).filter(({ id }) => ids.includes(id))).toEqual([])
          for (const { refresh } of pairs)
            expect((yield* Effect.flip(here.refresh(refresh, client.id)))._tag).toBe("InvalidGrant")
        })
        yield* Effect.repeatN(round, 11)
      })
    )

    it.scoped("lists a grant once its code was used, with the last use", () =>
      Effect.gen(function* () {
        const grants = yield* Grants
        const store = yield* GrantStore
        const before = (yield* grants.list).length
        const code = yield* grants.authorize(consent)
        expect(yield* grants.list).toHaveLength(before)
        yield* grants.redeem(code, use)
        const grant = (yield* grants.list).at(-1)!
        expect(grant).toMatchObject({ clientName: "Assistant", clientHost: "a.example", scopes: ["read"], lens: null })
        expect(grant.expiresAt - grant.createdAt).toBe(30 * 86_400_000)
        const at = Date.UTC(2026, 2, 14)
        yield* store.recordUses([{ id: grant.id, at }])
        expect((yield* grants.list).at(-1)!.lastUsedAt).toBe(at)
      })
    )

    it.scoped("stores hashes only", () =>
      Effect.gen(function* () {
        const grants = yield* Grants
        const sql = yield* SqlClient.SqlClient
        const code = yield* grants.authorize(consent)
        const { access, refresh } = yield* grants.redeem(code, use)
        const rows = yield* Effect.all([
          sql`SELECT * FROM oauth_grants`,
          sql`SELECT * FROM oauth_codes`,
          sql`SELECT * FROM oauth_tokens`
        ])
        const text = JSON.stringify(rows)
        const sha256 = (one: string) => createHash("sha256").update(one).digest("hex")
        expect([code, access, refresh].filter((one) => text.includes(one))).toEqual([])
        expect([code, access, refresh].filter((one) => !text.includes(sha256(one)))).toEqual([])
      })
    )

    it.scoped("uses up an approval once, for ten minutes", () =>
      Effect.gen(function* () {
        const grants = yield* Grants
        const store = yield* GrantStore
        expect(yield* grants.approve(" abcd-1234 ", null)).toBe("ABCD-1234")
        expect(yield* grants.takeApproval("ABCD-1235")).toBeNull()
        expect(yield* grants.takeApproval("ABCD-1234")).toEqual({ lens: null })
        expect(yield* grants.takeApproval("ABCD-1234")).toBeNull()
        yield* grants.approve("ABCD-1234", null)
        yield* grants.approve("ABCD-1234", "site")
        expect(yield* store.takeApproval("ABCD-1234", Date.now() + 600_001)).toBeNull()
        yield* grants.approve("ABCD-1234", "site")
        expect(yield* grants.takeApproval("ABCD-1234")).toEqual({ lens: "site" })
        expect(yield* Effect.flip(grants.approve("1234-ABCD", null))).toMatchObject({ _tag: "BadInput" })
      })
    )

    it.scoped("deletes grants whose code nobody used, and those that ended", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* GrantStore
        const grants = yield* Grants
        yield* tokensOf(grants)
        yield* grants.authorize(consent)
        const count = Effect.map(
          sql<{ total: number }>`SELECT count(*)::int AS total FROM oauth_grants`,
          ([row]) => row!.total
        )
        const used = (yield* grants.list).length
        const now = Date.now() + 600_001
        const grant = {
          ...consent,
          clientId: "c",
          clientName: "n",
          clientHost: "h",
          createdAt: now,
          expiresAt: now + 1
        }
        const code = { hash: "1", clientId: "c", redirectUri, challenge, expiresAt: now }
        yield* store.create(grant, code)
        expect(yield* count).toBe(used + 1)
        const later = now + 31 * 86_400_000
        yield* store.create({ ...grant, createdAt: later, expiresAt: later + 1 }, { ...code, hash: "2" })
        expect(yield* count).toBe(1)
      })
    )

    it.scoped("signs alike on every host", () =>
      Effect.gen(function* () {
        const seal = yield* GrantSeal
        expect(seal.decode(seal.encode("Größe {}"))).toBe("Größe {}")
        expect(seal.sign("a")).not.toBe(seal.sign("b"))
        expect(seal.challengeOf(verifier)).toBe(challenge)
      })
    )
  })
})
