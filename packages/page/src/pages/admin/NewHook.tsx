import type { HookEventType, HookKind, IssuedHook } from "@daybook/core/hooks"
import { useState } from "preact/hooks"
import { adminRequest } from "../../admin/key.js"
import { Field, ActionOutcome, Secret, TextField } from "../../admin/parts.js"
import { useAction } from "../../admin/useAction.js"
import { domainTitles } from "../../parts/records.js"
import { eventTitles, kindTitles } from "./hookTitles.js"

type Issued = typeof IssuedHook.Encoded

const emptyForm = {
  kind: "webhook" as HookKind,
  url: "",
  description: "",
  repository: "",
  token: "",
  header: "",
  value: "",
  apiKey: "",
  sharedSecret: "",
  userName: "",
  password: ""
}

type Form = typeof emptyForm

/** Whether the fields that its kind needs are filled in. */
const isFilled = (form: Form, events: number): boolean => {
  switch (form.kind) {
    case "github":
      return form.repository !== "" && form.token !== ""
    case "listenbrainz":
      return form.token !== ""
    case "lastfm":
      return [form.apiKey, form.sharedSecret, form.userName, form.password].every((text) => text !== "")
    case "webhook":
      return form.url !== "" && events > 0
    default:
      return form.url !== ""
  }
}

/** The fields of a request that belong to the kind. */
const fieldsOf = (form: Form) => {
  const url = form.url === "" ? {} : { url: form.url }
  switch (form.kind) {
    case "github":
      return { repository: form.repository, token: form.token }
    case "listenbrainz":
      return { ...url, token: form.token }
    case "lastfm": {
      const { apiKey, password, sharedSecret, userName } = form
      return { last_fm: { api_key: apiKey, shared_secret: sharedSecret, user_name: userName, password } }
    }
    case "post":
      return { ...url, ...(form.header === "" ? {} : { header: { name: form.header, value: form.value } }) }
    default:
      return url
  }
}

interface KindFieldsProps {
  readonly form: Form
  readonly set: (name: keyof Form) => (value: string) => void
}

/** The fields for the services that listens are passed on to. */
const RelayFields = ({ form, set }: KindFieldsProps) =>
  form.kind === "listenbrainz" ? (
    <>
      <TextField
        label="Token"
        hint="The user token at listenbrainz.org/settings; it is sealed"
        type="password"
        value={form.token}
        onValue={set("token")}
      />
      <TextField
        label="Address"
        hint="Only for a server of your own"
        type="url"
        value={form.url}
        onValue={set("url")}
        placeholder="https://api.listenbrainz.org"
      />
    </>
  ) : (
    <>
      <TextField label="API key" hint="Of an API account at last.fm/api" value={form.apiKey} onValue={set("apiKey")} />
      <TextField label="Shared secret" type="password" value={form.sharedSecret} onValue={set("sharedSecret")} />
      <TextField label="User" value={form.userName} onValue={set("userName")} />
      <TextField
        label="Password"
        hint="Used once for a session, and not stored"
        type="password"
        value={form.password}
        onValue={set("password")}
      />
    </>
  )

const toggled = <A extends string>(all: ReadonlyArray<A>, one: A): ReadonlyArray<A> =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one]

interface ChecksProps {
  readonly legend: string
  readonly all: Readonly<Record<string, string>>
  readonly chosen: ReadonlyArray<string>
  readonly onToggle: (name: string) => void
}

const Checks = ({ all, chosen, legend, onToggle }: ChecksProps) => (
  <fieldset class="checks">
    <legend>{legend}</legend>
    {Object.entries(all).map(([name, title]) => (
      <label key={name}>
        <input type="checkbox" checked={chosen.includes(name)} onChange={() => onToggle(name)} />
        {title}
      </label>
    ))}
  </fieldset>
)

/** The form for a new hook, and its secret, which the host says once. */
export const NewHook = ({ onChange }: { readonly onChange: () => void }) => {
  const [form, setForm] = useState(emptyForm)
  const [events, setEvents] = useState<ReadonlyArray<string>>(["feed.item.created"])
  const [domains, setDomains] = useState<ReadonlyArray<string>>([])
  const [issued, setIssued] = useState<Issued>()
  const action = useAction()
  const set = (name: keyof typeof emptyForm) => (value: string) => setForm({ ...form, [name]: value })
  const isWebhook = form.kind === "webhook"
  const isRelay = form.kind === "listenbrainz" || form.kind === "lastfm"
  const isComplete = isFilled(form, events.length)
  const create = () =>
    action.run("create", async () => {
      const created = await adminRequest<Issued>("POST", "/v1/admin/hooks", {
        kind: form.kind,
        ...fieldsOf(form),
        ...(isWebhook ? { events: events as ReadonlyArray<HookEventType> } : {}),
        ...(domains.length === 0 || isRelay ? {} : { domains }),
        ...(form.description === "" ? {} : { description: form.description })
      })
      setForm(emptyForm)
      onChange()
      if (isRelay) return "The hook is there. What your players submit from now on is passed on."
      if (created.secret === null) return "The hook is there. Its address is sealed and not shown again."
      setIssued(created)
      return undefined
    })
  return (
    <section class="block admin-section" aria-label="New hook">
      <h2>New hook</h2>
      {issued?.secret != null ? (
        <Secret label="The secret of the hook" secret={issued.secret} onDone={() => setIssued(undefined)}>
          The receiver verifies signatures with this secret. Store it now: the host never shows it again.
        </Secret>
      ) : (
        <form
          class="admin-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (isComplete) void create()
          }}
        >
          <Field label="Kind">
            {(id) => (
              <select id={id} value={form.kind} onChange={(event) => set("kind")(event.currentTarget.value)}>
                {Object.entries(kindTitles).map(([kind, title]) => (
                  <option key={kind} value={kind}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {form.kind === "github" ? (
            <>
              <TextField
                label="Repository"
                value={form.repository}
                onValue={set("repository")}
                placeholder="someone/site"
              />
              <TextField
                label="Token"
                hint="It may start the repository’s workflows; it is sealed"
                type="password"
                value={form.token}
                onValue={set("token")}
              />
            </>
          ) : isRelay ? (
            <RelayFields {...{ form, set }} />
          ) : (
            <TextField label="Address" type="url" value={form.url} onValue={set("url")} placeholder="https://…" />
          )}
          {form.kind === "post" && (
            <>
              <TextField label="Header" value={form.header} onValue={set("header")} placeholder="authorization" />
              <TextField label="Its value" type="password" value={form.value} onValue={set("value")} />
            </>
          )}
          <TextField
            label="Purpose"
            value={form.description}
            onValue={set("description")}
            placeholder="posts runs to the club"
          />
          {isWebhook && (
            <Checks
              legend="Events"
              all={eventTitles}
              chosen={events}
              onToggle={(name) => setEvents(toggled(events, name))}
            />
          )}
          {!isRelay && (
            <Checks
              legend="Only these domains; all, if none is chosen"
              all={domainTitles}
              chosen={domains}
              onToggle={(name) => setDomains(toggled(domains, name))}
            />
          )}
          <button type="submit" class="primary" disabled={action.busy !== undefined || !isComplete}>
            Create the hook
          </button>
        </form>
      )}
      <ActionOutcome action={action} />
    </section>
  )
}
