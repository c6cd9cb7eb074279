import { GoogleAccount } from "@daybook/core/attending"
import { SourceFailure } from "@daybook/core/sync"
import { NodeHttpClient } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option, Redacted } from "effect"
import { googleScopes, serveSimulators } from "@daybook/simulators"
import { connectables } from "../../../adapters/src/setup/reaching.js"
import { calendar } from "../../src/calendar/source.js"
import { googleAccount } from "../../src/google/client.js"
import type { SourceDefinition } from "../../src/kit/SourceDefinition.js"
import { tickets } from "../../src/tickets/source.js"
import { memoryTokens } from "../support/tokens.js"

const configured = (settings: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)), { pathDelim: "." }))
const missingOf = (definition: Pick<SourceDefinition<never>, "missing">, settings: Readonly<Record<string, string>>) =>
  configured(settings)(definition.missing).pipe(Effect.provide(memoryTokens))

describe("logging in at Google", () => {
  it("is one login for calendar and mails", () => {
    const google = Effect.runSync(connectables).find(({ name }) => name === "google")
    expect(google?.sources).toStrictEqual(["calendar", "tickets"])
    for (const { schedule } of [calendar, tickets])
      expect(schedule).toStrictEqual(Option.some({ cron: "0 4 * * *", zone: "America/Los_Angeles" }))
  })

  it.live("requests both scopes and offline access, and proves itself with PKCE", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { settings, simulators } = yield* serveSimulators({
          enabled: ["google"],
          endsAt: Date.parse("2025-11-21T08:00:00Z")
        })
        const way = yield* configured(settings)(calendar.connect!.way)
        if (way.kind !== "code") return expect.fail(way.kind)
        const redirect = { redirectUri: "http://127.0.0.1:9/callback", state: "s", verifier: "v".repeat(64) }
        const visit = Effect.promise(
          async () =>
            new URL((await fetch(way.address(redirect), { redirect: "manual" })).headers.get("location") ?? "")
              .searchParams
        )
        const address = new URL(way.address(redirect)).searchParams
        expect([
          address.get("access_type"),
          address.get("prompt"),
          address.get("code_challenge_method"),
          address.get("scope")?.split(" ").length
        ]).toStrictEqual(["offline", "consent", "S256", 2])
        const token = yield* way.exchange(yield* visit, redirect)
        expect(Option.isSome(token.refresh)).toBe(true)
        const stranger = yield* Effect.flip(way.exchange(yield* visit, { ...redirect, verifier: "w".repeat(64) }))
        expect(stranger.state).toBe("unauthorized")
        yield* simulators.google.control.grantScopes([googleScopes.gmail])
        const half = yield* Effect.flip(way.exchange(yield* visit, redirect))
        expect(half).toBeInstanceOf(SourceFailure)
        expect([half.state, half.next]).toStrictEqual([
          "forbidden",
          "run `daybook connect google` again and leave every box ticked"
        ])
        expect(half.message).toContain("calendar.readonly")
        expect(JSON.stringify(half)).not.toContain(Redacted.value(token.access))
      })
    ).pipe(Effect.provide(NodeHttpClient.layerUndici))
  )

  it.live("reports the account and its scopes, also with one scope only", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { settings, simulators } = yield* serveSimulators({
          enabled: ["google"],
          endsAt: Date.parse("2025-11-21T08:00:00Z")
        })
        const ask = (of: Readonly<Record<string, string>>) =>
          Effect.flatMap(GoogleAccount, ({ access }) => access).pipe(
            Effect.provide(Layer.fresh(googleAccount).pipe(Layer.provide(memoryTokens))),
            configured(of)
          )
        expect(Option.getOrThrow(yield* ask(settings))).toStrictEqual({
          account: "me@example.com",
          scopes: [googleScopes.calendar, googleScopes.gmail]
        })
        yield* simulators.google.control.grantScopes([googleScopes.calendar])
        expect(Option.getOrThrow(yield* ask(settings))).toStrictEqual({
          account: "me@example.com",
          scopes: [googleScopes.calendar]
        })
        expect(Option.isNone(yield* ask({}))).toBe(true)
        yield* simulators.google.control.revokeLogin
        const ended = yield* Effect.flip(ask(settings))
        expect([ended.state, ended.next]).toStrictEqual(["unauthorized", "run `daybook connect google`"])
      })
    ).pipe(Effect.provide(NodeHttpClient.layerUndici))
  )

  it.effect("is not needed for feeds and mail servers, and missing settings are named", () =>
    Effect.gen(function* () {
      expect(yield* missingOf(calendar, { DAYBOOK_CALENDAR_ICS_URL: "webcal://example.com/a.ics" })).toStrictEqual([])
      expect(
        yield* missingOf(tickets, { DAYBOOK_IMAP_HOST: "a", DAYBOOK_IMAP_USERNAME: "b", DAYBOOK_IMAP_PASSWORD: "c" })
      ).toStrictEqual([])
      expect(yield* missingOf(tickets, { DAYBOOK_IMAP_HOST: "a" })).toStrictEqual([
        "DAYBOOK_IMAP_USERNAME",
        "DAYBOOK_IMAP_PASSWORD"
      ])
      expect(yield* missingOf(calendar, {})).toStrictEqual([
        "DAYBOOK_CALENDAR_ICS_URL (or DAYBOOK_GOOGLE_CLIENT_ID and DAYBOOK_GOOGLE_CLIENT_SECRET)"
      ])
      const client = { DAYBOOK_GOOGLE_CLIENT_ID: "a", DAYBOOK_GOOGLE_CLIENT_SECRET: "b" }
      for (const one of [calendar, tickets]) {
        expect(yield* missingOf(one, client)).toStrictEqual([
          "DAYBOOK_GOOGLE_REFRESH_TOKEN (or run `daybook connect google`)"
        ])
        expect(yield* missingOf(one, { ...client, DAYBOOK_GOOGLE_REFRESH_TOKEN: "c" })).toStrictEqual([])
      }
    })
  )
})
