import { Effect } from "effect"
import { html } from "./html.js"

/** Says what is here to whoever opens the host in a browser. */
export const home = Effect.sync(() => html(`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Daybook</title>
  <style>body { font: 1rem/1.5 system-ui, sans-serif; margin: 4rem auto; max-width: 36rem; padding: 0 1rem }</style>
</head>
<body>
  <h1>Daybook</h1>
  <p>One person's life from the services that hold it. See the <a href="/docs">reference</a> for all that can be asked here.</p>
</body>
</html>
`))
