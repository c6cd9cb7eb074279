import type { Data, Grant } from "../../admin/answers.js"
import { adminRequest } from "../../admin/key.js"
import { AdminSection, ActionOutcome, SureButton } from "../../admin/parts.js"
import { agoOr, dayAndTime } from "../../admin/times.js"
import { useAction } from "../../admin/useAction.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"

/** The hosted assistants that have access. */
export const Grants = () => {
  const grants = useAdminAnswer<Data<Grant>>("/v1/admin/grants")
  const action = useAction()
  const end = (grant: Grant) =>
    void action
      .run("end", async () => {
        await adminRequest("DELETE", `/v1/admin/grants/${grant.id}`)
        return `${grant.client_name} has no access any more.`
      })
      .then(grants.reload)
  return (
    <>
      <AdminSection title="Assistants" answer={grants} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">
              No hosted assistant has access. <code>DAYBOOK_OAUTH</code> lets one ask for it, and you say yes or no.
            </p>
          ) : (
            <ul class="admin-rows">
              {data.map((grant) => (
                <li key={grant.id} class="admin-row">
                  <div class="what">
                    <p class="name" dir="auto">
                      {grant.client_name}{" "}
                      <span class={`tag ${grant.scopes.includes("write") ? "admin" : "read"}`}>
                        {grant.scopes.includes("write") ? "read and write" : "read"}
                      </span>{" "}
                      {grant.lens !== null && <span class="tag read">lens {grant.lens}</span>}
                    </p>
                    <p class="quiet">
                      {grant.client_host} · used {agoOr(grant.last_used_at, "never")} · allowed{" "}
                      {dayAndTime(grant.created_at)} · ends {dayAndTime(grant.expires_at)}
                    </p>
                  </div>
                  <div class="buttons">
                    <SureButton
                      of={`of ${grant.client_name}`}
                      sure="End it for good"
                      disabled={action.busy !== undefined}
                      onSure={() => end(grant)}
                    >
                      End access
                    </SureButton>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </AdminSection>
      <ActionOutcome action={action} />
    </>
  )
}
