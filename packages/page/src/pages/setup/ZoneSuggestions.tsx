import { useEffect, useRef } from "preact/hooks"
import type { Data } from "../../admin/answers.js"
import { adminRequest } from "../../admin/key.js"
import { ActionOutcome, SureButton } from "../../admin/parts.js"
import { useAction } from "../../admin/useAction.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { day } from "../../text/format.js"
import type { ZoneHistory, ZoneSuggestion } from "./model.js"
import type { ZoneEntry } from "./zoneEntries.js"

const path = "/v1/admin/timezone/history/suggestions"

const nameOf = ({ from, kind, to, zone }: ZoneSuggestion) =>
  `${kind === "trip" ? "A trip" : "A move"} to ${zone}: ${day(from)}${to === null ? " until today" : ` to ${day(to)}`}`

interface SuggestionsProps {
  readonly history: ZoneHistory
  readonly rows: ReadonlyArray<ZoneEntry>
  readonly onAdd: (suggestion: ZoneSuggestion) => void
}

/** Moves and trips that records show. Adding one fills in the table; only saving applies it. */
export const ZoneSuggestions = ({ history, onAdd, rows }: SuggestionsProps) => {
  const answer = useAdminAnswer<Data<ZoneSuggestion>>(path)
  const action = useAction()
  const past = useRef(history)
  useEffect(() => {
    if (past.current !== history) answer.reload()
    past.current = history
  }, [history])
  const open = (answer.value?.data ?? []).filter(
    ({ from, zone }) => !rows.some((row) => row.from === from && row.zone === zone)
  )
  const decline = ({ from, to, zone }: ZoneSuggestion) =>
    action.run("decline", async () => {
      answer.set(await adminRequest<Data<ZoneSuggestion>>("POST", `${path}/decline`, { from, to, zone }))
      return "It is not suggested again."
    })
  if (open.length === 0) return <ActionOutcome action={action} />
  return (
    <div role="group" aria-label="Suggested from your records">
      <h3>Suggested from your records</h3>
      <ul class="admin-rows">
        {open.map((one) => (
          <li key={`${one.from} ${one.zone}`} class="admin-row">
            <div class="what">
              <p class="name">{nameOf(one)}</p>
              <p class="quiet">{one.reason}</p>
            </div>
            <div class="buttons">
              <button type="button" onClick={() => onAdd(one)}>
                Add<span class="visually-hidden"> {nameOf(one)}</span>
              </button>
              <SureButton
                of={nameOf(one)}
                sure="Never suggest it again"
                disabled={action.busy !== undefined}
                onSure={() => void decline(one)}
              >
                Decline
              </SureButton>
            </div>
          </li>
        ))}
      </ul>
      <ActionOutcome action={action} />
    </div>
  )
}
