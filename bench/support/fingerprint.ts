import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The sources of a package in the workspace. */
const sourcesOf = (name: string) => join(dirname(dirname(fileURLToPath(import.meta.resolve(name)))), "src")

/** The folders whose code determines the data: schema and simulators. */
const folders = [join(sourcesOf("@daybook/adapters"), "postgres/migrations"), sourcesOf("@daybook/simulators")]

/** SHA-256 of the names and contents of these files. */
export const fingerprint = (): string => {
  const hash = createHash("sha256")
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .sort()
    for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  }
  return hash.digest("hex")
}
