import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { folder } from "../../../packages/cli/test/support/dataDir.js"
import { patience, start } from "../../../packages/cli/test/support/daybook.js"
import { host } from "../../../packages/http/test/support/host.js"
import { post } from "../../../packages/http/test/support/http.js"

const example = resolve(import.meta.dirname, "..")
const eleventy = resolve(example, "node_modules/@11ty/eleventy/cmd.cjs")

it.scoped(
  "Eleventy builds the page with what the lens shows",
  () =>
    Effect.gen(function* () {
      const { admin, setPlays, url, versions } = yield* host()
      setPlays([{ at: "2025-03-15T08:30:00Z", artist: "Tide & <Sons>", album: null, track: "Low Tide" }])
      versions.set("listening", 9)
      const { json } = yield* post(`${url}/v1/admin/keys`, admin, {
        ...{ name: "build", scope: "publish", lens: "site", no_origin: true }
      })
      const out = join(yield* folder, "site")
      const { ended } = yield* start(process.execPath, [eleventy, `--output=${out}`, "--quiet"], {
        env: { DAYBOOK_URL: url, DAYBOOK_PUB_KEY: json.key as string },
        cwd: example
      })
      expect(yield* ended).toMatchObject({ code: 0, stderr: "" })
      const page = readFileSync(join(out, "index.html"), "utf8")
      expect(page).toContain("<p>Last played: Low Tide</p>")
      expect(page).toContain("<li>Tide &amp; &lt;Sons&gt;: 1</li>")
    }),
  patience
)
