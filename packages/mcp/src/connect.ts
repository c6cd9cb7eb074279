import { domains } from "@daybook/core"
import { Schema } from "effect"
import type { Scope } from "./Home.js"
import { oneOf, optional } from "./kit/params.js"
import type { ArgumentsOf, DeclaredUse, Tool } from "./Tool.js"

type Names = readonly [string, ...ReadonlyArray<string>]

const namesFor = ({ declared: use, domains: own }: Tool, { builtIn, declared }: Scope): ReadonlyArray<string> => [
  ...own.filter((name) => builtIn.includes(name)),
  ...(use === undefined ? [] : declared.filter((shape) => use.suits?.(shape) !== false).map(({ name }) => name))
]

const isSame = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) =>
  one.length === other.length && one.every((name, index) => name === other[index])

/** The tool with these names for its argument `domain`. */
const naming = (tool: Tool, names: Names, { declared }: Scope): Pick<Tool, "input" | "example"> => {
  const shapes = declared.filter(({ name }) => names.includes(name))
  const { domain, ...others } = {
    ...tool.input.fields,
    ...(shapes.length === 0 ? {} : tool.declared?.fields?.(shapes))
  }
  const named = oneOf(names)
  const isOptional = Schema.isPropertySignature(domain)
  const { domain: exampleDomain } = tool.example
  const [first] = names
  return {
    input: Schema.Struct({ domain: isOptional ? optional(named) : named, ...others }) as unknown as Tool["input"],
    example:
      exampleDomain === undefined || names.some((name) => name === exampleDomain)
        ? tool.example
        : (tool.exampleFor?.(first) ?? { ...tool.example, domain: first })
  }
}

/** Declared domains have a body of their own. */
const runFor = ({ declared: use, run }: Tool, { declared }: Scope): Tool["run"] => {
  const runDeclared = use?.run as DeclaredUse<ArgumentsOf<Schema.Struct.Fields>>["run"]
  if (runDeclared === undefined) return run
  const own = (input: { readonly domain?: unknown }, call: Parameters<Tool["run"]>[1]) => {
    const shape = declared.find(({ name }) => name === input.domain)
    return shape === undefined ? run(input as never, call) : runDeclared(shape, input, call)
  }
  return own as Tool["run"]
}

/** A tool as a connection sees it, which may name these domains; undefined if there is nothing for it to answer. */
export const connected = (tool: Tool, scope: Scope): Tool | undefined => {
  if (tool.input.fields["domain"] === undefined) {
    const isOfAll = isSame(tool.domains, domains)
    const hasAny = isOfAll ? scope.builtIn.length + scope.declared.length > 0 : namesFor(tool, scope).length > 0
    return hasAny ? tool : undefined
  }
  const [first, ...more] = namesFor(tool, scope)
  if (first === undefined) return undefined
  const names: Names = [first, ...more]
  return isSame(names, tool.domains) ? tool : { ...tool, ...naming(tool, names, scope), run: runFor(tool, scope) }
}
