import { expect, it } from "@effect/vitest"
import { spawn, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { patience } from "./support/daybook.js"
import { root } from "./support/guides.js"

const run = (file: string, ...args: ReadonlyArray<string>) => {
  const { error, status, stderr, stdout } = spawnSync(file, args, { cwd: root, encoding: "utf8" })
  return { code: error === undefined ? status : 127, stdout, output: `${stdout}${stderr}${error?.message ?? ""}` }
}

const base = /^FROM (\S+)$/m.exec(readFileSync(join(root, "deploy/Containerfile"), "utf8"))![1]!
const hasBase = (engine: string) =>
  run(engine, "inspect", "--type", "image", base).code === 0 || run(engine, "pull", base).code === 0

/** An engine that runs here and has the base image, or can pull it. */
const engine = ["podman", "docker", "buildah"].find((name) => run(name, "info").code === 0 && hasBase(name))

const image = "daybook-test"
const port = 18_877

/** Starts the image. buildah only builds, and runs the image's command in a working container. */
const start = (name: string) => {
  if (name !== "buildah")
    return { file: name, args: ["run", "--rm", "-p", `127.0.0.1:${port}:8787`, image], container: undefined }
  const container = run(name, "from", image).stdout.trim()
  const args = ["run", "--env", `DAYBOOK_PORT=${port}`, container, "--", "daybook", "serve"]
  return { file: name, args, container }
}

const statusOf = async (address: string): Promise<number> => {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${address}/v1/health`).catch(() => undefined)
    if (response !== undefined) return response.status
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return 0
}

// Skipped without an engine: deploy.test.ts checks the file there.
it.skipIf(engine === undefined)(
  "the container image is built, serves, and ends when it is asked to",
  async () => {
    const built = run(engine!, "build", "-f", "deploy/Containerfile", "-t", image, ".")
    expect(built).toMatchObject({ code: 0 })
    const { args, container, file } = start(engine!)
    const child = spawn(file, args, { stdio: "ignore", detached: true })
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
    try {
      expect(await statusOf(`http://127.0.0.1:${port}`)).toBe(200)
      process.kill(-child.pid!, "SIGTERM")
      expect(await ended).toBe(0)
    } finally {
      if (child.exitCode === null) child.kill("SIGKILL")
      if (container !== undefined) run(engine!, "rm", container)
      run(engine!, "rmi", image)
    }
  },
  patience
)
