import { Config, ConfigError, Context, Effect, Either, Layer, Option, Redacted } from "effect"
import { hkdfSync, randomBytes } from "node:crypto"
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeFolder } from "./makeFolder.js"
import { settings } from "./Settings.js"

/** The instance's secret (operations §3), given out only as keys derived for one purpose each. */
export class Secret extends Context.Tag("@daybook/adapters/Secret")<Secret, {
  /** 32 bytes, always the same for the same purpose. */
  readonly keyFor: (purpose: string) => Buffer
}>() {}

const shortest = 16

const given = Config.option(Config.mapOrFail(Config.redacted(Config.nonEmptyString("DAYBOOK_SECRET")), (text) =>
  Redacted.value(text).length >= shortest
    ? Either.right(text)
    : Either.left(ConfigError.InvalidData(["DAYBOOK_SECRET"], `DAYBOOK_SECRET is too short: give at least ${shortest} characters, or none to have one made`))))

/** The secret that was made on the first start, or made now: of two processes that make one, the first wins. */
const kept = (dataDir: string): string => {
  const file = join(dataDir, "secret")
  makeFolder(dataDir)
  if (!existsSync(file)) make(file)
  return readFileSync(file, "utf8").trim()
}

/** Written beside its place first: a full disk, or an end at any moment, must not leave an empty secret that counts as one. */
const make = (file: string): void => {
  const draft = `${file}.new-${randomBytes(4).toString("hex")}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    // A file system without links; or another was quicker.
    if (code === "EPERM" || code === "ENOTSUP") renameSync(draft, file)
    else if (code !== "EEXIST") throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const unreadable = (dataDir: string, cause: unknown) =>
  ConfigError.InvalidData(
    ["DAYBOOK_DATA_DIR"],
    `the secret in ${dataDir} cannot be read or made (${cause instanceof Error ? cause.message : String(cause)}): give a folder that can be written to, or DAYBOOK_SECRET`
  )

export const layer = Layer.effect(Secret, Effect.gen(function*() {
  const { dataDir } = yield* settings
  const secret = yield* Option.match(yield* given, {
    onSome: (text) => Effect.succeed(Redacted.value(text)),
    onNone: () => Effect.try({ try: () => kept(dataDir), catch: (cause) => unreadable(dataDir, cause) })
  })
  return { keyFor: (purpose) => Buffer.from(hkdfSync("sha256", secret, "daybook", purpose, 32)) }
}))
