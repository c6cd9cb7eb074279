#!/usr/bin/env node
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const manifest = createRequire(import.meta.url).resolve("@daybook/cli/package.json")
const daybook = join(dirname(manifest), "dist", "main.js")

// `npm create daybook life` is `daybook init life`. A signal reaches both processes.
const child = spawn(process.execPath, [daybook, "init", ...process.argv.slice(2)], { stdio: "inherit" })
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
child.on("close", (code) => {
  process.exitCode = code ?? 1
})
