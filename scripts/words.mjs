import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { root } from "./paths.mjs"

/** Words that prose (comments, messages, test names, documents) does not use: pattern, what to write, why. */
const prose = [
  [/\bwhoever\b/i, "the person who, any client that", "archaic"],
  [/\bwhom\b/i, "who, that", "archaic"],
  [/\banew\b/i, "again", "archaic"],
  [/\bwhose like\b|\band its like\b|\bthe likes of\b/i, "name the kind", "vague"],
  [/\bbeside\b/i, "next to, with, in addition to", "archaic"],
  [/\btold apart\b|\btells? apart\b|\btell \w+ apart\b/i, "distinguish", "there is a verb"],
  [/\bin earnest\b/i, "leave it out", "archaic"],
  [/\bwhat is gone\b/i, "deleted, removed", "the field says deleted"],
  [/\bheed(?:s|ed|ing)?\b/i, "respect, follow", "archaic"],
  [/\bforbear\w*/i, "tolerate, retry", "archaic"],
  [/\b(?:bear|bears|borne|bore) with\b/i, "retry, tolerate", "there is a term"],
  [/\bput(?:s|ting)? by\b/i, "defer, store", "dialect"],
  [/\bgiv(?:e|es|en|ing) back\b/i, "release, return", "dialect"],
  [/\bthe asker\b|\basker's\b|\baskers\b/i, "client, caller", "the field says client"],
  [/\bchange of (?:the )?clocks\b|\bclocks (?:go|went|change)\b/i, "DST change", "there is a term"],
  [/\bis away\b|\bare away\b/i, "unreachable, offline", "a paraphrase"],
  [/\brooms?\b(?! for\b| to\b| in\b|-type|,? (?:silence|and))/i, "domain", "the six areas of data are domains"],
  [/\b(?:the|a|each|every|all|other) halls?\b/i, "shared service", "dialect"],
  [/\bfurniture\b|\bmould\b/i, "layout, template", "dialect"],
  [/\bfollowers?\b/i, "enrichment", "the field says enrichment"],
  [/\bpersona\b/i, "sample owner", "dialect"],
  [
    /\b(?:the|this|that|each|every|either|both|by|which|another|one) (?:other )?roads?\b/i,
    "origin",
    "API, file, webhook and manual entry are origins"
  ],
  [/\blook-ups?\b/i, "enrichment, query, lookup", "dialect"],
  [/\bwriter's turns?\b/i, "domain lock", "there is a term"],
  [/\bwhole pass(?:es)?\b/i, "full sync", "there is a term"]
]

/** Parts of identifiers (camelCase) that are not used. */
const parts = new Map(
  Object.entries({
    room: "domain",
    rooms: "domains",
    hall: "shared service",
    halls: "shared services",
    furniture: "layout",
    mould: "template",
    persona: "sampleOwner",
    road: "origin",
    roads: "origins",
    follower: "enrichment",
    followers: "enrichments",
    told: "report, reported",
    heard: "plays, received",
    kept: "cached, stored",
    settle: "recount, resolve, complete",
    settles: "recount, resolve, complete",
    settled: "resolved, completed",
    forbearing: "tolerateFailures",
    heed: "respect",
    asker: "client",
    whoever: "the noun",
    anew: "again",
    beside: "with, nextTo"
  })
)

/** Bare participles: no name of a type or a variable consists of one alone. */
const participles = new Set(
  "asked counted drained found given gone heard held kept known looked made noted said settled shown stored taken told turned wanted written".split(
    " "
  )
)

/** Names that are whole words of the dialect; as parts of others they mean something else (`groundOuts`). */
const wholeNames = new Map([["Ground", "Deps"]])

/** Limits begin with `max` or `min`. These names are no limits: they stand for the superlative item of some data. */
const limit = /^(?:most|longest|largest|least|fewest|shortest|smallest)[A-Z]/
const superlatives = new Set(
  "longestOf longestPiece longestPieceOnHost longestStreak longestTime mostAsked mostFrequent".split(" ")
)

const ignoredNames = new Set(["allSettled", "Ballroom"])

/** Released names of the API, of `--json` answers, columns and stored cursors: the name, and where it is a member. */
const releasedNames = [
  ["anew", /\/lastfm\/traversal/],
  ["heard", /\/src\/postgres\/listening\/|\/http\/src\/domains\/collecting/],
  ["kept", /\/actions\/backup|\/watching\/(?:facts|views\/|read\/)|\/watching\.(?:test\.)?ts|\/WatchingStore/],
  ["settled", /\/src\/postgres\/listening\//],
  ["told", /\/src\/postgres\/attending\//]
]

const partsOf = (name) => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []

const isDeclaration = (node) => {
  const { parent } = node
  return (
    parent?.name === node &&
    (ts.isVariableDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isBindingElement(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isInterfaceDeclaration(parent) ||
      ts.isTypeAliasDeclaration(parent) ||
      ts.isClassDeclaration(parent))
  )
}

/** A binding that takes a member of somebody's object under its own name names nothing itself. */
const isTakenOverName = (parent) => ts.isBindingElement(parent) && parent.propertyName === undefined
const isTakenOver = ({ parent }) => isTakenOverName(parent)

const isMember = (node) =>
  [
    ts.isPropertySignature,
    ts.isPropertyAssignment,
    ts.isShorthandPropertyAssignment,
    ts.isPropertyAccessExpression,
    isTakenOverName
  ].some((is) => is(node.parent))

const isReleased = (file, node) =>
  isMember(node) && releasedNames.some(([name, places]) => node.text === name && places.test(file))

const complaint = (file, source, position, text, instead, why) => {
  const { line } = source.getLineAndCharacterOfPosition(position)
  return `${file}:${line + 1}: "${text}": write ${instead}${why ? ` (${why})` : ""}`
}

const inProse = (file, source, text, position) =>
  prose.flatMap(([pattern, instead, why]) => {
    const match = pattern.exec(text)
    return match === null ? [] : [complaint(file, source, position + match.index, match[0], instead, why)]
  })

const comments = (file, source) => {
  const complaints = []
  const seen = new Set()
  const collect = (ranges) => {
    for (const { pos, end } of ranges ?? []) {
      if (seen.has(pos)) continue
      seen.add(pos)
      complaints.push(...inProse(file, source, source.text.slice(pos, end), pos))
    }
  }
  const visit = (node) => {
    collect(ts.getLeadingCommentRanges(source.text, node.getFullStart()))
    collect(ts.getTrailingCommentRanges(source.text, node.getEnd()))
    node.getChildren(source).forEach(visit)
  }
  visit(source)
  return complaints
}

/** Sentences of the program: strings of several words, but not data of tests, SQL or word lists. */
const isSentence = (node) => /^[^\n]{12,}$/.test(node.text) && /\w \w+ \w/.test(node.text)

const names = (file, source) => {
  const complaints = []
  const isSource = /\/src\//.test(file) && !file.includes("sampleOwner") && !file.includes("/simulators/")
  const visit = (node) => {
    if (ts.isIdentifier(node) && !ignoredNames.has(node.text)) {
      const words = partsOf(node.text).map((part) => part.toLowerCase())
      const bad = words.find((word) => parts.has(word))
      const whole = wholeNames.get(node.text)
      const isNamed = isDeclaration(node) || ts.isPropertySignature(node.parent)
      if (isNamed && limit.test(node.text) && !superlatives.has(node.text) && !isTakenOver(node))
        complaints.push(complaint(file, source, node.getStart(source), node.text, "max…, min…", "it is a limit"))
      if (whole !== undefined && isDeclaration(node))
        complaints.push(complaint(file, source, node.getStart(source), node.text, whole))
      if (bad !== undefined && node.parent?.name === node && !isReleased(file, node))
        complaints.push(complaint(file, source, node.getStart(source), node.text, parts.get(bad)))
      else if (participles.has(node.text.toLowerCase()) && isDeclaration(node) && !isTakenOver(node)) {
        complaints.push(complaint(file, source, node.getStart(source), node.text, "the noun that it stands for"))
      }
    }
    const isTitle =
      ts.isStringLiteralLike(node) &&
      ts.isCallExpression(node.parent) &&
      /^(?:it|describe)\b/.test(node.parent.expression.getText(source))
    if (ts.isStringLiteralLike(node) && isSentence(node) && (isSource || isTitle)) {
      complaints.push(...inProse(file, source, node.text, node.getStart(source)))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return complaints
}

const ofCode = (file, text) => {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  return [...names(file, source), ...comments(file, source)]
}

const ofDocument = (file, text) =>
  text.split("\n").flatMap((line, index) =>
    prose.flatMap(([pattern, instead, why]) => {
      const match = pattern.exec(line.replace(/`[^`]*`/g, ""))
      return match === null ? [] : [`${file}:${index + 1}: "${match[0]}": write ${instead} (${why})`]
    })
  )

/** The lines of a file that use a word of the lists. */
export const complaintsOf = (file, text) => (file.endsWith(".md") ? ofDocument(file, text) : ofCode(file, text))

const tracked = (paths) =>
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...paths], {
    cwd: process.cwd(),
    encoding: "utf8"
  })
    .split("\n")
    .filter(
      (file) =>
        /\.(?:[mc]?[jt]s|tsx|md)$/.test(file) && !/scripts\/(?:test\/)?words\.|\/migrations\/(?:0|index\.)/.test(file)
    )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = process.argv.slice(2)
  const lines = tracked(paths.length > 0 ? paths : ["."]).flatMap((file) => {
    try {
      return complaintsOf(file, readFileSync(join(process.cwd(), file), "utf8"))
    } catch (error) {
      if (error.code === "ENOENT") return []
      throw error
    }
  })
  for (const line of lines) console.log(line)
  if (lines.length > 0) {
    console.error(`${lines.length} places use words that Daybook does not use: see docs/decisions and CONTRIBUTING.md`)
    process.exitCode = 1
  }
}
