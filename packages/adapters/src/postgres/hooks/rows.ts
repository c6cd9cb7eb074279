import {
  type BuildTiming,
  type Hook,
  type HookEventType,
  type HookPlan,
  type HookSecrets,
  type ListenCounts,
  type PendingChanges,
  hookEventTypes,
  hookKinds,
  signatureVersions
} from "@daybook/core/hooks"
import { Option, Schema, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { seal, unseal } from "../../SecretBox.js"
import { type RowOf, date, instant, json, nullable, number, oneOf, text, texts } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

const timingColumns = {
  quiet: nullable(number),
  maxWait: nullable(number),
  minInterval: nullable(number),
  maxPerDay: nullable(number)
}

export const hooks = table("hooks", {
  id: number,
  kind: oneOf(hookKinds),
  url: nullable(text),
  hint: nullable(text),
  events: texts,
  domains: texts,
  description: nullable(text),
  signature: nullable(oneOf(signatureVersions)),
  publicKey: nullable(text),
  ...timingColumns,
  state: oneOf(["active", "disabled"]),
  disabledAt: nullable(instant),
  disabledReason: nullable(text),
  lastSuccessAt: nullable(instant),
  failingSince: nullable(instant),
  failures: number,
  pausedUntil: nullable(instant),
  createdAt: instant
})

/** The changes that wait, and the calls so far. */
export const debounceColumns = {
  id: number,
  kind: oneOf(hookKinds),
  ...timingColumns,
  firstAt: nullable(instant),
  lastAt: nullable(instant),
  firedAt: nullable(instant),
  firedDay: nullable(date),
  firedCount: number
}

export const pendingColumn = nullable(json<PendingChanges>())

/** What a message needs of its hook. */
export const targetColumns = {
  id: number,
  kind: oneOf(hookKinds),
  url: nullable(text),
  sealed: text,
  lastSuccessAt: nullable(instant),
  failingSince: nullable(instant),
  failures: number
}

type TimingRow = RowOf<typeof timingColumns>

export const timingFrom = ({ maxPerDay, maxWait, minInterval, quiet }: TimingRow): BuildTiming | null =>
  quiet === null || maxWait === null || minInterval === null || maxPerDay === null
    ? null
    : { quiet, maxWait, minInterval, maxPerDay }

export const eventsFrom = (names: ReadonlyArray<string>): ReadonlyArray<HookEventType> =>
  hookEventTypes.filter((type) => names.includes(type))

export const toHook = (
  { events, maxPerDay, maxWait, minInterval, quiet, ...row }: RowOf<typeof hooks.columns>,
  listens: ListenCounts | null
): Hook => ({
  ...row,
  listens,
  events: eventsFrom(events),
  timing: timingFrom({ quiet, maxWait, minInterval, maxPerDay })
})

/** Whether a batch of listens of a hook is being sent: it has one at a time. */
export const hasBatch = sql`EXISTS (
  SELECT FROM hook_messages AS batch WHERE batch.hook = hooks.id AND batch.state = 'due' AND batch.type = 'listens'
)`

const planColumns = {
  ...debounceColumns,
  pausedUntil: nullable(instant),
  dueAt: nullable(instant),
  heldUntil: nullable(instant),
  listensAt: nullable(instant)
}

/** The active hooks with the due time of their next message. */
export const selectPlans = sql(planColumns)`
  SELECT id, kind, quiet, max_wait, min_interval, max_per_day, first_at, last_at, fired_at, fired_day, fired_count,
    paused_until,
    (SELECT min(due_at) FROM hook_messages WHERE hook = hooks.id AND state = 'due'
      AND (held_until IS NULL OR held_until <= now())) AS due_at,
    (SELECT max(held_until) FROM hook_messages WHERE hook = hooks.id AND state = 'due'
      AND held_until > now()) AS held_until,
    CASE WHEN ${hasBatch} THEN NULL ELSE (
      SELECT min(due_at) FROM hook_listens WHERE hook = hooks.id AND state = 'waiting'
    ) END AS listens_at
  FROM hooks WHERE state = 'active' ORDER BY id`

export const toPlan = (row: RowOf<typeof planColumns>): HookPlan => ({ ...row, timing: timingFrom(row) })

/** A new row of the outbox. */
export const messages = table("hook_messages", {
  id: text,
  hook: number,
  type: text,
  body: text,
  state: oneOf(["due", "dead"]),
  createdAt: instant,
  dueAt: instant,
  finishedAt: nullable(instant)
})

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** `msg_` and a ULID: 48 bits of time and 80 random ones, in the order of time. */
export const newMessageId = (now: number): string => {
  let bits = (BigInt(now) << 80n) | BigInt(`0x${randomBytes(10).toString("hex")}`)
  let id = ""
  for (let place = 0; place < 26; place += 1) {
    id = digits[Number(bits & 31n)]! + id
    bits >>= 5n
  }
  return `msg_${id}`
}

/** An instant of epoch milliseconds as a parameter. */
export const toDate = (at: number | null): Date | null => (at === null ? null : new Date(at))

const SealedSecrets = Schema.parseJson(
  Schema.Struct({
    keys: Schema.Array(Schema.Struct({ key: Schema.String, until: Schema.NullOr(Schema.Number) })),
    address: Schema.NullOr(Schema.String),
    token: Schema.NullOr(Schema.String),
    header: Schema.NullOr(Schema.Struct({ name: Schema.String, value: Schema.String })),
    // Hooks of earlier versions do not have it.
    lastFm: Schema.optionalWith(
      Schema.NullOr(Schema.Struct({ apiKey: Schema.String, sharedSecret: Schema.String, sessionKey: Schema.String })),
      { default: () => null }
    )
  })
)
const encode = Schema.encodeSync(SealedSecrets)
const decode = Schema.decodeOption(SealedSecrets)

/** The purpose of the key that seals hooks. */
export const purpose = "hooks"

const placeOf = (hook: number) => `hook ${hook}`

export const sealSecrets = (key: Buffer, hook: number, secrets: Redacted.Redacted<HookSecrets>): string =>
  seal(key, placeOf(hook), encode(Redacted.value(secrets)))

/** None if they were sealed with another secret of the instance. */
export const unsealSecrets = (
  key: Buffer,
  hook: number,
  sealed: string
): Option.Option<Redacted.Redacted<HookSecrets>> =>
  Option.map(
    Option.flatMap(unseal(key, placeOf(hook), sealed), (text) => decode(text)),
    (secrets) => Redacted.make<HookSecrets>(secrets)
  )
