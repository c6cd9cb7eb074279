import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { resolve } from "node:path"
import { build } from "tsup"

/** A request to a program over the IPC channel. */
export type Request = { readonly id: number } & (
  | { readonly _tag: "Query"; readonly sql: string; readonly values: ReadonlyArray<unknown> }
  | { readonly _tag: "Owner" }
  | { readonly _tag: "Listen"; readonly channel: string }
  | { readonly _tag: "Close" }
)

export interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

export interface Program {
  readonly pid: number
  readonly query: (sql: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Record<string, unknown>>>
  readonly owner: () => Promise<boolean>
  readonly listen: (channel: string) => Promise<void>
  /** Received payloads, oldest first. */
  readonly notifications: () => ReadonlyArray<string>
  readonly close: () => Promise<void>
  readonly kill: () => Promise<void>
}

/** Test files run concurrently, so each process has its own folder. */
const outDir = resolve(import.meta.dirname, `../../../.cache/embedded/program-${process.pid}`)

/** Builds the program that `startProgram` starts as JavaScript, like the engine's own entries. */
export const buildProgram = (): Promise<void> =>
  build({
    entry: { program: resolve(import.meta.dirname, "program.ts") },
    outDir,
    format: "esm",
    platform: "node",
    target: "node20",
    skipNodeModulesBundle: true,
    config: false,
    silent: true
  })

export const removeProgram = (): void => rmSync(outDir, { recursive: true, force: true })

export interface Launched {
  /** Resolves when the database is open; rejects with one line if it cannot be opened. */
  readonly opened: Promise<Program>
  readonly kill: () => Promise<void>
}

/** Starts a process on a data folder. */
export const launchProgram = (dataDir: string): Launched => {
  const child = fork(resolve(outDir, "program.js"), [dataDir], { execArgv: [] })
  const kill = () => ended(child, () => child.kill("SIGKILL"))
  const notifications: Array<string> = []
  child.on("message", (message: { payload?: string }) => {
    if (message.payload !== undefined) notifications.push(message.payload)
  })
  const ask = asking(child)
  const program: Program = {
    pid: child.pid ?? 0,
    query: (sql, values = []) => ask({ _tag: "Query", sql, values }) as Promise<ReadonlyArray<Record<string, unknown>>>,
    owner: () => ask({ _tag: "Owner" }) as Promise<boolean>,
    listen: (channel) => ask({ _tag: "Listen", channel }) as Promise<void>,
    notifications: () => notifications,
    close: () => ended(child, () => void ask({ _tag: "Close" }).catch(() => {})),
    kill
  }
  const opening = opened(child).then(() => program)
  // A test that kills the process does not await it.
  opening.catch(() => {})
  return { opened: opening, kill }
}

export const startProgram = (dataDir: string): Promise<Program> => launchProgram(dataDir).opened

const opened = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the program ended with ${code}`))
    child.once("exit", onExit)
    child.once("message", (message: { opened?: true; failed?: { message?: string } }) => {
      child.off("exit", onExit)
      if (message.opened === true) resolve()
      else reject(new Error(message.failed?.message ?? JSON.stringify(message)))
    })
  })

const ended = async (child: ChildProcess, end: () => void): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  end()
  await exit
}

type Unnumbered = Request extends infer One ? (One extends { readonly id: number } ? Omit<One, "id"> : never) : never

const asking = (child: ChildProcess) => {
  let last = 0
  const open = new Map<number, (answer: Answer) => void>()
  child.on("message", (answer: Answer) => open.get(answer.id)?.(answer))
  child.on("exit", () => open.forEach((respond, id) => respond({ id, error: "the program has ended" })))
  return (request: Unnumbered): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last
      open.set(id, (answer) => {
        open.delete(id)
        if (answer.error === undefined) resolve(answer.value)
        else reject(new Error(answer.error))
      })
      child.send({ ...request, id })
    })
}
