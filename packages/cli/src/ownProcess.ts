import { type ChildProcess, fork } from "node:child_process"

/** Commands of processes that this program starts itself. */
export const ownCommands = ["work", "simulate"] as const

/** Starts this program with such a command. Its log is this one's, and Ctrl-C is not for it. */
export const startOwn = (
  command: (typeof ownCommands)[number],
  args: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = process.env
): ChildProcess =>
  fork(process.argv[1]!, [command, ...args], { env, stdio: ["ignore", "inherit", "inherit", "ipc"], detached: true })
