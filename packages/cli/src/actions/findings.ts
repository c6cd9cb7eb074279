import type { Hook, ListenCounts } from "@daybook/core/hooks"
import type { Standstill } from "@daybook/core/setup"
import { type SyncStatus, announcedText } from "@daybook/core/sync"
import type { LoginStatus } from "@daybook/core/tokens"
import type { InboxStatus } from "@daybook/core/webhooks"
import type * as FileSystem from "@effect/platform/FileSystem"
import { Duration, type Effect, Option } from "effect"
import { localTime } from "../text.js"

/** The result of one check: ok, a note, or a fault. */
export interface Finding {
  readonly check: string
  readonly state: "ok" | "note" | "bad"
  readonly message: string
  /** Fixes the fault where that is harmless. Fails when it cannot be fixed. */
  readonly fix?: Effect.Effect<Finding, { readonly message: string }, FileSystem.FileSystem>
}

export const finding = (check: string, state: Finding["state"], message: string): Finding => ({ check, state, message })

/** A login that expires earlier gets a note. One that renews itself is prolonged with each sync. */
const soon = { renewing: Duration.toMillis("14 days"), ending: Duration.toMillis("60 days") }

/** A change that a provider has announced. */
export const announcedFinding = (change: SyncStatus["announced"][number]): Finding =>
  finding(change.sources.join(", "), "note", announcedText(change))

export const loginFinding =
  (now: number) =>
  ({ endsAt, id, readable, renews }: LoginStatus): Finding => {
    const check = `login ${id}`
    const again = `run \`daybook connect ${id}\``
    if (!readable)
      return finding(check, "bad", `it was encrypted with another DAYBOOK_SECRET: set that secret again, or ${again}`)
    const end = Option.getOrNull(endsAt)
    if (end === null) return finding(check, "ok", renews ? "renews itself" : "does not expire")
    const at = localTime(end)
    if (end <= now) return finding(check, "bad", `it expired ${at}: ${again}`)
    return end - now > (renews ? soon.renewing : soon.ending)
      ? finding(check, "ok", `expires ${at}`)
      : finding(check, "note", `it expires ${at}: ${again} before that`)
  }

export const inboxFinding = ({ dead, due, reason, source }: InboxStatus): Finding =>
  finding(
    `webhooks ${source}`,
    dead > 0 ? "note" : "ok",
    dead === 0
      ? `${due} waiting to be processed`
      : `${dead} could not be processed (${Option.getOrElse(reason, () => "unknown")}): \`daybook sync ${source}\` reads the same records`
  )

/** The listens that a hook passes on. */
const listensText = (listens: ListenCounts | null): string => {
  if (listens === null) return ""
  const { lastRefusal, refused, sent, waiting } = listens
  const refusals = refused === 0 ? "" : `, ${refused} refused (${lastRefusal ?? ""})`
  return `: ${sent} listens sent, ${waiting} waiting${refusals}`
}

export const hookFinding = ({ disabledReason, failingSince, id, kind, listens, state }: Hook): Finding => {
  const check = `hook ${id}`
  if (state === "disabled")
    return finding(
      check,
      "bad",
      `disabled: ${disabledReason ?? ""}; correct the receiver, then run \`daybook hooks enable ${id}\``
    )
  const what = `${kind}${listensText(listens)}`
  return failingSince === null
    ? finding(check, "ok", what)
    : finding(check, "note", `${what}, failing since ${localTime(failingSince)}: run \`daybook hooks test ${id}\``)
}

const recently = Duration.toMillis("1 day")

const explanations = {
  answers: {
    what: "it answered nobody",
    next: "this machine is too busy, or DAYBOOK_WORK_APART=false lets answers wait for syncs and imports"
  },
  works: {
    what: "its working process did nothing else",
    next: "imports and the admin pages waited meanwhile; look in its log for what ran then, and report it as a fault"
  }
} as const

/** The processes of a host that were held for long on the last day. */
export const standstillFindings = (standstills: ReadonlyArray<Standstill>, now: number): ReadonlyArray<Finding> => {
  const recent = standstills.filter(({ at }) => now - at <= recently)
  if (recent.length === 0) return [finding("host", "ok", "no long delay on the last day")]
  return recent.map(({ at, milliseconds, process, times }) => {
    const { next, what } = explanations[process]
    const often = times > 1 ? `, and for more than 50 ms ${times} times in that minute` : ""
    const delay = `${what} for ${(milliseconds / 1_000).toFixed(1)} s, about ${localTime(at)}${often}`
    return finding("host", "note", `${delay}: ${next}`)
  })
}
