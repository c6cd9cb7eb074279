import { ListenRelay, type RelayedListen, comesFrom, listenStates, playingBody, relayKinds } from "@daybook/core/hooks"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { inTransaction } from "../inTransaction.js"
import { instant, nullable, number, oneOf, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { storeLayer } from "../kit/store.js"
import { table } from "../kit/table.js"
import { bump } from "../Versions.js"
import { hooksTopic } from "./outbox.js"
import { listenDays } from "./relayed.js"
import { messages, newMessageId } from "./rows.js"

const relayColumns = {
  id: number,
  kind: oneOf(relayKinds),
  state: oneOf(["active", "disabled"]),
  listenHorizon: nullable(instant)
}

/** The hooks that pass listens on. They cannot be removed until the transaction ends. */
const relays = sql(relayColumns)`
  SELECT id, kind, state, listen_horizon FROM hooks WHERE kind = ANY(${relayKinds}::text[]) ORDER BY id FOR KEY SHARE`

const queued = table("hook_listens", {
  hook: number,
  key: text,
  playedAt: instant,
  body: text,
  dueAt: instant,
  state: oneOf(listenStates),
  reason: nullable(text),
  finishedAt: nullable(instant)
})

const secondOf = (at: number): number => Math.floor(at / 1_000)

const tooOld =
  `it was submitted after it was played more than ${listenDays} days ago; Daybook forgets by then what it has sent, ` +
  "and sends nothing twice"

/** A listen as old as those that were forgotten may be one of them. */
const stateAt = (horizon: number | null, { playedAt }: RelayedListen, now: number) =>
  horizon !== null && secondOf(playedAt) <= secondOf(horizon)
    ? { state: "refused" as const, reason: tooOld, finishedAt: now }
    : { state: "waiting" as const, reason: null, finishedAt: null }

/** What a service knows a listen by: second, artist and track. */
const keyOf = ({ artist, playedAt, track }: RelayedListen): string =>
  createHash("md5")
    .update(JSON.stringify([secondOf(playedAt), artist.toLowerCase(), track.toLowerCase()]))
    .digest("hex")

export const layer = storeLayer(ListenRelay, {
  pass: (listens, now) =>
    Effect.gen(function* () {
      if (listens.length === 0) return
      const rows = (yield* relays).flatMap(({ id, kind, listenHorizon }) =>
        listens
          .filter((listen) => !comesFrom(kind, listen))
          .map((listen) => ({
            hook: id,
            key: keyOf(listen),
            playedAt: listen.playedAt,
            body: JSON.stringify(listen),
            dueAt: now,
            ...stateAt(listenHorizon, listen, now)
          }))
      )
      if (rows.length === 0) return
      yield* queued.insert(rows, { skip: true })
      yield* bump(hooksTopic)
    }),
  playing: (track, now, until) =>
    inTransaction(
      Effect.gen(function* () {
        const active = (yield* relays).filter(({ kind, state }) => state === "active" && !comesFrom(kind, track))
        if (active.length === 0) return
        yield* sql`
          DELETE FROM hook_messages
          WHERE hook = ANY(${active.map(({ id }) => id)}::int[]) AND type = 'playing' AND state = 'due'
            AND (held_until IS NULL OR held_until <= now())`
        yield* messages.insert(
          active.map(({ id, kind }) => ({
            id: newMessageId(now),
            hook: id,
            type: "playing",
            body: playingBody(kind, track, until),
            state: "due",
            createdAt: now,
            dueAt: now,
            finishedAt: null
          }))
        )
        yield* bump(hooksTopic)
      })
    )
})
