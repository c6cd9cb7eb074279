import { Schema } from "effect"
import type { Domain } from "./domains/Domain.js"
import { namesOf, type Scope } from "./Home.js"
import { oneOf, optional } from "./kit/params.js"
import type { Tool } from "./Tool.js"

/** The domains of a connection that a tool reads. */
const domainsFor = ({ domains }: Tool, scope: Scope): Scope =>
  scope.filter(typeof domains === "function" ? domains : ({ name }) => domains.some((own) => own === name))

/** The tool with these domains for its argument `domain`. */
const naming = (tool: Tool, first: Domain, own: Scope): Tool => {
  const named = oneOf([first.name, ...namesOf(own.slice(1))])
  const { domain: example } = tool.example
  return {
    ...tool,
    input: Schema.Struct({
      ...tool.input.fields,
      ...tool.fields?.(own),
      domain: Schema.isPropertySignature(tool.input.fields["domain"]) ? optional(named) : named
    }) as unknown as Tool["input"],
    example:
      example === undefined || own.some(({ name }) => name === example)
        ? tool.example
        : (tool.exampleFor?.(first) ?? { ...tool.example, domain: first.name })
  }
}

/** A tool as a connection sees it, which may name these domains; undefined if there is nothing for it to answer. */
export const connected = (tool: Tool, scope: Scope): Tool | undefined => {
  const own = domainsFor(tool, scope)
  const [first] = own
  if (first === undefined) return undefined
  const { domain } = tool.input.fields
  const isWhole = typeof tool.domains !== "function" && own.length === tool.domains.length
  return domain === undefined || isWhole ? tool : naming(tool, first, own)
}
