import { connectables, unopenedSources } from "@daybook/adapters"
import { date, domain, record, text } from "@daybook/core/domain"
import { openApiDocument } from "@daybook/http"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { pagesFor } from "../src/Cli.js"
import { isCallable, type Page } from "../src/help.js"
import { allSettings } from "../src/settings.js"
import {
  anchorsOf,
  brokenLinks,
  brokenPaths,
  type Document,
  documentsIn,
  missingNames,
  pathsBelow,
  root,
  sectionsOf,
  unknownEndpoints
} from "./support/documents.js"

const paths = pathsBelow(root)
const allDocuments = documentsIn(root, paths)
/** The change log may name what no longer exists. */
const documents = allDocuments.filter(({ path }) => path !== "CHANGELOG.md")
const textOf = (path: string) => documents.find((document) => document.path === path)?.text ?? ""

/** The domain of docs/extend.md. */
const books = domain({
  name: "books",
  title: "Books",
  records: {
    book: record({
      key: ["isbn13"],
      fields: { isbn13: text({ facet: true }), finished_on: date({ occurs: true, nullable: true }) }
    })
  }
})

const operations = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ path, method }))
)
const endpoints = [...new Set(operations.map(({ path }) => path))]
/** Pages of the host outside the OpenAPI document. */
const pages = ["/v1/openapi.json"]
const ofBooks = Object.keys(openApiDocument([books]).paths).map((path) => path.replace(/\/top\/\w+$/, "/top/{facet}"))

const leavesOf = (page: Page): ReadonlyArray<Page> => [
  ...(isCallable(page) ? [page] : []),
  ...page.subcommands.flatMap(leavesOf)
]

/** Commands without a section whose heading names them and whose text names each option. */
const undocumentedCommands = (
  commands: ReadonlyArray<Page>,
  inDocuments: ReadonlyArray<Document>
): ReadonlyArray<string> => {
  const sections = inDocuments.flatMap(sectionsOf)
  return commands
    .filter(({ name, options }) => {
      const flags = options.map(({ label }) => `--${/^--([a-z-]+)/.exec(label)![1]!}`)
      return !sections.some(
        ({ body, heading }) =>
          heading.includes(`\`daybook ${name}\``) && flags.every((flag) => new RegExp(`${flag}(?![\\w-])`).test(body))
      )
    })
    .map(({ name }) => name)
}

const sources = Effect.runPromise(unopenedSources)
/** Variables of tests and examples. */
const ofTests =
  /^DAYBOOK_(?:(?:TEST|KILL|HOSTILE|FUZZ|LOAD|TORTURE|BENCH)_\w+|KEY|PUB_KEY|URL|TURNTABLE_\w+|SCHEDULE_TURNTABLE|BOOKS_BASE_URL|GOODREADS_BASE_URL)$/
/** A setting, or the file with a secret one. */
const isSetting = (name: string) =>
  allSettings.some((setting) => setting.name === name || (setting.isSecret && `${setting.name}_FILE` === name))

describe("the documents", () => {
  it("list every setting in docs/settings.md", () => {
    expect(allSettings.map(({ name }) => name).length).toBeGreaterThan(100)
    expect(
      missingNames(
        allSettings.map(({ name }) => name),
        [{ path: "docs/settings.md", text: textOf("docs/settings.md") }]
      )
    ).toEqual([])
  })

  it("and messages name no setting that does not exist", () => {
    const sources = paths
      .filter((path) => /^packages\/\w+\/src\/.*\.tsx?$/.test(path))
      .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
    expect(sources.length).toBeGreaterThan(500)
    const named = [...documents, ...sources].flatMap(({ path, text }) =>
      Array.from(text.matchAll(/(?<!\bcode ={1,3} ")\bDAYBOOK_[A-Z0-9]+(?:_[A-Z0-9]+)*\b(?![_<])/g), ([name]) => ({
        name,
        path
      }))
    )
    expect(named.filter(({ name }) => !isSetting(name) && !ofTests.test(name))).toEqual([])
  })

  it("describe every command with each of its options", () => {
    const commands = pagesFor([]).flatMap(leavesOf)
    expect(commands.length).toBeGreaterThan(15)
    expect(undocumentedCommands(commands, documents)).toEqual([])
  })

  it("have a page for every source, and name every login", async () => {
    const index = textOf("docs/sources/README.md")
    const missing = (await sources).filter(
      ({ id }) => !new RegExp(`^\\| \`${id}\` \\|.*\\]\\([\\w-]+\\.md(#[\\w-]+)?\\) \\|$`, "m").test(index)
    )
    expect(missing).toEqual([])
    const logins = Effect.runSync(connectables).filter(({ connection }) => connection !== undefined)
    expect(
      missingNames(
        logins.map(({ name }) => `daybook connect ${name}`),
        documents
      )
    ).toEqual([])
  })

  // /docs is generated from the OpenAPI document, so a rule that it has every endpoint would be vacuous.
  // This rule asks for words: on every endpoint that changes something, and on every area.
  it("name every endpoint that changes something, and every area of the API", () => {
    const changing = [...new Set(operations.filter(({ method }) => method !== "get").map(({ path }) => path))]
    expect(changing.length).toBeGreaterThan(30)
    expect(missingNames(changing, documents)).toEqual([])
    const areas = [...new Set(endpoints.map((path) => path.split("/").slice(0, 3).join("/")))]
    const named = (area: string) => documents.some(({ text }) => new RegExp(`${area}(?![\\w-])`).test(text))
    expect(areas.filter((area) => !named(area))).toEqual([])
  })

  it("name no endpoint that does not exist", () => {
    expect(unknownEndpoints(documents, [...endpoints, ...ofBooks, ...pages])).toEqual([])
  })

  it("link only to files and headings that exist", () => {
    expect(brokenLinks(allDocuments, paths)).toEqual([])
  })

  it("name only paths that exist in the repository", () => {
    expect(brokenPaths(documents, paths)).toEqual([])
  })
})

describe("the checks of documents", () => {
  const document = (text: string, path = "docs/a.md"): Document => ({ path, text })
  const tree = [
    ...["docs/", "docs/a.md", "docs/b.md", "packages/", "packages/core/src/", "packages/core/src/sync/"],
    "packages/core/src/sync/Source.ts"
  ]

  it("find a name that is only part of another", () => {
    expect(missingNames(["DAYBOOK_A", "/v1/a/{id}"], [document("`DAYBOOK_AB` and `/v1/a/{id}/b`")])).toEqual([
      "DAYBOOK_A",
      "/v1/a/{id}"
    ])
    expect(missingNames(["DAYBOOK_A", "/v1/a/{id}"], [document("`DAYBOOK_A`, `POST /v1/a/{id}`")])).toEqual([])
  })

  it("find a command without its section, and one without an option", () => {
    const command = { ...pagesFor(["openapi"])[0]!, name: "openapi" }
    expect(undocumentedCommands([command], [document("## `daybook other`\n\n`--out`, `--json`")])).toEqual(["openapi"])
    expect(undocumentedCommands([command], [document("## `daybook openapi`\n\n`--output`, `--json`")])).toEqual([
      "openapi"
    ])
    expect(undocumentedCommands([command], [document("## `daybook openapi`\n\n`--out FILE`, `--json`")])).toEqual([])
  })

  it("find links to missing files and headings, and ignore code and web addresses", () => {
    const text = [
      "# One `Two`, three",
      "[a](b.md#here) [b](c.md) [c](#one-two-three) [d](#four) ![e](e.png) [f](https://example.org/g.md)",
      "`[h](i.md)`",
      "```\n[j](k.md)\n```",
      '<img src="l.png">',
      "[m]: n.md"
    ].join("\n")
    expect(brokenLinks([document(text), document("## Here", "docs/b.md")], tree)).toEqual(
      ["c.md", "#four", "e.png", "n.md", "l.png"].map((target) => `docs/a.md: ${target}`)
    )
    expect(brokenLinks([document("[a](b.md#there)"), document("## Here", "docs/b.md")], tree)).toEqual([
      "docs/a.md: b.md#there"
    ])
  })

  it("number headings of one name as GitHub does", () => {
    expect(anchorsOf("## Limits & gaps\n## Same\n## Same\n")).toEqual(new Set(["limits--gaps", "same", "same-1"]))
  })

  it("find missing paths, and ignore other words", () => {
    const text =
      "`core/sync/Source.ts` `Source.ts` `core/sync/` `packages/core/src` `docs/` `site/` `text/plain` `/v1/feed` `<x>/Source.ts`"
    expect(brokenPaths([document(text)], tree)).toEqual([])
    expect(brokenPaths([document("`core/sync/Sink.ts` `core/sinks/` `docs/c` `Sink.ts`")], tree)).toEqual(
      ["core/sync/Sink.ts", "core/sinks/", "docs/c", "Sink.ts"].map((path) => `docs/a.md: ${path}`)
    )
  })

  it("find endpoints that the API does not have", () => {
    const knownPaths = ["/v1/feed", "/v1/plays/{id}", "/v1/plays/{id}/notes"]
    expect(
      unknownEndpoints([document("/v1/plays/7/notes, /v1/plays, `/v1/feed?limit=1`, /v1/feed.")], knownPaths)
    ).toEqual([])
    expect(unknownEndpoints([document("/v1/fed and /v1/plays/7/words")], knownPaths)).toEqual([
      "docs/a.md: /v1/fed",
      "docs/a.md: /v1/plays/7/words"
    ])
  })
})
