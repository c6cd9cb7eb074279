import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { daybook, patience, run } from "../../cli/test/support/daybook.js"
import { sampleHome } from "../../cli/test/support/sampleHome.js"
import { becomes, browser, browserPath, tabIn } from "../../page/test/support/browser.js"
import { siteOf, type Site } from "./support/site.js"

const guide = readFileSync(resolve(import.meta.dirname, "../../../docs/publishing.md"), "utf8")
const chapter = guide.slice(guide.indexOf("\n## A now-playing line"), guide.indexOf("\n## Elements\n"))
const blocksOf = (language: string) =>
  Array.from(chapter.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g")), ([, block]) => block!.trim())

describe.skipIf(browserPath === undefined)("the guide", () => {
  it.scopedLive(
    "docs/publishing.md leads from nothing to a now-playing line and a year on a site",
    () =>
      Effect.gen(function* () {
        const [[keyLine, serveLine], [page]] = [blocksOf("sh"), blocksOf("html")]
        const env = { DAYBOOK_DATA_DIR: yield* sampleHome("Europe/Berlin"), DAYBOOK_TIMEZONE: "Europe/Berlin" }
        const site: Site = { host: "", body: "" }
        const address = yield* siteOf(site)

        const words = keyLine!.replace("https://me.example", address).split(" ")
        expect(words.shift()).toBe("daybook")
        const { stdout } = yield* run(words, env)
        const [key] = /svc_pub_\w+/.exec(stdout) ?? []
        expect(key, stdout).toBeDefined()

        const [setting, program, ...args] = serveLine!.split(" ")
        const [name, value] = setting!.split("=")
        expect(program).toBe("daybook")
        // The guide's host has the standard port, which may be taken here, and asks providers.
        const serving = yield* daybook([...args, "--port", "0", "--no-schedule"], { ...env, [name!]: value! })
        site.host = yield* serving.says(/listening on (http:\/\/\S+)/)
        site.body = page!
          .replaceAll("https://life.example", site.host)
          .replaceAll("svc_pub_EXAMPLEexampleEXAMPLEexample0123456", key!)
        expect(site.body).toContain(key)

        const { page: tab } = yield* tabIn(yield* browser)
        yield* Effect.promise(() => tab.goto(address))
        const shows = (element: string, pattern: string) =>
          Effect.promise(() =>
            becomes(
              tab,
              `${pattern}.test(document.querySelector("${element}").shadowRoot.querySelector("[part=body]")?.innerText)`,
              60_000
            )
          )
        expect(yield* shows("daybook-now-playing", "/^(Playing|Last played): ./")).toBe(true)
        expect(yield* shows("daybook-year-grid", "/\\d{4}: [\\d,]+ runs on \\d+ days/")).toBe(true)
      }),
    patience
  )
})
