const isFunction = (node) => /^(Arrow)?Function/.test(node.type)

const outermost = (node) => {
  for (let up = node.parent; up; up = up.parent) if (isFunction(up)) return false
  return true
}

/**
 * An ESLint rule: a function's own lines stay under a limit. Lines of functions inside it are theirs, blank lines and
 * comments nobody's: a service whose members are short functions is as short as it reads.
 */
export const functionLength = {
  meta: { type: "suggestion", schema: [{ type: "integer", minimum: 1 }], messages: { long: "{{own}} lines of its own: at most {{limit}}. Give the parts names." } },
  create(context) {
    const limit = context.options[0]
    const blank = new Set()
    const open = []
    const lines = context.sourceCode.lines
    lines.forEach((line, index) => line.trim() === "" && blank.add(index + 1))
    for (const { loc } of context.sourceCode.getAllComments()) {
      for (let line = loc.start.line; line <= loc.end.line; line++) {
        if (/^\s*(\/\/|\/\*|\*)/.test(lines[line - 1])) blank.add(line)
      }
    }
    const enter = (node) => open.push({ node, inner: new Set() })
    const leave = (node) => {
      const { inner } = open.pop()
      const covered = new Set()
      let own = 0
      for (let line = node.loc.start.line; line <= node.loc.end.line; line++) {
        covered.add(line)
        if (!inner.has(line) && !blank.has(line)) own++
      }
      if (own > limit) context.report({ node, messageId: "long", data: { own, limit } })
      if (!outermost(node)) for (const line of covered) open.at(-1).inner.add(line)
    }
    return { ":function": enter, ":function:exit": leave }
  }
}
