import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"

/** Starts `program.ts`, built, as a process that sends what is due. */
export const startSender = async (file: string, url: string): Promise<ChildProcess> => {
  const child = fork(file, [JSON.stringify({ url })], { execArgv: [] })
  child.on("error", () => {})
  const [first] = (await Promise.race([once(child, "message"), once(child, "exit")])) as [unknown]
  if (first !== "ready") throw new Error(`the sender ended with ${String(first)}`)
  return child
}

export const killSender = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, "exit")
  child.kill("SIGKILL")
  await exit
}
