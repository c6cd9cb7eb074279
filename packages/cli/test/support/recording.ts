import { Effect } from "effect"
import { createHash } from "node:crypto"
import type { Environment } from "./daybook.js"
import { run } from "./daybook.js"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: { readonly type?: string; readonly enum?: ReadonlyArray<string> }
}

interface Operation {
  readonly parameters?: ReadonlyArray<Parameter>
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
}

/** Whether an operation of the document answers with a stream, which has no end that a test could wait for. */
export const isStream = ({ responses }: Pick<Operation, "responses">): boolean =>
  "text/event-stream" in (responses["200"]?.content ?? {})

const sampleValues: Readonly<Record<string, ReadonlyArray<string>>> = {
  id: ["1", "2", "40"],
  year: ["2022", "2023"],
  domain: ["listening", "watching", "collecting", "reading"],
  entity_type: ["albums", "artists", "movies", "releases", "articles"],
  entity_id: ["1", "2"],
  q: ["the", "lo"],
  title: ["the"]
}

const valuesOf = ({ name, schema }: Parameter): ReadonlyArray<string> =>
  sampleValues[name] ?? schema.enum ?? (schema.type === "integer" ? ["1", "2"] : ["1"])

const pathsWith = (path: string, parameters: ReadonlyArray<Parameter>): ReadonlyArray<string> =>
  parameters.reduce<ReadonlyArray<string>>(
    (paths, parameter) =>
      paths.flatMap((one) => valuesOf(parameter).map((value) => one.replace(`{${parameter.name}}`, value))),
    [path]
  )

/** Every GET of the document with values for its required parameters; with variants, also for each enum value. */
const requests = (document: Document, withVariants: boolean): ReadonlyArray<string> =>
  Object.entries(document.paths).flatMap(([path, { get }]) => {
    if (get === undefined || isStream(get)) return []
    const parameters = get.parameters ?? []
    const needed = parameters
      .filter((one) => one.in === "query" && one.required === true)
      .map((one) => `${one.name}=${valuesOf(one)[0]}`)
    const choices = parameters.filter(
      (one) => one.in === "query" && one.required !== true && one.schema.enum !== undefined
    )
    const variants = !withVariants
      ? [[]]
      : [
          [],
          ...choices.flatMap((one) => (one.schema.enum ?? []).map((value) => [`${one.name}=${value}`])),
          ...(parameters.some(({ name }) => name === "page") ? [["page=2", "limit=50"]] : [])
        ]
    return pathsWith(
      path,
      parameters.filter((one) => one.in === "path")
    ).flatMap((one, index) =>
      variants
        .slice(0, index === 0 ? variants.length : 1)
        .map((more) => [one, [...needed, ...more].join("&")].filter((part) => part !== "").join("?"))
    )
  })

/** The parts of an answer that must be reproducible. */
export interface RecordedAnswer {
  readonly status: number
  readonly type: string | null
  readonly etag: string | null
  readonly body: string
}

/** The answers of a host to every GET, optionally with each variant of the parameters. */
export const recordAnswers = Effect.fn("recordAnswers")(function* (
  env: Environment,
  url: string,
  key: string,
  withVariants = true
) {
  const { stdout } = yield* run(["openapi"], env)
  const paths = requests(JSON.parse(stdout) as Document, withVariants)
  const answers = yield* Effect.forEach(paths, (path) =>
    Effect.promise(async (): Promise<readonly [string, RecordedAnswer]> => {
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
      return [
        path,
        {
          status: response.status,
          type: response.headers.get("content-type"),
          etag: response.headers.get("etag"),
          body: await response.text()
        }
      ]
    })
  )
  return new Map(answers)
})

const picture = /"url":"(http[^"]*\/images\/[^"]*)"/g

/** Status and hash of the first 40 pictures that the answers link to. */
export const recordPictures = Effect.fn("recordPictures")(function* (answers: ReadonlyMap<string, RecordedAnswer>) {
  const urls = Array.from(
    new Set(Array.from(answers.values(), ({ body }) => Array.from(body.matchAll(picture), ([, url]) => url!)).flat())
  )
    .sort()
    .slice(0, 40)
  const seen = yield* Effect.forEach(
    urls,
    (url) =>
      Effect.promise(async () => {
        const response = await fetch(url)
        return [
          url,
          `${response.status} ${createHash("sha256")
            .update(Buffer.from(await response.arrayBuffer()))
            .digest("hex")}`
        ] as const
      }),
    { concurrency: 4 }
  )
  return new Map(seen)
})
