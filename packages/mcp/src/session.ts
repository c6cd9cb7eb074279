import { type Context, Effect, type Runtime, Runtime as Runtimes } from "effect"
import { Ask } from "./Ask.js"
import { connected } from "./connect.js"
import type { ReadState, Scope } from "./Home.js"
import { type FileImporter, ImportFiles } from "./ImportFiles.js"
import { countCall } from "./metrics.js"
import { type Cursors } from "./kit/cursor.js"
import { runTool, timeLimit, type ToolResult } from "./runTool.js"
import type { Tool } from "./Tool.js"
import { allTools } from "./tools/index.js"

/** What a connection may do. */
export interface Access {
  /** Write tools are listed and run. */
  readonly writes: boolean
  /** Imports files; undefined where the process does not own the data, or the owner named no folder for that. */
  readonly files?: FileImporter | undefined
  /** The domains whose tools are listed. */
  readonly scope: Scope
  /** The tools of a connection with a lens, instead of all others. */
  readonly lens?: { readonly name: string; readonly tools: ReadonlyArray<Tool> } | undefined
}

/** What serves one connection, or one request. */
export interface Session {
  readonly tools: ReadonlyArray<Tool>
  readonly scope: Scope
  /** The lens of the connection; undefined for none. */
  readonly lens: string | undefined
  readonly version: string
  readonly run: (tool: Tool, args: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<ToolResult>
  readonly read: <A, E>(effect: Effect.Effect<A, E, Ask>, signal?: AbortSignal) => Promise<A>
}

interface SessionOptions {
  readonly access: Access
  readonly ask: Context.Tag.Service<Ask>
  readonly cursors: Cursors
  readonly state: ReadState
  readonly version: string
  readonly runtime: Runtime.Runtime<never>
}

const toolsOf = new WeakMap<Access, ReadonlyArray<Tool>>()

const listTools = ({ files, lens, scope, writes }: Access): ReadonlyArray<Tool> =>
  lens?.tools ??
  allTools
    .filter((tool) => (writes || !tool.writes) && (files !== undefined || tool.needsFiles !== true))
    .flatMap((tool) => connected(tool, scope) ?? [])

/** The tools that a connection sees. Listed once for each kind of access, because every message needs them. */
export const toolsFor = (access: Access): ReadonlyArray<Tool> => {
  const listed = toolsOf.get(access)
  if (listed !== undefined) return listed
  const tools = listTools(access)
  toolsOf.set(access, tools)
  return tools
}

const noFiles: FileImporter = {
  run: () =>
    Effect.fail({
      _tag: "ImportRefused",
      code: "unavailable",
      message: "Files cannot be imported here.",
      next: "The owner can run: daybook import."
    })
}

export const session = ({ access, ask, cursors, runtime, state, version }: SessionOptions): Session => {
  const { files = noFiles, scope } = access
  const withAsk = <A, E>(effect: Effect.Effect<A, E, Ask>) => Effect.provideService(effect, Ask, ask)
  const run = Runtimes.runPromise(runtime)
  const optionsOf = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal })
  return {
    tools: toolsFor(access),
    scope,
    lens: access.lens?.name,
    version,
    run: async (tool, args, signal) => {
      const call = Effect.provideService(runTool(tool, args, { cursors, state, scope }), ImportFiles, files)
      const result = await run(withAsk(call), optionsOf(signal))
      countCall(tool.name, result.isError ? result.code : "ok", Buffer.byteLength(result.text))
      return result
    },
    read: (effect, signal) => run(withAsk(Effect.timeout(effect, timeLimit)), optionsOf(signal))
  }
}
