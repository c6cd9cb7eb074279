import { type Client, type GrantScope, grantDays, isLoopback } from "@daybook/core/grants"
import { escapeMarkup } from "@daybook/core/shared"
import { hash } from "node:crypto"
import type { OpenAnswer } from "../front/openAddresses.js"

const style = `:root { color-scheme: light dark } body { font: 1rem/1.6 system-ui, sans-serif; margin: 3rem auto; max-width: 34rem; padding: 0 1.25rem }
dt { font-weight: 600 } dd { margin: 0 0 .75rem; overflow-wrap: anywhere } fieldset { margin: 1.25rem 0; padding: 1rem }
input[type=password], input[name=lens], select, button { font: inherit; padding: .4rem .6rem } input[type=password], input[name=lens] { width: 100%; box-sizing: border-box }
.warning { border-inline-start: 4px solid #b45309; padding-inline-start: .75rem }`

/**
 * Nothing runs and nothing is loaded. `form-action` is left out on purpose: browsers apply it to the redirect that
 * follows the form.
 */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", style, "base64")}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'"
].join("; ")

export const page = (status: number, title: string, body: string): OpenAnswer => ({
  status,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Referrer-Policy": "no-referrer"
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)} · Daybook</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeMarkup(title)}</h1>
${body}
</main>
</body>
</html>
`
})

/** Nothing is sent to the client: its address is not known to be right. */
export const errorPage = (status: number, message: string): OpenAnswer =>
  page(status, "This cannot go on", `<p>${escapeMarkup(message)}.</p><p>Close this page and connect again.</p>`)

/** What the consent page says and carries. */
export interface ConsentPage {
  readonly client: Client
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<GrantScope>
  /** The request, its time and their signature, which come back with the form. */
  readonly hidden: Readonly<Record<string, string>>
  /** The code for `daybook grants approve`. */
  readonly code: string
  /** Why the page is there again. */
  readonly problem?: { readonly status: number; readonly message: string } | undefined
}

const hostOf = (address: string): string => new URL(address).host

const option = (days: number) => `<option value="${days}"${days === 90 ? " selected" : ""}>${days} days</option>`

const writeBox = `<p><label><input type="checkbox" name="write" value="yes"> Change data with the tools that write (if this host has them on). Not with a lens</label></p>`

export const consentPage = (consent: ConsentPage): OpenAnswer => {
  const { client, code, hidden, problem, redirectUri, scopes } = consent
  const inputs = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeMarkup(value)}">`
  )
  const local = `<p class="warning">The answer goes to a program on the machine of this browser. Go on only if you started it yourself just now.</p>`
  return page(
    problem?.status ?? 200,
    "Allow access?",
    `${problem === undefined ? "" : `<p class="warning" role="alert">${escapeMarkup(problem.message)}.</p>`}
<p><strong>${escapeMarkup(client.name)}</strong> asks to read your data.</p>
<dl>
<dt>Client</dt><dd>${client.host === null ? "registered itself; nobody vouches for its name" : escapeMarkup(client.host)}</dd>
<dt>Sends you back to</dt><dd>${escapeMarkup(hostOf(redirectUri))}</dd>
</dl>
${isLoopback(redirectUri) ? local : ""}
<form method="post" action="/oauth/authorize">
${inputs.join("\n")}
<fieldset><legend>Access</legend>
<p><label>Read only what this lens shows (empty: everything)<br>
<input name="lens" autocomplete="off" autocapitalize="off" spellcheck="false"></label></p>
${scopes.includes("write") ? writeBox : ""}
<p><label>For <select name="days">${grantDays.map(option).join("")}</select></label></p>
</fieldset>
<fieldset><legend>Prove that you own this host</legend>
<p><label>Admin key<br><input type="password" name="key" autocomplete="off" spellcheck="false"></label></p>
<p><button name="decision" value="key">Allow</button> <button name="decision" value="deny">Deny</button></p>
<p>Or run <code>daybook grants approve ${code}</code> on the host within ten minutes, then
<button name="decision" value="code">Go on</button></p>
</fieldset>
</form>`
  )
}
