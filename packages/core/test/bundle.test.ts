import { mkdtemp, readFile, readdir, rm } from "node:fs/promises"
import { builtinModules } from "node:module"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { runInNewContext } from "node:vm"
import { build } from "tsup"
import typescript from "typescript"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../src/", import.meta.url))
let outDir: string

/** The bundler's imports of each input file, and whether they are external. */
interface Metafile {
  readonly inputs: Readonly<
    Record<
      string,
      {
        readonly imports: ReadonlyArray<{
          readonly path: string
          readonly external?: boolean
          readonly original?: string
        }>
      }
    >
  >
}

const metafile = async (): Promise<Metafile> => JSON.parse(await readFile(join(outDir, "metafile-iife.json"), "utf8"))

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), "core-bundle-"))
  await build({
    ...{ entry: [join(root, "index.ts")], outDir, config: false, silent: true, metafile: true },
    ...{ platform: "browser", format: "iife", globalName: "core", noExternal: [/.*/], tsconfig: "tsconfig.json" }
  })
})

afterAll(() => rm(outDir, { recursive: true }))

describe("core", () => {
  it("bundles for a browser without Node modules", async () => {
    const { inputs } = await metafile()
    const left = Object.values(inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external }) => external === true)
    expect(left).toEqual([])
    expect(Object.keys(inputs).length).toBeGreaterThan(60)
  })

  it("runs with only the APIs of the language and browsers", async () => {
    const script = await readFile(join(outDir, "index.global.js"), "utf8")
    const names = runInNewContext(`${script}; Object.keys(core)`, {
      TextEncoder,
      TextDecoder,
      URL,
      URLSearchParams,
      AbortController,
      setTimeout,
      clearTimeout,
      queueMicrotask,
      performance,
      crypto
    })
    expect([...(names as Iterable<string>)]).toEqual(
      expect.arrayContaining(["Keys", "Listening", "Shared", "Sync", "domains"])
    )
  })

  it("imports only effect and its own files", async () => {
    const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".ts"))
    const imports = await Promise.all(
      files.map(async (name) => {
        const text = await readFile(join(root, name), "utf8")
        return typescript.preProcessFile(text).importedFiles.map(({ fileName }) => ({ name, module: fileName }))
      })
    )
    expect(imports.flat().length).toBeGreaterThan(100)
    const outside = ({ module, name }: { readonly module: string; readonly name: string }) =>
      module.startsWith(".") ? relative(root, join(root, name, "..", module)).startsWith("..") : module !== "effect"
    expect(imports.flat().filter(outside)).toEqual([])
  })

  it("uses no globals of Node", async () => {
    const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".ts"))
    const globals = /\b(process|Buffer|__dirname|__filename|setImmediate|globalThis)\b\s*[.([]/
    const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    const texts = await Promise.all(
      files.map(async (name) => [name, withoutComments(await readFile(join(root, name), "utf8"))] as const)
    )
    expect(
      texts
        .filter(([, text]) => globals.test(text) || builtinModules.some((module) => text.includes(`"node:${module}"`)))
        .map(([name]) => name)
    ).toEqual([])
  })

  it("keeps domains apart, and shared services from domains", async () => {
    const { inputs } = await metafile()
    const domains = ["listening", "running", "watching", "collecting", "reading", "attending"]
    const sharedServices = ["shared", "sync", "feed", "search", "images", "keys", "webhooks"]
    const folderOf = (path: string) => /packages\/core\/src\/([^/]+)\//.exec(path)?.[1]
    const arrows = Object.entries(inputs).flatMap(([path, { imports }]) =>
      imports.map((to) => [folderOf(path), folderOf(to.path)] as const)
    )
    const wrong = arrows.filter(
      ([from, to]) =>
        from !== undefined &&
        to !== undefined &&
        from !== to &&
        domains.includes(to) &&
        [...domains, ...sharedServices].includes(from)
    )
    expect(wrong).toEqual([])
    expect(arrows.some(([from, to]) => from === "listening" && to === "shared")).toBe(true)
  })
})
