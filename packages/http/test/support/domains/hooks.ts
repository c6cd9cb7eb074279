import {
  type Hook,
  HookQueue,
  HookSender,
  HookSigner,
  HookStore,
  HookTransport,
  Hooks,
  event,
  bodyOf,
  noSecrets
} from "@daybook/core/hooks"
import { NoData } from "@daybook/core/shared"
import { Effect, Layer, Option, Redacted } from "effect"

const created = Date.UTC(2025, 2, 1)

const sample: Hook = {
  id: 1,
  kind: "webhook",
  url: "https://receiver.example/in",
  hint: null,
  events: ["feed.item.created"],
  domains: ["running"],
  description: "posts runs to the club",
  signature: "v1",
  publicKey: null,
  timing: null,
  state: "active",
  disabledAt: null,
  disabledReason: null,
  lastSuccessAt: created,
  failingSince: null,
  failures: 0,
  pausedUntil: null,
  listens: null,
  createdAt: created
}

const delivery = {
  id: "msg_1",
  type: "feed.item.created" as const,
  state: "done" as const,
  createdAt: created,
  dueAt: null,
  attempts: [{ at: created, status: 200, duration: 12, reply: "ok" }]
}

const listen = {
  playedAt: created,
  artist: "Velmora Tide",
  track: "Leaving Dusk",
  album: null,
  state: "refused" as const,
  reason: "Last.fm ignores this artist",
  finishedAt: created
}

const store = () => {
  let all: ReadonlyArray<Hook> = [sample]
  const find = (id: number) =>
    Effect.mapError(
      Effect.suspend(() => Option.fromNullable(all.find((hook) => hook.id === id))),
      () => new NoData({ what: `hook ${id}` })
    )
  return Layer.succeed(HookStore, {
    create: (hook) =>
      Effect.sync(() => {
        const next = { ...sample, ...hook, id: all.length + 1, lastSuccessAt: null }
        all = [...all, next]
        return next
      }),
    all: Effect.sync(() => all),
    get: find,
    secrets: (id) => Effect.as(find(id), Redacted.make({ ...noSecrets, keys: [{ key: "whsec_b2xk", until: null }] })),
    change: (id, { secrets: _, ...changes }) =>
      Effect.map(find(id), (hook) => {
        const next = { ...hook, ...changes }
        all = all.map((one) => (one.id === id ? next : one))
        return next
      }),
    remove: (id) =>
      Effect.map(find(id), () => {
        all = all.filter((hook) => hook.id !== id)
      }),
    enable: (id) => Effect.map(find(id), (hook) => ({ hook, missed: 1, since: created })),
    deliveries: (id) => Effect.as(find(id), { rows: [delivery], total: 1 }),
    replay: (id) => Effect.as(find(id), true),
    replayMany: (id) => Effect.as(find(id), 1),
    listens: (id) => Effect.as(find(id), { rows: [listen], total: 1 }),
    dueCount: Effect.succeed(0)
  })
}

/** A queue that has only tests, and a receiver that accepts all of them. */
const sending = Layer.mergeAll(
  Layer.effect(
    HookQueue,
    Effect.map(HookStore, (hooks) => ({
      plans: Effect.succeed([]),
      collect: () => Effect.succeed(true),
      claim: () => Effect.succeedNone,
      claimTest: (id: number, now: number) =>
        Effect.map(hooks.get(id), ({ kind, url }) => ({
          id: "msg_2",
          hook: id,
          type: "hook.test" as const,
          body: bodyOf(event("hook.test", null, now, { hook: id })),
          attempts: 0,
          lease: 1,
          target: Option.some({
            kind,
            url,
            secrets: Redacted.make({ ...noSecrets, keys: [{ key: "whsec_b2xk", until: null }] })
          }),
          health: { lastSuccessAt: null, failingSince: null, failures: 0 }
        })),
      record: () => Effect.succeed(true),
      prune: () => Effect.void,
      latest: () => 0,
      passed: () => Effect.never
    }))
  ),
  Layer.succeed(HookTransport, {
    agent: "daybook/test",
    check: () => Effect.void,
    send: () => Effect.succeed({ status: 200, duration: 12, reply: "ok", retryAfter: null })
  }),
  Layer.succeed(HookSigner, {
    make: () => Effect.succeed({ key: "whsec_bmV3", verifier: "whsec_bmV3" }),
    sign: () => "v1,bmV3",
    md5: () => "0123456789abcdef0123456789abcdef"
  })
)

/** Hooks in memory: one webhook, whose receiver answers 200. */
export const hooks = () =>
  Hooks.Default.pipe(Layer.provide(HookSender.Default), Layer.provide(sending), Layer.provide(store()))
