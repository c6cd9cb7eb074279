// Lets Node import the packages' TypeScript sources, each file on its own: node --import ./bench/typescript.mjs …
import { readFile } from "node:fs/promises"
import { register } from "node:module"
import { fileURLToPath } from "node:url"
import { isMainThread } from "node:worker_threads"
import ts from "typescript"

if (isMainThread) register(import.meta.url)

export const resolve = async (specifier, context, next) => {
  const conditions = ["@daybook/source", ...context.conditions]
  const isOurs = /^\.{1,2}\//.test(specifier) && !context.parentURL?.includes("/node_modules/")
  if (isOurs && specifier.endsWith(".js")) {
    for (const extension of [".ts", ".tsx"]) {
      try {
        return await next(specifier.replace(/\.js$/, extension), { ...context, conditions })
      } catch {
        // The next candidate may exist.
      }
    }
  }
  return next(specifier, { ...context, conditions })
}

export const load = async (url, context, next) => {
  if (!/\.tsx?$/.test(url)) return next(url, context)
  const source = await readFile(fileURLToPath(url), "utf8")
  const { outputText } = ts.transpileModule(source, {
    fileName: fileURLToPath(url),
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX }
  })
  return { format: "module", shortCircuit: true, source: outputText }
}
