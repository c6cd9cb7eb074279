import { spawn } from "node:child_process"

export interface Outcome {
  readonly code: number | null
  /** Of both streams. */
  readonly output: string
}

/** Runs a program, with the settings of npm that this process has. */
export const command = (file: string, args: ReadonlyArray<string>, cwd: string) =>
  new Promise<Outcome>((resolve) => {
    const child = spawn(file, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, CI: "true" } })
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text))
    child.on("error", (error) => resolve({ code: 1, output: error.message }))
    child.on("close", (code) => resolve({ code, output }))
  })

/** Whether a command of npm failed because its registry cannot be reached. */
export const isOffline = ({ code, output }: Outcome): boolean =>
  code !== 0 && /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENOTCACHED|network/i.test(output)
