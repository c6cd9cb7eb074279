import type { DeliveryView } from "@daybook/core/hooks"
import { useState } from "preact/hooks"
import type { Listed } from "../../admin/answers.js"
import { adminRequest } from "../../admin/key.js"
import { AdminSection, ActionOutcome } from "../../admin/parts.js"
import { dayAndTime } from "../../admin/times.js"
import { useAction } from "../../admin/useAction.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { Choice, Pager } from "../../parts/lists.js"
import { quantity } from "../../text/format.js"
import { eventTitles } from "./hookTitles.js"

type Delivery = typeof DeliveryView.Encoded

const states = [
  ["", "All"],
  ["done", "Arrived"],
  ["due", "To be sent"],
  ["dead", "Given up"]
] as const

const stateTexts: Readonly<Record<Delivery["state"], string>> = { done: "arrived", due: "to be sent", dead: "given up" }
const stateTags: Readonly<Record<Delivery["state"], string>> = { done: "read", due: "", dead: "bad" }

const typeTitle = (type: string): string =>
  Object.hasOwn(eventTitles, type) ? eventTitles[type as keyof typeof eventTitles] : type

const attemptText = ({ at, duration_ms, reply, status }: Delivery["attempts"][number]): string =>
  `${dayAndTime(at)}: ${status === null ? "no answer" : `answered ${status}`} after ${duration_ms} ms${reply === "" ? "" : `, ${reply}`}`

const limit = 10

/** What a hook was sent, with every attempt. */
export const Deliveries = ({ hook, onReplay }: { readonly hook: number; readonly onReplay: () => void }) => {
  const [state, setState] = useState("")
  const [page, setPage] = useState(1)
  const filter = state === "" ? "" : `&state=${state}`
  const path = `/v1/admin/hooks/${hook}`
  const answer = useAdminAnswer<Listed<Delivery>>(`${path}/deliveries?page=${page}&limit=${limit}${filter}`, 5_000)
  const action = useAction()
  const replay = (name: string, work: () => Promise<string>) =>
    void action.run(name, work).then(() => {
      answer.reload()
      onReplay()
    })
  const replayFailed = (since: string) =>
    replay("all", async () => {
      const { replayed } = await adminRequest<{ readonly replayed: number }>("POST", `${path}/replay`, {
        since,
        failed_only: true
      })
      return `${quantity(replayed, "message")} ${replayed === 1 ? "is" : "are"} sent again.`
    })
  return (
    <div class="deliveries">
      <Choice
        label="State"
        options={states}
        value={state}
        onChange={(next) => {
          setState(next)
          setPage(1)
        }}
      />
      <ActionOutcome action={action} />
      <AdminSection title="Deliveries" answer={answer} rows={6}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <p class="quiet">{state === "" ? "It was sent nothing yet." : "No message has this state."}</p>
          ) : (
            <>
              <ul class="admin-rows">
                {data.map((delivery) => (
                  <li key={delivery.id} class="admin-row">
                    <div class="what">
                      <p>
                        {typeTitle(delivery.type)}{" "}
                        <span class={`tag ${stateTags[delivery.state]}`}>{stateTexts[delivery.state]}</span>
                      </p>
                      <p class="quiet">
                        <code>{delivery.id}</code> · {dayAndTime(delivery.created_at)}
                        {delivery.next_attempt_at !== null && ` · next attempt ${dayAndTime(delivery.next_attempt_at)}`}
                      </p>
                      {delivery.attempts.map((attempt) => (
                        <p key={attempt.at} class="quiet attempt">
                          {attemptText(attempt)}
                        </p>
                      ))}
                    </div>
                    <div class="buttons">
                      <button
                        type="button"
                        disabled={action.busy !== undefined || delivery.state === "due"}
                        onClick={() =>
                          replay(delivery.id, async () => {
                            const { replayed } = await adminRequest<{ readonly replayed: number }>(
                              "POST",
                              `${path}/deliveries/${delivery.id}/replay`
                            )
                            return replayed === 0
                              ? "The message is being sent at the moment."
                              : "The message is sent again."
                          })
                        }
                      >
                        Send again<span class="visually-hidden">: {delivery.id}</span>
                      </button>
                    </div>
                  </li>
                ))}
              </ul>
              {state === "dead" && (
                <p>
                  <button
                    type="button"
                    disabled={action.busy !== undefined}
                    onClick={() => replayFailed(data.at(-1)!.created_at)}
                  >
                    Send all of these again
                  </button>
                </p>
              )}
              {pagination.total_pages > 1 && <Pager of="messages" pagination={pagination} onPage={setPage} />}
            </>
          )
        }
      </AdminSection>
    </div>
  )
}
