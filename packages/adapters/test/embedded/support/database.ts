import { Effect, Redacted, Schedule } from "effect"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { inject } from "vitest"
import { open } from "../../../src/postgres/embedded/Embedded.js"
import { scratch } from "../../support/scratch.js"

/** A data folder with a new, unopened database, removed with the scope. */
export const newDataDir = Effect.gen(function* () {
  const image = join(inject("runFolder"), `new-${process.pid}`)
  if (!fs.existsSync(image)) yield* Effect.scoped(open({ dataDir: image }))
  const dataDir = yield* scratch
  execFileSync("cp", ["-a", `${image}/.`, dataDir])
  return dataDir
})

/** Runs a statement on a connection of its own, and answers its rows. */
export const query = (url: Redacted.Redacted | string, sql: string) =>
  Effect.tryPromise(async (): Promise<ReadonlyArray<unknown>> => {
    const client = new pg.Client(typeof url === "string" ? url : Redacted.value(url))
    client.on("error", () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  })

/** Opens the database, runs a statement, and closes it. */
export const ask = (dataDir: string, sql: string) =>
  Effect.scoped(Effect.flatMap(open({ dataDir }), (url) => query(url, sql)))

interface Process {
  readonly pid: number
  readonly parent: number
  readonly args: string
}

/** The processes that name the database's folder: the keeper's shells, the server, `initdb`. */
export const processesOf = (dataDir: string): ReadonlyArray<Process> =>
  execFileSync("ps", ["-axww", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(`${dataDir}/postgres/`))
    .map((line) => {
      const [, pid, parent, args = ""] = /^ *(\d+) +(\d+) (.*)/.exec(line) ?? []
      return { pid: Number(pid), parent: Number(parent), args }
    })

export const shellsOf = (dataDir: string) => processesOf(dataDir).filter(({ args }) => args.includes("daybook-keeper"))

/** The servers, without the processes that serve their connections. */
export const serversOf = (dataDir: string) => processesOf(dataDir).filter(({ args }) => /^\S*postgres -D /.test(args))

/** The shells that others are children of. */
export const keepersOf = (dataDir: string) => {
  const shells = shellsOf(dataDir)
  return shells.filter(({ parent }) => !shells.some(({ pid }) => pid === parent))
}

export const eventually = <A, E>(get: Effect.Effect<A, E>) =>
  Effect.retry(get, Schedule.spaced("20 millis")).pipe(Effect.timeout("2 minutes"))

export const until = (holds: () => boolean) =>
  eventually(Effect.suspend(() => (holds() ? Effect.void : Effect.fail("not yet"))))

/** Waits until nothing of a closed database runs. */
export const untilClosed = (dataDir: string) => until(() => processesOf(dataDir).length === 0)

export const runFiles = (dataDir: string) => fs.readdirSync(join(dataDir, "postgres", "run")).sort()
