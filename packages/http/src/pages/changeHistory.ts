import { Effect } from "effect"
import { changes } from "../reference/changes.js"
import { html, inlined } from "./html.js"

const entry = ({ added, date }: (typeof changes)[number]) => `<h2>${date}</h2><ul>${added.map((line) => `<li>${line}</li>`).join("")}</ul>`

/** What changed when, for whoever asks the API. */
export const changeHistory = Effect.sync(() => {
  const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Changes · Daybook</title>
  <style>:root { color-scheme: light dark } body { font: 1rem/1.6 system-ui, sans-serif; margin: 3rem auto; max-width: 42rem; padding: 0 1.25rem }</style>
</head>
<body>
  <p><a href="../docs">The reference</a></p>
  <h1>Changes</h1>
  <p>What the API gained, newest first. Within <code>/v1</code> nothing is taken away or changes its meaning.</p>
  ${changes.map(entry).join("\n  ")}
</body>
</html>
`
  return html(page, { ...inlined(page), scripts: ["'none'"] })
})
