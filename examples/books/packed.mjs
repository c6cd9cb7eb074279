// Installs the packages of this repository as they would be published: `npm run packed`.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { packAll } from "../../scripts/tarballs.mjs"

const folder = mkdtempSync(join(tmpdir(), "daybook-packed-"))
try {
  const tarballs = (await packAll(folder)).map(({ tarball }) => tarball)
  const { status } = spawnSync("npm", ["install", "--no-save", ...tarballs], {
    cwd: import.meta.dirname,
    stdio: "inherit"
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
