import { ConfigError, Context, Effect, Either, Layer, Option, Redacted } from "effect"
import { hkdfSync, randomBytes } from "node:crypto"
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeFolder, settings } from "./Settings.js"
import * as Setting from "@daybook/sources/setting"
import { codeOf } from "@daybook/core/shared"

/** The instance's secret. Callers only get keys, each derived for one purpose. */
export class Secret extends Context.Tag("@daybook/adapters/Secret")<
  Secret,
  {
    /** 32 bytes, always the same for the same purpose. */
    readonly keyFor: (purpose: string) => Buffer
  }
>() {}

const minLength = 16

export const secretSetting = Setting.optional(
  Setting.setting({
    name: "DAYBOOK_SECRET",
    type: "text",
    sentence: `encrypts logins, signs picture addresses; ${minLength} characters or more`,
    isSecret: true,
    keepsSpaces: true,
    parse: (text, name) =>
      text.length >= minLength
        ? Either.right(Redacted.make(text))
        : Either.left(`${name} is too short: give at least ${minLength} characters, or none to have one made`)
  }),
  "made on first start"
)

/** Reads the secret file, or creates it on the first start. If two processes create one, the first wins. */
const readOrCreate = (dataDir: string): string => {
  const file = join(dataDir, "secret")
  makeFolder(dataDir)
  if (!existsSync(file)) make(file)
  return readFileSync(file, "utf8").trim()
}

/**
 * Writes a temporary file first: a full disk or a crash must not leave an empty file that would pass for a secret.
 */
const make = (file: string): void => {
  const draft = `${file}.new-${randomBytes(4).toString("hex")}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    const code = codeOf(error)
    // The file system has no hard links, or another process was faster.
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

export const layer = Layer.effect(
  Secret,
  Effect.gen(function* () {
    const { dataDir } = yield* settings
    const secret = yield* Option.match(yield* secretSetting.config, {
      onSome: (text) => Effect.succeed(Redacted.value(text)),
      onNone: () => Effect.try({ try: () => readOrCreate(dataDir), catch: (cause) => unreadable(dataDir, cause) })
    })
    return { keyFor: (purpose) => Buffer.from(hkdfSync("sha256", secret, "daybook", purpose, 32)) }
  })
)
