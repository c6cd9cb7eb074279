import { useEffect, useId, useState } from "preact/hooks"
import { AdminFailure, adminRequest } from "../../admin/key.js"
import { to } from "../../router/location.js"
import { safeLink } from "../../text/format.js"
import { type LoginAttempt, type Source, messageOf } from "./model.js"
import { inWords } from "./needs.js"

/** Milliseconds between two questions whether the login has ended. */
const pollMs = 1_500

/** Asks how a pending login ended, until it has. */
const usePolling = (path: string, attempt: LoginAttempt | undefined, onAttempt: (next: LoginAttempt) => void) =>
  useEffect(() => {
    if (attempt?.state !== "pending") return
    const timer = setTimeout(
      () =>
        void adminRequest<LoginAttempt>("GET", path).then(
          (next) => onAttempt({ ...next }),
          () => onAttempt({ ...attempt })
        ),
      pollMs
    )
    return () => clearTimeout(timer)
  }, [attempt])

const Credentials = ({ name, onSend }: { readonly name: string; readonly onSend: (body: object) => void }) => {
  const id = useId()
  const [username, setUsername] = useState("")
  const [password, setPassword] = useState("")
  return (
    <form
      class="settings"
      onSubmit={(event) => {
        event.preventDefault()
        onSend({ username, password })
        setPassword("")
      }}
    >
      <div class="setting">
        <label for={`${id}-name`}>User name at {name}</label>
        <input
          id={`${id}-name`}
          autocomplete="off"
          required
          value={username}
          onInput={(event) => setUsername(event.currentTarget.value)}
        />
      </div>
      <div class="setting">
        <label for={`${id}-password`}>Password at {name}, used once and not stored</label>
        <input
          id={`${id}-password`}
          type="password"
          autocomplete="off"
          required
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      <p>
        <button type="submit">Log in</button>
      </p>
    </form>
  )
}

interface PanelProps {
  readonly source: Source
  /** Whether the provider has just redirected back here. */
  readonly isBack: boolean
  readonly reload: () => void
}

/** The login of a source: by redirect, by code, or by name and password. */
export const LoginPanel = ({ isBack, reload, source }: PanelProps) => {
  const { login } = source
  const path = `/v1/admin/sources/${source.id}/connect`
  // The provider may know this host by another name, where this tab has no key.
  const page = `${location.origin}${to(`/sources/${source.id}`)}`
  const [attempt, setAttempt] = useState<LoginAttempt>()
  const [failure, setFailure] = useState("")
  const [needsPassword, setNeedsPassword] = useState(false)
  const [isBeginning, setBeginning] = useState(false)
  const update = (next: LoginAttempt) => {
    setAttempt(next)
    if (next.state === "done") reload()
  }
  usePolling(path, attempt, update)
  useEffect(() => {
    if (isBack) adminRequest<LoginAttempt>("GET", path).then(update, () => undefined)
  }, [isBack, path])
  if (login === null) return null
  const begin = async (body: object) => {
    setFailure("")
    setAttempt(undefined)
    setBeginning(true)
    try {
      const next = await adminRequest<LoginAttempt>("POST", path, { ...body, page })
      setNeedsPassword(next.kind === "password" && next.state === "failed")
      if (next.kind === "code" && next.url !== null) location.assign(next.url)
      update(next)
    } catch (error) {
      const asksPassword = error instanceof AdminFailure && error.status === 400
      setNeedsPassword(asksPassword)
      setFailure(asksPassword && !("username" in body) ? "" : messageOf(error))
    }
    setBeginning(false)
  }
  const forget = () =>
    void adminRequest("DELETE", path).then(
      () => {
        setAttempt(undefined)
        reload()
      },
      (error: unknown) => setFailure(messageOf(error))
    )
  const link = safeLink(attempt?.url)
  return (
    <section class="block" aria-label={`Login at ${login.name}`}>
      <h3>Login at {login.name}</h3>
      <p>
        {login.connected ? `Connected to ${login.name}.` : `Not connected to ${login.name}.`}
        {login.missing.length > 0 && ` The login first needs ${inWords(login.missing, source)}.`}{" "}
        {login.missing.length > 0 && login.application_url !== null && (
          <a href={login.application_url} rel="noreferrer">
            Create an application at {login.name}
          </a>
        )}
      </p>
      <p>
        <button type="button" disabled={login.missing.length > 0 || isBeginning} onClick={() => void begin({})}>
          {login.connected ? "Connect again" : `Connect ${login.name}`}
        </button>{" "}
        {login.connected && (
          <button type="button" class="plain" onClick={forget}>
            Delete the login
          </button>
        )}
      </p>
      {needsPassword && <Credentials name={login.name} onSend={(body) => void begin(body)} />}
      <div role="status">
        {isBeginning && <p>Asking {login.name}…</p>}
        {attempt?.state === "pending" && link !== undefined && (
          <p>
            <a href={link} target="_blank" rel="noreferrer">
              Open {login.name} and log in
            </a>
            {attempt.code !== null && (
              <>
                , then enter the code <strong class="login-code">{attempt.code}</strong>
              </>
            )}
            . This page waits for it.
          </p>
        )}
        {attempt?.state === "done" && <p>The login at {login.name} is stored.</p>}
      </div>
      <p role="alert">{failure || (attempt?.state === "failed" ? attempt.error : "")}</p>
    </section>
  )
}
