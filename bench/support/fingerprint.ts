import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** What makes the data: schema, sources and simulators, as they are built. Data made by others is not measured. */
const makers = ["@daybook/core", "@daybook/adapters"]

/** SHA-256 over the names and contents of the built packages that make the data. */
export const fingerprint = (): string => {
  const hash = createHash("sha256")
  for (const name of makers) {
    const folder = dirname(fileURLToPath(import.meta.resolve(name)))
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js")).sort()
    for (const file of files) hash.update(`${name}/${file}\n`).update(readFileSync(join(folder, file)))
  }
  return hash.digest("hex")
}
