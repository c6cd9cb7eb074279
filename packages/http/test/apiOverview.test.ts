import { expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { openApiDocument } from "../src/index.js"

const file = resolve(import.meta.dirname, "../../../docs/api.md")

interface Operation {
  readonly tags: ReadonlyArray<string>
  readonly summary: string
  readonly security?: ReadonlyArray<unknown>
  readonly responses: Readonly<Record<string, unknown>>
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Groups for administration stand with what they administer. */
const sectionOf = ({ tags: [tag = ""] }: Operation) => tag.replace(/Admin$/, "")

/** Only operations that need an admin key can answer a known key with 403. */
const keyOf = ({ responses, security }: Operation) =>
  security?.length === 0 ? "none" : "403" in responses ? "admin" : "read"

const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    section: sectionOf(operation),
    line: `| \`${method.toUpperCase()} ${path}\` | ${keyOf(operation)} | ${operation.summary} |`
  }))
)

const sections = Array.from(new Set(rows.map(({ section }) => section)), (section) =>
  [
    `### ${section.charAt(0).toUpperCase()}${section.slice(1)}`,
    "",
    "| endpoint | key | summary |",
    "|---|---|---|",
    ...rows.filter((row) => row.section === section).map(({ line }) => line),
    ""
  ].join("\n")
)

// After an intended change: npx vitest run packages/http/test/apiOverview.test.ts -u
it("docs/api.md lists every endpoint of the OpenAPI document", async () => {
  const [introduction = ""] = readFileSync(file, "utf8").split("## Endpoints\n")
  expect(sections.length).toBeGreaterThan(10)
  await expect(`${introduction}## Endpoints\n\n${sections.join("\n")}`).toMatchFileSnapshot(file)
})
