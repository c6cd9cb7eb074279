import { useEffect, useState } from "preact/hooks"
import { adminRequest } from "../../admin/key.js"
import { ActionOutcome, Field, Secret, TextField } from "../../admin/parts.js"
import { useAction } from "../../admin/useAction.js"
import { type IssuedKey, type Lens, operationsOf } from "./answers.js"
import { elementsFor, feedsOf, hostAddress, originsIn } from "./paste.js"

/** Whether the host serves what sites load; undefined until it answered. */
const useIsOpen = (): boolean | undefined => {
  const [isOpen, setIsOpen] = useState<boolean>()
  useEffect(() => {
    fetch(`${hostAddress()}/p/embed.js`, { method: "HEAD" }).then(
      ({ ok }) => setIsOpen(ok),
      () => undefined
    )
  }, [])
  return isOpen
}

/** What a site takes of a lens: elements with the key, and the addresses of feeds. */
const Paste = ({ issued, lens }: { readonly issued: IssuedKey; readonly lens: Lens }) => {
  const isOpen = useIsOpen()
  const operations = operationsOf(lens)
  const host = hostAddress()
  const text = elementsFor(host, issued.key, operations)
  return (
    <div class="paste">
      {isOpen === false && (
        <p class="trouble">
          The host serves nothing to sites yet: set <code>DAYBOOK_PUBLISH=true</code> and start it again.
        </p>
      )}
      <Field label="Paste this into your page" hint={`Addresses begin with ${host}, as you reach the host now.`}>
        {(id, hintId) => (
          <textarea
            id={id}
            aria-describedby={hintId}
            readOnly
            spellcheck={false}
            rows={text.split("\n").length + 1}
            value={text}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      {operations.includes("feed.all") && (
        <>
          <p>Addresses for feed readers, which need no key:</p>
          <ul>
            {feedsOf(host, lens.name).map((address) => (
              <li key={address}>
                <code>{address}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

interface NewKeyProps {
  readonly lenses: ReadonlyArray<Lens>
  readonly onChange: () => void
}

const emptyForm = { name: "", lens: "", origins: "", noOrigin: false }

/** The form for a publishable key, then the key and what to paste. */
export const NewKey = ({ lenses, onChange }: NewKeyProps) => {
  const [form, setForm] = useState(emptyForm)
  const [issued, setIssued] = useState<IssuedKey>()
  const action = useAction()
  const open = lenses.filter(({ definition }) => definition.public === true)
  const lens = open.find(({ name }) => name === form.lens) ?? open[0]
  const origins = originsIn(form.origins)
  const isComplete = form.name.trim() !== "" && lens !== undefined && (origins.length > 0 || form.noOrigin)
  const create = () =>
    void action.run("create", async () => {
      const created = await adminRequest<IssuedKey>("POST", "/v1/admin/keys", {
        name: form.name.trim(),
        scope: "publish",
        lens: lens!.name,
        origins,
        no_origin: form.noOrigin
      })
      setIssued(created)
      setForm(emptyForm)
      onChange()
      return undefined
    })
  const issuedLens = lenses.find(({ name }) => name === issued?.lens)
  return (
    <section class="block admin-section" aria-label="New publishable key">
      <h2>New publishable key</h2>
      {issued !== undefined && issuedLens !== undefined ? (
        <>
          <Secret label={`The key ${issued.name}`} secret={issued.key} onDone={() => setIssued(undefined)}>
            Everybody may see this key: it shows what the lens “{issued.lens}” shows, to pages of its sites.
          </Secret>
          <Paste issued={issued} lens={issuedLens} />
        </>
      ) : (
        <form
          class="admin-form"
          onSubmit={(event) => {
            event.preventDefault()
            create()
          }}
        >
          <TextField label="Name" value={form.name} onValue={(name) => setForm({ ...form, name })} placeholder="blog" />
          <Field label="Lens">
            {(id) => (
              <select
                id={id}
                value={lens?.name}
                onChange={(event) => setForm({ ...form, lens: event.currentTarget.value })}
              >
                {open.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Sites" hint="One a line, such as https://me.example">
            {(id, hintId) => (
              <textarea
                id={id}
                aria-describedby={hintId}
                rows={2}
                spellcheck={false}
                value={form.origins}
                onInput={(event) => setForm({ ...form, origins: event.currentTarget.value })}
              />
            )}
          </Field>
          <label class="check">
            <input
              type="checkbox"
              checked={form.noOrigin}
              onChange={(event) => setForm({ ...form, noOrigin: event.currentTarget.checked })}
            />
            Also programs, such as the build of a site
          </label>
          <button type="submit" class="primary" disabled={action.busy !== undefined || !isComplete}>
            Create the key
          </button>
        </form>
      )}
      <ActionOutcome action={action} />
    </section>
  )
}
