import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { hash } from "node:crypto"

const hashOf = (script: string) => `'sha256-${hash("sha256", script, "base64")}'`

/** Matches the scripts that run; JSON in a script element does not. */
const inlineScript = /<script>([\s\S]*?)<\/script>/g

/** A page of ours: it may run the scripts that it holds, by their hash, and speak to this host, and nothing else. */
export const html = (text: string): HttpServerResponse.HttpServerResponse => {
  const scripts = Array.from(text.matchAll(inlineScript), ([, script]) => hashOf(script!))
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.length === 0 ? "'none'" : scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
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
