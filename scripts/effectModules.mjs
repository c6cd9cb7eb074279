import { readFileSync } from "node:fs"

const functions = new Set(["absurd", "flow", "hole", "identity", "pipe", "unsafeCoerce"])
const barrel = /^import \{([^}]*)\} from "effect"$/gm

const importOf = (member) => {
  const [name, alias = name] = member.split(/\s+as\s+/)
  return functions.has(name)
    ? `import { ${member} } from "effect/Function"`
    : `import * as ${alias} from "effect/${name}"`
}

/** Replaces imports from Effect's entry point by its modules. The number of lines stays. */
const withEffectModules = (text) =>
  text.replace(barrel, (statement, members) => {
    const values = members
      .split(",")
      .map((member) => member.trim())
      .filter((member) => member !== "" && !member.startsWith("type "))
    // Nothing of the types is left: an import without values would still load the entry point.
    return values.map(importOf).join("; ") + "\n".repeat(statement.split("\n").length - 1)
  })

/**
 * Imports only the modules of Effect that our code names: the entry point loads all 362 of them. TypeScript removes
 * imports that are used as types only.
 */
export const effectModules = {
  name: "effect-modules",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]packages[/\\]\w+[/\\]src[/\\].*\.ts$/ }, ({ path }) => ({
      contents: withEffectModules(readFileSync(path, "utf8")),
      loader: "ts"
    }))
}
