import type { ComponentChildren } from "preact"
import { navigate, to } from "../router/location.js"
import { handIn } from "./pending.js"

/** A place to drop or choose export files. The page that imports them opens with them. */
export const FileDrop = ({ children }: { readonly children: ComponentChildren }) => (
  <label class="file file-drop">
    <span>Drop an export file anywhere on this page, or choose it</span>
    <input
      type="file"
      multiple
      onChange={({ currentTarget }) => {
        handIn(Array.from(currentTarget.files ?? []))
        navigate(to("/import"))
      }}
    />
    <span class="quiet">{children}</span>
  </label>
)
