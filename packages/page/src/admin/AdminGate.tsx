import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { AdminFailure, isRefusal, requestWith, setAdminKey } from "./key.js"
import { useAdmin } from "./useAdmin.js"

/** A small admin GET: it answers 401 or 403 to a key without the scope. */
const probe = "/v1/admin/sync/runs?limit=1"

const refusedText = "The host refused the admin key: it was revoked, has expired, or can only read."

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The form for an admin key. The host checks the key before the tab keeps it. */
const AdminKeyForm = ({ isRefused }: { readonly isRefused: boolean }) => {
  const [key, setKey] = useState("")
  const [failure, setFailure] = useState(isRefused ? refusedText : "")
  const [isChecking, setIsChecking] = useState(false)
  const check = async (entered: string) => {
    setIsChecking(true)
    try {
      await requestWith(entered, "GET", probe)
      setAdminKey(entered)
    } catch (error) {
      setIsChecking(false)
      const isWrong = error instanceof AdminFailure && isRefusal(error.status)
      setFailure(`${textOf(error)}${isWrong ? "" : " The key was not checked."}`)
    }
  }
  return (
    <section class="admin-key" aria-labelledby="admin-key-title">
      <h2 id="admin-key-title">An admin key is needed</h2>
      <p>This page changes data, so it needs a key with the scope admin.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (key.trim() !== "" && !isChecking) void check(key.trim())
        }}
      >
        <label for="admin-key">An admin key</label>
        <input
          id="admin-key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="svc_admin_…"
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
          aria-invalid={failure !== ""}
          aria-describedby="admin-key-failure"
        />
        <button type="submit" disabled={isChecking}>
          Use this key
        </button>
      </form>
      <p id="admin-key-failure" role="alert">
        {failure}
      </p>
      <p class="quiet">
        <code>daybook open</code> opens this page with one; <code>daybook keys create --name admin --type admin</code>{" "}
        creates one to enter here. The key is stored in this tab only and is never part of a URL.
      </p>
    </section>
  )
}

/** Its children once this tab has an admin key; until then the form that asks for it. */
export const AdminGate = ({ children }: { readonly children: ComponentChildren }) => {
  const { isRefused, key } = useAdmin()
  return key === null ? <AdminKeyForm isRefused={isRefused} /> : <>{children}</>
}
