import type { Data } from "../admin/answers.js"
import { adminRequest } from "../admin/key.js"
import { ActionOutcome, AdminSection } from "../admin/parts.js"
import { dayAndTime } from "../admin/times.js"
import { useAction } from "../admin/useAction.js"
import { useAdminAnswer } from "../admin/useAdminAnswer.js"
import { quantity } from "../text/format.js"
import { type Correction, type Suggestion, domainOf, nameOf, path, sentenceOf } from "./correction.js"

const Side = ({ of, type }: { readonly of: Suggestion["subject"]; readonly type: Suggestion["type"] }) => (
  <div>
    <h3 dir="auto">{nameOf(type, of.key)}</h3>
    <p class="quiet">
      {quantity(of.plays, domainOf(type).counted)}
      {of.first_played_at !== null && `, first ${dayAndTime(of.first_played_at)}`}
    </p>
  </div>
)

/** Pairs that may be one, and the corrections that were made. */
export const Decided = () => {
  const suggestions = useAdminAnswer<Data<Suggestion>>(`${path}/suggestions?limit=20`)
  const corrections = useAdminAnswer<Data<Correction>>(path)
  const action = useAction()
  const act = (name: string, work: () => Promise<string>) =>
    action.run(name, work).finally(() => {
      suggestions.reload()
      corrections.reload()
    })
  const decide = ({ object, subject, type }: Suggestion, kind: "same" | "different") =>
    void act(nameOf(type, subject.key), async () => {
      const correction = {
        domain: domainOf(type).domain,
        kind,
        type,
        subject: subject.key,
        object: object.key
      } as const
      await adminRequest("POST", path, correction)
      return `${sentenceOf(correction)}.`
    })
  const takeBack = (correction: Correction) =>
    void act(String(correction.id), async () => {
      await adminRequest("DELETE", `${path}/${correction.id}`)
      return `Taken back: ${sentenceOf(correction)}.`
    })
  const isBusy = action.busy !== undefined
  return (
    <>
      <ActionOutcome action={action} />
      <AdminSection title="May be one" answer={suggestions} rows={6}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">No two artists, albums, tracks or articles are nearly the same.</p>
          ) : (
            <ul class="review-items">
              {data.map((one) => (
                <li
                  class="review-item"
                  key={`${nameOf(one.type, one.subject.key)} ${nameOf(one.type, one.object.key)}`}
                >
                  <div class="review-what">
                    <Side of={one.subject} type={one.type} />
                    <Side of={one.object} type={one.type} />
                    <p class="reason">{one.why}</p>
                  </div>
                  <div class="review-decisions buttons">
                    <button type="button" class="primary" disabled={isBusy} onClick={() => decide(one, "same")}>
                      The same<span class="visually-hidden">: {nameOf(one.type, one.object.key)}</span>
                    </button>
                    <button type="button" disabled={isBusy} onClick={() => decide(one, "different")}>
                      Not the same<span class="visually-hidden">: {nameOf(one.type, one.object.key)}</span>
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </AdminSection>
      <AdminSection title="Corrections" answer={corrections} rows={4}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">Nothing was corrected.</p>
          ) : (
            <ul class="review-items">
              {data.map((one) => (
                <li class="review-item" key={one.id}>
                  <div class="review-what">
                    <h3 dir="auto">{sentenceOf(one)}</h3>
                    <p class="quiet">
                      {[dayAndTime(one.created_at), one.reason].filter((part) => part !== null).join(" · ")}
                    </p>
                  </div>
                  <div class="review-decisions buttons">
                    <button type="button" disabled={isBusy} onClick={() => takeBack(one)}>
                      Undo<span class="visually-hidden">: {sentenceOf(one)}</span>
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </AdminSection>
    </>
  )
}
