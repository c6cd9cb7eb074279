import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** What is looked for: each secret by the name under which it was given. */
export type Secrets = Readonly<Record<string, string>>

/** As it may stand in an address, in JSON, in a header, or in the bytes of a database. */
const spellings = (secret: string): ReadonlyArray<string> =>
  Array.from(new Set([secret, encodeURIComponent(secret), new URLSearchParams({ x: secret }).toString().slice(2), JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString("base64").replace(/=+$/, "")]))

/** Names of the secrets that are in some bytes. */
export const foundIn = (bytes: Buffer | string, secrets: Secrets): ReadonlyArray<string> => {
  const haystack = Buffer.from(bytes)
  return Object.entries(secrets).filter(([, secret]) => spellings(secret).some((spelling) => haystack.includes(spelling))).map(([name]) => name)
}

/** Every file below a folder, with the names of the secrets in it. Files without any are left out. */
export const foundBelow = (folder: string, secrets: Secrets): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? foundIn(readFileSync(path), secrets).map((secret) => `${name}: ${secret}`) : []
  })
