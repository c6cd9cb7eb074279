import type { Options } from "tsup"

type Plugin = NonNullable<Options["esbuildPlugins"]>[number]

/** Modules that libraries import and Daybook never calls: parsers of configuration files, WebSockets, random tests. */
const unusedModules: Readonly<Record<string, RegExp>> = {
  ini: /@effect\/cli/,
  toml: /@effect\/cli/,
  yaml: /@effect\/cli/,
  ws: /@effect\/platform-node/,
  "fast-check": /[/\\]effect[/\\]dist[/\\]/
}

/** The HTTP client without fetch, WebSockets, caches and mocks, which the library's entry point also loads. */
const httpClient = `
const Dispatcher = require("undici/lib/dispatcher/dispatcher")
Object.assign(Dispatcher.prototype, require("undici/lib/api"))
exports.Agent = require("undici/lib/dispatcher/agent")
exports.Dispatcher = Dispatcher`

/** The PostgreSQL driver's sockets. The original detects its runtime with `Response`, which loads Node's fetch. */
const sockets = `
exports.getStream = () => new (require("net").Socket)()
exports.getSecureStream = (options) => require("tls").connect(options)`

/** Removes unused code from the bundle, because every command reads the whole bundle at start. */
export const slim: Plugin = {
  name: "slim",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: new RegExp(`^(${Object.keys(unusedModules).join("|")})$`) }, ({ importer, path }) =>
      unusedModules[path]?.test(importer) === true ? { path, namespace: "unused" } : undefined
    )
    onLoad({ filter: /.*/, namespace: "unused" }, () => ({ contents: "module.exports = {}" }))
    onResolve({ filter: /^undici$/ }, ({ path, resolveDir }) => ({
      path,
      namespace: "http-client",
      pluginData: resolveDir
    }))
    onLoad({ filter: /.*/, namespace: "http-client" }, ({ pluginData }) => ({
      contents: httpClient,
      resolveDir: String(pluginData)
    }))
    onLoad({ filter: /[/\\]pg[/\\]lib[/\\]stream\.js$/ }, () => ({ contents: sockets }))
  }
}
