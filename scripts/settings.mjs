import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "./paths.mjs"
import { CommandFailure, main } from "./command.mjs"

const page = join(root, "docs", "settings.md")

const code = (text) => (text === "" ? "" : `\`${text}\``)

const defaultOf = ({ absence, default: text, isRequired }) => {
  if (text !== null) return code(text)
  return absence ?? (isRequired ? "required" : "none")
}

const columns = [
  ["setting", ({ name }) => code(name)],
  ["type", ({ type }) => type],
  ["default", defaultOf],
  ["secret", ({ isSecret }) => (isSecret ? "yes" : "no")],
  ["meaning", ({ sentence }) => sentence]
]

/** A column with one type or default in all rows says nothing, and neither does one that names no secret. */
const isUseful = (settings, title, cell) =>
  title === "secret"
    ? settings.some(({ isSecret }) => isSecret)
    : settings.length === 1 || new Set(settings.map(cell)).size > 1

const tableOf = (settings) => {
  const shown = columns.filter(([title, cell]) => isUseful(settings, title, cell))
  const row = (cells) => `| ${cells.join(" | ")} |`
  return [
    row(shown.map(([title]) => title)),
    `|${"---|".repeat(shown.length)}`,
    ...settings.map((setting) => row(shown.map(([, cell]) => cell(setting).replaceAll("|", "\\|"))))
  ].join("\n")
}

const slot = /(<!-- settings: (\w+) -->\n\n)[^]*?(\n\n<!-- end -->)/g

/** The page with every table made again. Fails if it has no place for a table, or one without settings. */
const filled = (text, tables) => {
  const slots = Array.from(text.matchAll(slot), ([, , name]) => name)
  const wrong = [
    ...Object.keys(tables).filter((name) => !slots.includes(name)),
    ...slots.filter((name) => tables[name] === undefined)
  ]
  if (wrong.length > 0) throw new CommandFailure(`tables without settings or without a place: ${wrong.join(", ")}`, "")
  return text.replace(slot, (_, start, name, end) => `${start}${tableOf(tables[name])}${end}`)
}

/**
 * Compares the tables of docs/settings.md with the declarations in the built program. With `--write` it writes them.
 */
await main(async () => {
  const { settingTables } = await import(pathToFileURL(join(root, "packages", "cli", "dist", "settings.js")).href)
  const text = readFileSync(page, "utf8")
  const current = filled(text, settingTables)
  if (current === text) return
  if (!process.argv.includes("--write"))
    throw new CommandFailure(
      "docs/settings.md is stale",
      "run `npm run build:code && node scripts/settings.mjs --write`"
    )
  writeFileSync(page, current)
})
