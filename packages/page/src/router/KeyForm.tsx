import { useEffect, useRef, useState } from "preact/hooks"

interface KeyFormProps {
  /** Whether the host rejected the last key. */
  readonly refused: boolean
  /** Why a one-time address did not open the page. */
  readonly failure?: string | undefined
  readonly onKey: (key: string) => void
}

/** The form for a read key, without which the page shows no data. */
export const KeyForm = ({ failure, onKey, refused }: KeyFormProps) => {
  const [key, setKey] = useState("")
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <main class="door" id="content">
      <h1>Open this Daybook</h1>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {refused ? (
        <p role="alert">The host does not know this key: it was mistyped, revoked, or has expired.</p>
      ) : (
        <p>This page shows one person’s data. It needs a read key.</p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (key.trim() !== "") onKey(key.trim())
        }}
      >
        <label for="key">A read key</label>
        <input
          ref={input}
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="svc_live_…"
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
          aria-invalid={refused}
        />
        <button type="submit">Open</button>
      </form>
      <p class="quiet">
        <code>daybook keys create --name page</code> creates one. The key is stored in this tab only and is never part
        of a URL.
      </p>
    </main>
  )
}
