import { type HookEvent, bodyOf, wants } from "@daybook/core/hooks"
import { Effect } from "effect"
import { number, oneOf, texts } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { bump } from "../Versions.js"
import { eventsFrom, messages, newMessageId } from "./rows.js"

/** The version that every new message and every change of a hook raises. It wakes the senders. */
export const hooksTopic = "hooks"

const subscriberColumns = { id: number, state: oneOf(["active", "disabled"]), events: texts, domains: texts }

/**
 * Stores a message for each hook that wants an event. Runs in the transaction of the cause. The hooks cannot be
 * removed until it ends.
 */
export const announce = (events: ReadonlyArray<HookEvent>) =>
  Effect.gen(function* () {
    if (events.length === 0) return
    const types = [...new Set(events.map(({ type }) => type))]
    const subscribers = yield* sql(subscriberColumns)`
      SELECT id, state, events, domains FROM hooks
      WHERE kind = 'webhook' AND events && ${types}::text[] ORDER BY id FOR KEY SHARE`
    const rows = events.flatMap((event) =>
      subscribers
        .filter((hook) => wants({ ...hook, events: eventsFrom(hook.events) }, event) && !concerns(event, hook.id))
        .map(({ id, state }) => ({
          id: newMessageId(event.at),
          hook: id,
          type: event.type,
          body: bodyOf(event),
          state: state === "active" ? ("due" as const) : ("dead" as const),
          createdAt: event.at,
          dueAt: event.at,
          finishedAt: state === "active" ? null : event.at
        }))
    )
    yield* messages.insert(rows)
    if (rows.some(({ state }) => state === "due")) yield* bump(hooksTopic)
  })

/** The other hooks are told that a hook was disabled. */
const concerns = ({ data, type }: HookEvent, hook: number) =>
  type === "hook.disabled" && "hook" in data && data.hook === hook
