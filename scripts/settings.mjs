import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { filesBelow, root } from "./paths.mjs"
import { CommandFailure, main } from "./command.mjs"

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
  const used = columns.filter(([title, cell]) => isUseful(settings, title, cell))
  const row = (cells) => `| ${cells.join(" | ")} |`
  return [
    row(used.map(([title]) => title)),
    `|${"---|".repeat(used.length)}`,
    ...settings.map((setting) => row(used.map(([, cell]) => cell(setting).replaceAll("|", "\\|"))))
  ].join("\n")
}

const slot = /(<!-- settings: (\w+) -->\n\n)[^]*?(\n\n<!-- end -->)/g

/** The page of all settings with its tables made again. Fails if a table has no place there, or no settings. */
const withTables = (text, tables) => {
  const slots = Array.from(text.matchAll(slot), ([, , name]) => name)
  const wrong = [
    ...Object.keys(tables).filter((name) => !slots.includes(name)),
    ...slots.filter((name) => tables[name] === undefined)
  ]
  if (wrong.length > 0) throw new CommandFailure(`tables without settings or without a place: ${wrong.join(", ")}`)
  return text.replace(slot, (_, start, name, end) => `${start}${tableOf(tables[name])}${end}`)
}

const namedTable = /^\| setting \|.*\n\|[-|]+\n(?:\| `[A-Z0-9_]+` \|.*\n)+/gm

/** The page of a source, whose tables choose their settings. */
const withRows = (text, settings) =>
  text.replace(namedTable, (table) => {
    const names = Array.from(table.matchAll(/^\| `([A-Z0-9_]+)` \|/gm), ([, name]) => name)
    const unknown = names.filter((name) => !settings.has(name))
    if (unknown.length > 0) throw new CommandFailure(`no settings: ${unknown.join(", ")}`)
    return `${tableOf(names.map((name) => settings.get(name)))}\n`
  })

/**
 * Compares the tables of settings in the manual with the declarations in the built program. With `--write` it writes
 * them.
 */
await main(async () => {
  const { settingTables } = await import(pathToFileURL(join(root, "packages", "cli", "dist", "settings.js")).href)
  const all = Object.values(settingTables).flat()
  const settings = new Map(all.map((setting) => [setting.name, setting]))
  const stale = ["docs/settings.md", ...filesBelow("docs/sources")].filter((path) => {
    const text = readFileSync(join(root, path), "utf8")
    const current = path === "docs/settings.md" ? withTables(text, settingTables) : withRows(text, settings)
    if (process.argv.includes("--write") && current !== text) writeFileSync(join(root, path), current)
    return current !== text
  })
  if (stale.length > 0 && !process.argv.includes("--write"))
    throw new CommandFailure(
      "stale tables of settings: run `npm run build:code && node scripts/settings.mjs --write`",
      stale.join("\n")
    )
})
