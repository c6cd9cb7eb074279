import { createClient } from "@hey-api/openapi-ts"
import openapiTS, { astToString } from "openapi-typescript"
import { generate } from "orval"
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import ts from "typescript"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openApiDocument } from "../src/index.js"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-generated-"))
  await writeFile(join(folder, "openapi.json"), JSON.stringify(openApiDocument()))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Compiler errors of these files and their imports. */
const errorsIn = (files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"]
    }
  )
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`)
}

const uses = {
  types: `import type { paths } from "./types.js"
    type Streaks = paths["/v1/listening/streaks"]["get"]["responses"][200]["content"]["application/json"]
    export const days = (streaks: Streaks): number => streaks.current.days`,
  hey: `import { listeningStreaks } from "./hey/index.js"
    export const days = async (): Promise<number | undefined> =>
      (await listeningStreaks({ baseUrl: "http://127.0.0.1:8787", auth: "key" })).data?.current.days`,
  orval: `import { listeningStreaks } from "./orval.js"
    export const days = async (): Promise<number | undefined> => {
      const answer = await listeningStreaks()
      return answer.status === 200 ? answer.data.current.days : undefined
    }`
}

it("generates clients with three generators that compile in strict mode", async () => {
  const document = join(folder, "openapi.json")
  await writeFile(join(folder, "types.ts"), astToString(await openapiTS(new URL(`file://${document}`))))
  await createClient({
    input: document,
    output: join(folder, "hey"),
    logs: { level: "silent" },
    plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"]
  })
  await generate({
    input: { target: document },
    output: { target: join(folder, "orval.ts"), client: "fetch", mode: "single" }
  })
  for (const [name, code] of Object.entries(uses)) await writeFile(join(folder, `${name}.use.ts`), code)
  expect(await readdir(folder)).toEqual(expect.arrayContaining(["types.ts", "hey", "orval.ts"]))
  // The compiler reports wrong code, and nothing else.
  await writeFile(join(folder, "wrong.ts"), uses.types.replace("current.days", "current.weeks"))
  expect(errorsIn([...Object.keys(uses).map((name) => `${name}.use.ts`), "wrong.ts"])).toEqual([
    expect.stringMatching(/wrong\.ts.*weeks/)
  ])
})
