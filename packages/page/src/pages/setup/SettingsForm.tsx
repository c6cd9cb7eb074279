import { useId, useState } from "preact/hooks"
import { adminRequest } from "../../admin/key.js"
import { type Source, type SourceSetting, isAdvanced, messageOf } from "./model.js"

const originTexts: Readonly<Record<NonNullable<SourceSetting["origin"]>, string>> = {
  environment: "from the environment",
  file: "from the configuration file",
  stored: "entered here"
}

/** What applies now, in words. */
const stateOf = ({ absence, default_value, origin, required, secret }: SourceSetting): string => {
  if (origin !== null) return `${secret ? "Set, not shown again" : "Set"}; ${originTexts[origin]}.`
  if (required) return "Needed."
  if (default_value !== null) return `Not set: ${default_value}.`
  return absence === null ? "Not needed." : `Not set: ${absence}.`
}

/** The setting in words. Its name, for the environment and the configuration file, is a detail. */
const titleOf = ({ sentence }: SourceSetting): string => {
  const text = sentence.replaceAll("`", "")
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface FieldProps {
  readonly setting: SourceSetting
  readonly text: string
  readonly onText: (text: string) => void
  readonly onDelete: () => void
}

const Field = ({ onDelete, onText, setting, text }: FieldProps) => {
  const id = useId()
  const isFixed = setting.fixed !== null
  const field = {
    id,
    autocomplete: "off",
    spellcheck: false,
    disabled: isFixed,
    placeholder: setting.secret && setting.set ? "••••••••" : (setting.default_value ?? ""),
    value: isFixed && !setting.secret ? (setting.value ?? "") : text,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onText(event.currentTarget.value),
    "aria-describedby": `${id}-state`
  } as const
  return (
    <div class="setting">
      <label for={id}>{titleOf(setting)}</label>
      {setting.secret ? <input type="password" {...field} /> : <input type="text" {...field} />}
      <p class="quiet" id={`${id}-state`}>
        {isFixed ? setting.fixed : stateOf(setting)} <code>{setting.name}</code>{" "}
        {setting.origin === "stored" && (
          <button type="button" class="plain" onClick={onDelete}>
            Delete<span class="visually-hidden"> {titleOf(setting)}</span>
          </button>
        )}
      </p>
    </div>
  )
}

interface FormProps {
  readonly source: Source
  readonly onChange: (source: Source) => void
}

/** The settings of a source. Secrets are sent, stored encrypted, and never come back. */
export const SettingsForm = ({ onChange, source }: FormProps) => {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [status, setStatus] = useState("")
  const [failure, setFailure] = useState("")
  const path = `/v1/admin/sources/${source.id}/settings`
  const textOf = ({ name, value }: SourceSetting) => texts[name] ?? value ?? ""
  const changed = Object.fromEntries(
    source.settings.flatMap((setting) => {
      const text = textOf(setting)
      return setting.fixed === null && text.trim() !== "" && text !== setting.value ? [[setting.name, text]] : []
    })
  )
  const send = async (request: Promise<Source>, done: string) => {
    setFailure("")
    setStatus("")
    try {
      const next = await request
      setTexts({})
      setStatus(done)
      onChange(next)
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  const fields = (settings: ReadonlyArray<SourceSetting>) =>
    settings.map((setting) => (
      <Field
        key={setting.name}
        setting={setting}
        text={textOf(setting)}
        onText={(text) => setTexts({ ...texts, [setting.name]: text })}
        onDelete={() =>
          void send(adminRequest("DELETE", `${path}?names=${setting.name}`), `Deleted: ${titleOf(setting)}.`)
        }
      />
    ))
  const advanced = source.settings.filter(isAdvanced)
  return (
    <form
      class="settings"
      onSubmit={(event) => {
        event.preventDefault()
        if (Object.keys(changed).length > 0)
          void send(adminRequest("PUT", path, { settings: changed }), "Stored. It applies now.")
      }}
    >
      {fields(source.settings.filter((setting) => !isAdvanced(setting)))}
      {advanced.length > 0 && (
        <details>
          <summary>More settings</summary>
          {fields(advanced)}
        </details>
      )}
      <p>
        <button type="submit" disabled={Object.keys(changed).length === 0}>
          Save
        </button>{" "}
        <span role="status">{status}</span>
      </p>
      <p role="alert">{failure}</p>
    </form>
  )
}
