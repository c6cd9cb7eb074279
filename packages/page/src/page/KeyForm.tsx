import { useEffect, useRef, useState } from "preact/hooks"

interface KeyFormProps {
  /** Set where a key was given that the host does not know. */
  readonly refused: boolean
  readonly onKey: (key: string) => void
}

/** Asks for a key: the page of a life opens to nobody else. */
export const KeyForm = ({ onKey, refused }: KeyFormProps) => {
  const [key, setKey] = useState("")
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <main class="door" id="content">
      <h1>Whose day is it?</h1>
      {refused
        ? <p role="alert">The host does not know this key: it was mistyped, revoked, or has expired.</p>
        : <p>This page shows one person’s life, to those who have a key.</p>}
      <form onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() !== "") onKey(key.trim())
      }}>
        <label for="key">A read key</label>
        <input ref={input} id="key" type="password" autocomplete="off" spellcheck={false} placeholder="svc_live_…" value={key} onInput={(event) => setKey(event.currentTarget.value)} aria-invalid={refused} />
        <button type="submit">Open</button>
      </form>
      <p class="quiet"><code>daybook keys create --name page</code> makes one. It stays in this tab and ends with it, and travels in no address.</p>
    </main>
  )
}
