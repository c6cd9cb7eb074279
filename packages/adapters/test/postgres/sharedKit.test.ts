import { domains } from "@daybook/core"
import { describe, expect, it } from "@effect/vitest"
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { sample } from "../contract/model/declared.js"
import { declaredTables } from "../../src/postgres/declared/domain.js"
import { domainTables } from "../../src/postgres/domains.js"

const source = join(import.meta.dirname, "../../src/postgres")
const core = join(import.meta.dirname, "../../../core/src")

/** The modules that the files of a folder import and that match a pattern, by the text of its group. */
const importsIn = (folder: string, pattern: RegExp) =>
  Array.from(
    new Set(
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .flatMap((name) => Array.from(readFileSync(join(folder, name), "utf8").matchAll(pattern), ([, of]) => of!))
    )
  ).sort()

/** What every domain's tables take from the kit: fields, columns, tables, statements, stores and the domain lock. */
const sharedStorage = ["columns", "domain", "domainLock", "query", "record", "sql", "store", "table"]

/** What some domains take besides. */
const sometimes = new Set(["counts", "rowStream", "storedSettings"])

/** What every domain takes from core: fields, the declaration, years, publishing and the writer of pages. */
const sharedCore = ["kit/domain", "kit/record", "kit/years", "publishing/index", "sync/Source"]

/** What each built-in domain does in its own way, where a declared domain follows its declaration. */
const overrides: Readonly<Record<string, ReadonlyArray<string>>> = {
  listening: ["activity", "counts", "feedFollowsInstants", "logged", "pictureHints", "rezone"],
  running: ["activity", "logged", "rezone"],
  watching: ["activity", "counts", "logged", "rezone"],
  collecting: ["activity", "feedFollowsInstants", "logged", "pictureHints", "rezone"],
  reading: ["activity", "feedFollowsInstants", "logged", "rezone"],
  attending: ["activity", "logged", "rezone"]
}

/** The members of a built-in domain's tables that differ from those of a declared domain. */
const ownMembers = (domain: string) => {
  const standard = declaredTables(sample)
  const own = domainTables.find((tables) => tables.domain === domain)!
  return Object.keys(own)
    .filter((name) => name !== "domain" && name !== "exported")
    .filter((name) => own[name as keyof typeof own] !== standard[name as keyof typeof standard])
    .sort()
}

describe("the kit of all domains", () => {
  it.each([...domains, "declared"])("%s stores its records with the shared kit", (domain) => {
    const used = importsIn(join(source, domain), /from "\.\.\/kit\/(\w+)/g)
    expect(used.filter((name) => !sometimes.has(name))).toStrictEqual(sharedStorage)
  })

  it.each([...domains, "declared"])("%s takes what domains share from the same modules of core", (domain) => {
    const used = importsIn(join(core, domain), /from "(?:\.\.\/)+((?:kit|publishing|sync)\/\w+)/g)
    expect(used).toStrictEqual(expect.arrayContaining(sharedCore))
  })

  it.each(domains)("%s overrides only what is listed", (domain) => {
    expect(ownMembers(domain)).toStrictEqual(overrides[domain])
  })
})
