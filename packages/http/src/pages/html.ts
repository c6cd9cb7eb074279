import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { hash } from "node:crypto"

const hashOf = (script: string) => `'sha256-${hash("sha256", script, "base64")}'`

/** Matches the scripts that run; JSON in a script element does not. */
const inlineScript = /<script>([\s\S]*?)<\/script>/g

/** Where a page's scripts and styles may come from, in the words of the policy. */
interface Sources {
  readonly scripts: ReadonlyArray<string>
  readonly styles: ReadonlyArray<string>
}

/** What a page says that holds all of its scripts and styles in itself. */
export const inlined = (text: string): Sources => ({
  scripts: Array.from(text.matchAll(inlineScript), ([, script]) => hashOf(script!)),
  styles: ["'self'", "'unsafe-inline'"]
})

/** A page of ours: it may run its own scripts and speak to this host, and nothing else. */
export const html = (text: string, { scripts, styles }: Sources): HttpServerResponse.HttpServerResponse => {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    `style-src ${styles.join(" ")}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ]
  return HttpServerResponse.text(text, {
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": policy.join("; "), "referrer-policy": "no-referrer" }
  })
}
