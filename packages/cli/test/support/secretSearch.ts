import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** Secrets by the name of their setting. */
export type Secrets = Readonly<Record<string, string>>

/** The encodings of a secret in a URL, in JSON, in a header and in binary files. */
const spellings = (secret: string): ReadonlyArray<string> =>
  Array.from(
    new Set([
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ x: secret }).toString().slice(2),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString("base64").replace(/=+$/, "")
    ])
  )

/** The names of the secrets that occur in the bytes. */
export const secretsIn = (bytes: Buffer | string, secrets: Secrets): ReadonlyArray<string> => {
  const haystack = Buffer.from(bytes)
  return Object.entries(secrets)
    .filter(([, secret]) => spellings(secret).some((spelling) => haystack.includes(spelling)))
    .map(([name]) => name)
}

/** Each file below a folder with the secrets that occur in it. */
export const secretsBelow = (folder: string, secrets: Secrets): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
      ? secretsIn(readFileSync(path), secrets).map((secret) => `${name}: ${secret}`)
      : []
  })
