import type { Options } from "tsup"

type Plugin = NonNullable<Options["esbuildPlugins"]>[number]

/**
 * What libraries load and nobody here calls: readers of configuration files of the command-line library, the web sockets
 * of the platform's server.
 */
const uncalled: Readonly<Record<string, RegExp>> = { ini: /@effect\/cli/, toml: /@effect\/cli/, yaml: /@effect\/cli/, ws: /@effect\/platform-node/ }

/** What calls providers. The library's own entry also makes its fetch, web sockets, caches and mocks. */
const calls = `
const Dispatcher = require("undici/lib/dispatcher/dispatcher")
Object.assign(Dispatcher.prototype, require("undici/lib/api"))
exports.Agent = require("undici/lib/dispatcher/agent")
exports.Dispatcher = Dispatcher`

/** The driver's sockets in Node. It finds out where it runs with a `Response`, for which Node 20 loads all of its own fetch. */
const sockets = `
exports.getStream = () => new (require("net").Socket)()
exports.getSecureStream = (options) => require("tls").connect(options)`

/** Leaves out of the program what it would only load: every command begins by reading all of it. */
export const slim: Plugin = {
  name: "slim",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: new RegExp(`^(${Object.keys(uncalled).join("|")})$`) }, ({ importer, path }) =>
      uncalled[path]?.test(importer) === true ? { path, namespace: "uncalled" } : undefined)
    onLoad({ filter: /.*/, namespace: "uncalled" }, () => ({ contents: "module.exports = {}" }))
    onResolve({ filter: /^undici$/ }, ({ path, resolveDir }) => ({ path, namespace: "calls", pluginData: resolveDir }))
    onLoad({ filter: /.*/, namespace: "calls" }, ({ pluginData }) => ({ contents: calls, resolveDir: String(pluginData) }))
    onLoad({ filter: /[/\\]pg[/\\]lib[/\\]stream\.js$/ }, () => ({ contents: sockets }))
  }
}
