import { healthLayer } from "@daybook/adapters/health"
import { type Hook, HookStore } from "@daybook/core/hooks"
import { listeningCompleteness } from "@daybook/core/listening"
import { iso } from "@daybook/core/shared"
import { SyncHealth, type SyncStatus, announcedText } from "@daybook/core/sync"
import { Effect } from "effect"
import { driftLine } from "../drift.js"
import * as print from "../print.js"
import { forPeople } from "../text.js"

interface StatusOptions {
  readonly json: boolean
}

export const status = ({ json }: StatusOptions) =>
  Effect.gen(function* () {
    const status = yield* Effect.flatMap(SyncHealth, (health) => health.status())
    const completeness = yield* listeningCompleteness
    const all = yield* Effect.flatMap(HookStore, (hooks) => hooks.all)
    const disabled = all.filter(isDisabled)
    const table = () =>
      print.table(
        ["", "status", "last sync", "items", "error"],
        [
          ...Object.entries(status.domains),
          ...Object.entries(status.sources).map(([id, one]) => [`  ${id}`, one] as const)
        ].map(([name, one]) => [
          name,
          one.status,
          one.last_sync === null ? "never" : forPeople(one.last_sync),
          one.items_synced === null ? "-" : String(one.items_synced),
          one.error ?? "-"
        ]),
        4
      )
    const hooks = disabled.map(({ disabledAt, disabledReason, id }) => ({
      id,
      disabled_at: disabledAt === null ? null : iso(disabledAt),
      reason: disabledReason
    }))
    const relays = all.flatMap(relayRow)
    yield* print.answer(json, { ...status, ...completeness, disabled_hooks: hooks, passed_on: relays }, () =>
      Effect.zipRight(
        table(),
        Effect.forEach(
          [
            ...driftLines(status),
            ...failingLines(status),
            ...status.announced.map(announcedLine),
            ...relays.map(relayLine),
            ...disabled.map(disabledLine)
          ],
          print.line,
          { discard: true }
        )
      )
    )
  }).pipe(Effect.provide(healthLayer))

/** The sources of which the provider has another number of records, with the command that mends them. */
const driftLines = ({ sources }: SyncStatus): ReadonlyArray<string> =>
  Object.entries(sources).flatMap(([id, { drift }]) => (drift.status === "drifting" ? [driftLine(id, drift)] : []))

/** What pictures, pages and texts meet. What a source looks up is in its row. */
const failingLines = ({ failing }: SyncStatus): ReadonlyArray<string> =>
  failing.flatMap(({ domain, error, queue, source }) => (source === null ? [`${queue} of ${domain}: ${error}`] : []))

/** The listens that a hook passes on. */
const relayRow = ({ id, kind, listens }: Hook) =>
  listens === null
    ? []
    : [{ hook: id, service: kind, sent: listens.sent, waiting: listens.waiting, refused: listens.refused }]

const relayLine = ({ hook, refused, sent, service, waiting }: ReturnType<typeof relayRow>[number]) =>
  `listens to ${service} (hook ${hook}): ${sent} sent, ${waiting} waiting, ${refused} refused`

const announcedLine = (change: SyncStatus["announced"][number]) =>
  `${change.sources.join(", ")}: ${announcedText(change)}`

const isDisabled = ({ state }: Hook) => state === "disabled"

const disabledLine = ({ disabledReason, id }: Hook) =>
  `hook ${id} is disabled: ${disabledReason ?? ""}; correct the receiver, then run \`daybook hooks enable ${id}\``
