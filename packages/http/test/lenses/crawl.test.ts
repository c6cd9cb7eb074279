import { builtInLenses } from "@daybook/core/lenses"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Api } from "../../src/Api.js"
import { catalogueOf } from "../../src/lenses/catalogue.js"
import { fieldsOf } from "../../src/lenses/fields.js"
import { cardKinds } from "../../src/publishing/cardKinds.js"
import { host } from "../support/host.js"
import { ask, type Json, post } from "../support/http.js"
import { reading, usualPath } from "../support/operations.js"

const catalogue = catalogueOf(Api)
const crawled = reading.flatMap((operation) => {
  const template = operation.path.replaceAll(/\{(\w+)\}/g, ":$1")
  const lensed = Array.from(catalogue.values()).find(({ path }) => path === template)
  return lensed === undefined ? [] : [{ operation, lensed }]
})

const definition = builtInLenses.find(({ name }) => name === "all")!
const hiddenKinds = new Set(["private", "closed", "course"])

/** The texts and numbers of an answer, by whether the field is hidden. */
const leavesOf = (answer: Json, hiddenPaths: ReadonlySet<string>) => {
  const hidden = new Set<string>()
  const visible = new Set<string>()
  const visit = (value: Json, path: string, isHidden: boolean): void => {
    if (Array.isArray(value)) return value.forEach((part) => visit(part, path, isHidden))
    if (typeof value === "object" && value !== null)
      return Object.entries<Json>(value).forEach(([name, part]) => {
        const at = path === "" ? name : `${path}.${name}`
        visit(part, at, isHidden || hiddenPaths.has(at))
      })
    const text = String(value)
    if (text.length >= 5) (isHidden ? hidden : visible).add(text)
  }
  visit(answer, "", false)
  return { hidden: [...hidden].filter((text) => ![...visible].some((other) => other.includes(text))), visible }
}

const hiddenPathsOf = ({ answer }: (typeof crawled)[number]["lensed"]) =>
  new Set(fieldsOf(answer).flatMap(({ path, sensitivity = "private" }) => (hiddenKinds.has(sensitivity) ? [path] : [])))

const addressOf = ({ lensed, operation }: (typeof crawled)[number]) =>
  usualPath(operation) + (lensed.id === "search.search" ? "&domain=reading" : "")

/** Each parameter with a value of its kind. */
const queries = ({ parameters }: (typeof crawled)[number]["operation"]): ReadonlyArray<string> =>
  parameters
    .filter((parameter) => parameter.in === "query" && !["date", "from", "to", "q", "domain"].includes(parameter.name))
    .flatMap(({ name, schema }) =>
      (schema.enum ?? [schema.type === "boolean" ? "true" : String(schema.minimum ?? 1)]).map(
        (value) => `${name}=${encodeURIComponent(value)}`
      )
    )

it.scoped("no address shows a hidden value, with any parameter", () =>
  Effect.gen(function* () {
    const stage = yield* host({ rateLimit: 100_000 })
    const exact = { ...definition, name: "exact", round: {} }
    expect((yield* post(`${stage.url}/v1/admin/lenses`, stage.admin, exact)).status).toBe(201)
    const { json } = yield* post(`${stage.url}/v1/admin/keys`, stage.admin, { name: "crawler", lens: "exact" })
    let [answers, canaries] = [0, 0]
    for (const { lensed, operation } of crawled) {
      const hiddenPaths = hiddenPathsOf(lensed)
      const usual = addressOf({ lensed, operation })
      for (const query of ["", ...queries(operation)]) {
        const address = `${stage.url}${usual}${query === "" ? "" : `${usual.includes("?") ? "&" : "?"}${query}`}`
        const before = yield* ask(address, { key: stage.read })
        const after = yield* ask(address, { key: json.key })
        if (after.status !== 200) {
          expect([address, after.status]).toEqual([address, before.status === 200 ? 400 : before.status])
          continue
        }
        answers++
        const { hidden } = leavesOf(before.json, hiddenPaths)
        canaries += hidden.length
        for (const text of hidden) expect([address, after.text.includes(text)]).toEqual([address, false])
      }
    }
    expect(crawled).toHaveLength(catalogue.size)
    expect([answers > 200, canaries > 200]).toEqual([true, true])
  })
)

it.scoped("no file behind a token shows a hidden value", () =>
  Effect.gen(function* () {
    const stage = yield* host({ publish: true })
    const exact = { ...definition, name: "exact", round: {} }
    yield* post(`${stage.url}/v1/admin/lenses`, stage.admin, exact)
    const { json } = yield* post(`${stage.url}/v1/admin/lenses/exact/token`, stage.admin, {})
    const [hidden, visible] = [new Set<string>(), new Set<string>()]
    for (const one of crawled) {
      const { json: before, status } = yield* ask(stage.url + addressOf(one), { key: stage.read })
      if (status !== 200) continue
      const leaves = leavesOf(before, hiddenPathsOf(one.lensed))
      leaves.hidden.forEach((text) => hidden.add(text))
      leaves.visible.forEach((text) => visible.add(text))
    }
    const canaries = [...hidden].filter((text) => ![...visible].some((other) => other.includes(text)))
    expect(canaries.length).toBeGreaterThan(50)
    const cards = Array.from(cardKinds.keys(), (kind) => `card/${kind}.svg?period=overall`)
    for (const name of [...cards, "feed.xml", "feed.atom", "feed.json", "events.ics", "upcoming.ics", "runs.ics"]) {
      const { status, text } = yield* ask(stage.url + json.path + name)
      // Coordinates of a drawing are numbers of any kind.
      const texts = text.replaceAll(/<[^>]*>/g, " ").replaceAll("\r\n ", "")
      expect([name, status, canaries.filter((canary) => texts.includes(canary))]).toEqual([name, 200, []])
    }
  })
)
