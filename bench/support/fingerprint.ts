import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The adapters' sources: the bench runs in the workspace. */
const adapters = join(dirname(dirname(fileURLToPath(import.meta.resolve("@daybook/adapters")))), "src")

/** What makes the data: the schema, and the life that is told. Data of others is not measured. */
const makers = ["postgres/migrations", "simulators"]

/** SHA-256 over the names and contents of the files that make the data. */
export const fingerprint = (): string => {
  const hash = createHash("sha256")
  for (const maker of makers) {
    const files = readdirSync(join(adapters, maker), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts")).sort()
    for (const file of files) hash.update(`${maker}/${file}\n`).update(readFileSync(join(adapters, maker, file)))
  }
  return hash.digest("hex")
}
