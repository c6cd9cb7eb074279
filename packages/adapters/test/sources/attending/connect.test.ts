import { GoogleAccount } from "@daybook/core/attending"
import { SourceFailure } from "@daybook/core/sync"
import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option, Redacted } from "effect"
import { googleScopes, serveSimulators } from "../../../src/simulators/index.js"
import { connectables } from "../../../src/sources/connections.js"
import { calendar } from "../../../src/sources/calendar/Source.js"
import { tickets } from "../../../src/sources/tickets/Source.js"
import type { SourceDefinition } from "../../../src/sources/index.js"
import { googleAccount } from "../../../src/sources/google/account.js"
import { memoryTokens } from "../support/tokens.js"

const configured = (settings: Readonly<Record<string, string>>) => Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)), { pathDelim: "." }))
const missingOf = (definition: Pick<SourceDefinition<never>, "missing">, settings: Readonly<Record<string, string>>) => configured(settings)(definition.missing).pipe(Effect.provide(memoryTokens))

describe("logging in at Google", () => {
  it("is one login for calendar and mails", () => {
    const google = connectables.find(({ name }) => name === "google")
    assert.deepStrictEqual(google?.sources, ["calendar", "tickets"])
    for (const { schedule } of [calendar, tickets]) assert.deepStrictEqual(schedule, Option.some({ cron: "0 4 * * *", zone: "America/Los_Angeles" }))
  })

  it.live("asks for both scopes and a login that lasts, and proves that it is the one who asked", () => Effect.scoped(Effect.gen(function*() {
    const { settings, simulators } = yield* serveSimulators({ enabled: ["google"], endsAt: Date.parse("2025-11-21T08:00:00Z") })
    const way = yield* configured(settings)(calendar.connect!.way)
    if (way.kind !== "code") return assert.fail(way.kind)
    const redirect = { redirectUri: "http://127.0.0.1:9/callback", state: "s", verifier: "v".repeat(64) }
    const visit = Effect.promise(async () => new URL((await fetch(way.address(redirect), { redirect: "manual" })).headers.get("location") ?? "").searchParams)
    const address = new URL(way.address(redirect)).searchParams
    assert.deepStrictEqual([address.get("access_type"), address.get("prompt"), address.get("code_challenge_method"), address.get("scope")?.split(" ").length], ["offline", "consent", "S256", 2])
    const token = yield* way.exchange(yield* visit, redirect)
    assert.isTrue(Option.isSome(token.refresh))
    const stranger = yield* Effect.flip(way.exchange(yield* visit, { ...redirect, verifier: "w".repeat(64) }))
    assert.strictEqual(stranger.state, "unauthorized")
    yield* simulators.google.control.grantScopes([googleScopes.gmail])
    const half = yield* Effect.flip(way.exchange(yield* visit, redirect))
    assert.instanceOf(half, SourceFailure)
    assert.deepStrictEqual([half.state, half.next], ["forbidden", "run `daybook connect google` again and leave every box ticked"])
    assert.include(half.message, "calendar.readonly")
    assert.notInclude(JSON.stringify(half), Redacted.value(token.access))
  })).pipe(Effect.provide(NodeHttpClient.layerUndici)))

  it.live("can be asked whose account it is and what it allows, while one of both is ticked", () => Effect.scoped(Effect.gen(function*() {
    const { settings, simulators } = yield* serveSimulators({ enabled: ["google"], endsAt: Date.parse("2025-11-21T08:00:00Z") })
    const ask = (of: Readonly<Record<string, string>>) =>
      Effect.flatMap(GoogleAccount, ({ access }) => access).pipe(Effect.provide(Layer.fresh(googleAccount).pipe(Layer.provide(memoryTokens))), configured(of))
    assert.deepStrictEqual(Option.getOrThrow(yield* ask(settings)), { account: "me@example.com", scopes: [googleScopes.calendar, googleScopes.gmail] })
    yield* simulators.google.control.grantScopes([googleScopes.calendar])
    assert.deepStrictEqual(Option.getOrThrow(yield* ask(settings)), { account: "me@example.com", scopes: [googleScopes.calendar] })
    assert.isTrue(Option.isNone(yield* ask({})))
    yield* simulators.google.control.revokeLogin
    const ended = yield* Effect.flip(ask(settings))
    assert.deepStrictEqual([ended.state, ended.next], ["unauthorized", "run `daybook connect google`"])
  })).pipe(Effect.provide(NodeHttpClient.layerUndici)))

  it.effect("is not needed for feeds and mail servers; what is missing is named", () => Effect.gen(function*() {
    assert.deepStrictEqual(yield* missingOf(calendar, { DAYBOOK_CALENDAR_ICS_URL: "webcal://example.com/a.ics" }), [])
    assert.deepStrictEqual(yield* missingOf(tickets, { DAYBOOK_IMAP_HOST: "a", DAYBOOK_IMAP_USERNAME: "b", DAYBOOK_IMAP_PASSWORD: "c" }), [])
    assert.deepStrictEqual(yield* missingOf(tickets, { DAYBOOK_IMAP_HOST: "a" }), ["DAYBOOK_IMAP_USERNAME", "DAYBOOK_IMAP_PASSWORD"])
    assert.deepStrictEqual(yield* missingOf(calendar, {}), ["DAYBOOK_CALENDAR_ICS_URL (or DAYBOOK_GOOGLE_CLIENT_ID and DAYBOOK_GOOGLE_CLIENT_SECRET)"])
    const client = { DAYBOOK_GOOGLE_CLIENT_ID: "a", DAYBOOK_GOOGLE_CLIENT_SECRET: "b" }
    for (const one of [calendar, tickets]) {
      assert.deepStrictEqual(yield* missingOf(one, client), ["DAYBOOK_GOOGLE_REFRESH_TOKEN (or run `daybook connect google`)"])
      assert.deepStrictEqual(yield* missingOf(one, { ...client, DAYBOOK_GOOGLE_REFRESH_TOKEN: "c" }), [])
    }
  }))
})
