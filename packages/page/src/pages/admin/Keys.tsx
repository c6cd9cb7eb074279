import { useState } from "preact/hooks"
import { AdminPage } from "../../admin/AdminPage.js"
import type { Data, Key } from "../../admin/answers.js"
import { adminKey, adminRequest } from "../../admin/key.js"
import { AdminSection, Field, ActionOutcome, Secret, SureButton, TextField } from "../../admin/parts.js"
import { agoOr, dayAndTime } from "../../admin/times.js"
import { type Action, useAction } from "../../admin/useAction.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { count, quantity } from "../../text/format.js"
import { Grants } from "./Grants.js"

interface IssuedKey {
  readonly key: string
  readonly name: string
}

const emptyForm = { name: "", scope: "read", expires: "", limit: "" }

/** The form for a new key, and the key, which the host says once. */
const NewKey = ({ onChange }: { readonly onChange: () => void }) => {
  const [form, setForm] = useState(emptyForm)
  const [issued, setIssued] = useState<IssuedKey>()
  const action = useAction()
  const set = (name: keyof typeof emptyForm) => (value: string) => setForm({ ...form, [name]: value })
  const create = () =>
    action.run("create", async () => {
      const created = await adminRequest<IssuedKey>("POST", "/v1/admin/keys", {
        name: form.name.trim(),
        scope: form.scope,
        ...(form.expires === "" ? {} : { expires_at: form.expires }),
        ...(form.limit === "" ? {} : { rate_limit: Number(form.limit) })
      })
      setIssued(created)
      setForm(emptyForm)
      onChange()
      return undefined
    })
  return (
    <section class="block admin-section" aria-label="New key">
      <h2>New key</h2>
      {issued !== undefined ? (
        <Secret label={`The key ${issued.name}`} secret={issued.key} onDone={() => setIssued(undefined)}>
          This is the key “{issued.name}”. Store it now: the host keeps only a fingerprint and never shows it again.
        </Secret>
      ) : (
        <form
          class="admin-form"
          onSubmit={(event) => {
            event.preventDefault()
            void create()
          }}
        >
          <TextField label="Name" value={form.name} onValue={set("name")} required placeholder="my site" />
          <Field label="May">
            {(id) => (
              <select id={id} value={form.scope} onChange={(event) => set("scope")(event.currentTarget.value)}>
                <option value="read">read</option>
                <option value="admin">read and change everything</option>
              </select>
            )}
          </Field>
          <TextField label="Ends on" hint="Never, if empty" type="date" value={form.expires} onValue={set("expires")} />
          <TextField
            label="Requests a minute"
            hint="The host’s limit, if empty"
            type="number"
            min="1"
            value={form.limit}
            onValue={set("limit")}
          />
          <button type="submit" class="primary" disabled={action.busy !== undefined || form.name.trim() === ""}>
            Create the key
          </button>
        </form>
      )}
      <ActionOutcome action={action} />
    </section>
  )
}

const isOwn = ({ key_hint, key_prefix }: Key): boolean => {
  const own = adminKey() ?? ""
  return own.startsWith(key_prefix) && own.endsWith(key_hint)
}

interface KeyRowProps {
  readonly value: Key
  readonly action: Action
  readonly revoke?: (key: Key) => void
}

const KeyRow = ({ action, revoke, value }: KeyRowProps) => (
  <li class="admin-row">
    <div class="what">
      <p class="name" dir="auto">
        {value.name} <span class={`tag ${value.scope}`}>{value.scope}</span>
        {isOwn(value) && <span class="tag">this tab</span>}
      </p>
      <p class="quiet">
        <code>
          {value.key_prefix}…{value.key_hint}
        </code>{" "}
        · used {agoOr(value.last_used_at, "never")}
        {value.request_count !== null && value.request_count > 0 && ` · ${quantity(value.request_count, "request")}`}
        {value.rate_limit_rpm !== null && ` · at most ${count(value.rate_limit_rpm)} a minute`}
        {value.expires_at !== null && ` · ends ${dayAndTime(value.expires_at)}`} · created{" "}
        {dayAndTime(value.created_at)}
      </p>
    </div>
    {revoke !== undefined && (
      <div class="buttons">
        <SureButton
          of={`the key ${value.name}`}
          sure={isOwn(value) ? "Revoke this tab’s own key" : "Revoke for good"}
          disabled={action.busy !== undefined}
          onSure={() => revoke(value)}
        >
          Revoke
        </SureButton>
      </div>
    )}
  </li>
)

const Content = () => {
  const keys = useAdminAnswer<Data<Key>>("/v1/admin/keys", 30_000)
  const action = useAction()
  const revoke = (key: Key) =>
    void action
      .run("revoke", async () => {
        await adminRequest("DELETE", `/v1/admin/keys/${key.id}`)
        return `The key “${key.name}” is revoked. Requests with it answer 401 from now on.`
      })
      .then(keys.reload)
  return (
    <>
      <NewKey onChange={keys.reload} />
      <ActionOutcome action={action} />
      <AdminSection title="Keys" answer={keys} rows={8}>
        {({ data }) => {
          const active = data.filter(({ is_active }) => is_active)
          const ended = data.filter(({ is_active }) => !is_active)
          return (
            <>
              <ul class="admin-rows">
                {active.map((key) => (
                  <KeyRow key={key.id} value={key} {...{ action, revoke }} />
                ))}
              </ul>
              {ended.length > 0 && (
                <details class="behind">
                  <summary>{quantity(ended.length, "revoked or expired key")}</summary>
                  <ul class="admin-rows ended">
                    {ended.map((key) => (
                      <KeyRow key={key.id} value={key} action={action} />
                    ))}
                  </ul>
                </details>
              )}
            </>
          )
        }}
      </AdminSection>
      <Grants />
    </>
  )
}

/** `/keys`. */
export const Page = () => (
  <AdminPage
    title="Keys"
    lead="Who may read this Daybook, and who may change it: keys for programs and pages, and assistants that you let in."
  >
    <Content />
  </AdminPage>
)
